package dev.hindsight.trainer.run.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.run.Seeds;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.CheckpointHistory;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunStatus;
import dev.hindsight.trainer.run.ledger.RunVersions;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.study.EvaluatedScenario;
import dev.hindsight.trainer.study.Evaluation;
import dev.hindsight.trainer.study.MemoryWipe;
import dev.hindsight.trainer.study.Suite;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Evaluations while a run trains, the conditions on them, and the versions that it keeps.
class RunEvaluationTest {
  @TempDir private Path folder;
  private SmallRun runs;

  @BeforeEach
  void place() {
    runs = new SmallRun(folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ppo", "sac"})
  void anEvaluatedUpdateHasTheScoresThatItsVersionHasAfterwards(String algorithm) {
    TrainingResult result = runs.run(evaluated(algorithm));
    List<UpdateReport> log = log(result);
    assertEquals(List.of(2L, 4L), evaluatedUpdates(log));
    for (UpdateReport report : log) {
      PolicyScores.of(report.metrics())
          .ifPresent(scores -> assertEquals(again(result, report.update()), scores.trialScores()));
    }
    PolicyScores last = PolicyScores.of(log.getLast().metrics()).orElseThrow();
    assertTrue(last.totals().keySet().containsAll(List.of("return", "length", "goals")));
    assertEquals(
        last.score() - last.trialScores().getFirst(),
        log.getLast().metrics().get("evaluation/ada_delta"));
  }

  private static TrainingRequest evaluated(String algorithm) {
    return algorithm.equals("ppo")
        ? evaluated()
        : TrainingRequest.of("darkroom")
            .by(algorithm)
            .with(
                Map.of(
                    "num_envs", "4",
                    "updates", "4",
                    "hidden_size", "8",
                    "rollout_fragment_length", "16",
                    "capacity", "500",
                    "num_steps_sampled_before_learning_starts", "20",
                    "train_batch_size_per_learner", "8"))
            .with(Map.of("eval_every", "2", "eval_episodes", "16", "history_every", "1"));
  }

  @Test
  void evaluatingChangesNotABitOfWhatIsTrained() {
    assertEquals(
        SmallRun.tensors(runs.run(SmallRun.request())), SmallRun.tensors(runs.run(evaluated())));
  }

  @Test
  void theBestIsTheBestEvaluatedOneAndNotAMaximumOfTraining() {
    TrainingResult result = runs.run(evaluated().with(Map.of("eval_every", "1", "updates", "6")));
    List<UpdateReport> log = log(result);
    UpdateReport best =
        log.stream()
            .max(
                Comparator.comparingDouble((UpdateReport report) ->
                        PolicyScores.of(report.metrics()).orElseThrow().score())
                    .thenComparing(Comparator.comparingLong(UpdateReport::update).reversed()))
            .orElseThrow();
    double score = PolicyScores.of(best.metrics()).orElseThrow().score();
    assertEquals(Optional.of(score), result.progress().bestScore());
    assertEquals(best.update(), RunVersions.update(folder(result).best()));
  }

  @Test
  void aBudgetThatCutsEpisodesIsNamedBeforeTheFirstUpdate() {
    TrainingResult result =
        runs.run(SmallRun.request().with(Map.of("updates", "1", "train_batch_size", "8")));
    assertEquals(1, result.progress().updates());
    List<TrainingEvent> first =
        runs.events().stream()
            .takeWhile(event -> !(event instanceof TrainingEvent.Updated))
            .filter(TrainingEvent.Warned.class::isInstance)
            .toList();
    assertEquals(1, first.size(), first::toString);
    assertTrue(first.getFirst().toString().contains("whole episodes need train_batch_size="));
  }

  @Test
  void aResumedRunIsEvaluatedAsOneThatNeverStopped() {
    TrainingRequest request = evaluated().with(Map.of("eval_every", "1"));
    TrainingResult whole = runs.run(request);
    TrainingResult stopped = runs.run(request, 2, new TrainingCommand.Stop());
    TrainingResult resumed = runs.resume(stopped.run());
    assertEquals(whole.progress().bestScore(), resumed.progress().bestScore());
    assertEquals(evaluations(whole), evaluations(resumed));
  }

  private static List<Optional<PolicyScores>> evaluations(TrainingResult result) {
    return log(result).stream().map(report -> PolicyScores.of(report.metrics())).toList();
  }

  @Test
  void stopWhenEndsTheRunAndStaysTrueAfterAResumption() {
    TrainingRequest request =
        evaluated().with(Map.of("eval_every", "1", "stop_when", "eval_count >= 3"));
    TrainingResult result = runs.run(request);
    assertEquals(RunStatus.FINISHED, result.status());
    assertEquals(3, result.progress().updates());
    assertTrue(result.reason().contains("eval_count >= 3"), result.reason());
    TrainingResult resumed = runs.resume(result.run());
    assertEquals(3, resumed.progress().updates());
  }

  @Test
  void theRunStopsEarlyWhenNoEvaluationIsBetterForAWhile() {
    // A learning rate of 0 leaves the policy as it is: no evaluation after the first is better.
    TrainingResult result =
        runs.run(
            evaluated()
                .with(
                    Map.of(
                        "eval_every", "1",
                        "updates", "20",
                        "learning_rate", "0",
                        "stop_when", "eval_since_best >= 3")));
    assertEquals(4, result.progress().updates());
  }

  @Test
  void aConditionThatReadsNothingIsRefusedBeforeTheRunExists() {
    for (String wrong : List.of("eval_golf > 1", "eval_gain >", "ret > 1")) {
      TrainingRequest request = evaluated().with(Map.of("stop_when", wrong));
      assertThrows(Problem.class, () -> SmallRun.spec(request), wrong);
    }
    TrainingRequest blind = SmallRun.request().with(Map.of("stop_when", "eval_gain > 1"));
    assertThrows(Problem.class, () -> SmallRun.spec(blind));
  }

  @Test
  void countsOfTheEnvironmentAreConditionsToo() {
    TrainingResult result =
        runs.run(evaluated().with(Map.of("eval_every", "1", "stop_when", "eval_goals >= 0")));
    assertEquals(RunStatus.FINISHED, result.status());
    assertEquals(1, result.progress().updates());
    TrainingRequest collisions = evaluated().with(Map.of("stop_when", "eval_collisions < 1"));
    assertThrows(Problem.class, () -> SmallRun.spec(collisions), "the dark room has none");
  }

  @Test
  void aBreakpointOnAnEvaluationPausesTheRunAfterTheUpdate() {
    List<TrainingRun> self = new ArrayList<>();
    Consumer<TrainingEvent> listener =
        event -> {
          runs.events().add(event);
          if (event instanceof TrainingEvent.Reached) {
            self.getFirst().command(new TrainingCommand.Stop());
          }
        };
    TrainingSpec spec = SmallRun.spec(evaluated().with(Map.of("eval_every", "1")));
    self.add(TrainingRun.begin(spec, runs.place(), listener).armed(List.of("eval_update == 2")));
    TrainingResult result = self.getFirst().run(Progress.SILENT, new Cancellation());
    assertEquals(RunStatus.STOPPED, result.status());
    assertEquals(2, result.progress().updates());
    assertTrue(runs.events().contains(new TrainingEvent.Reached("eval_update == 2", 2)));
  }

  @Test
  void mapsThatAreTrainedOnAreNotHeldOutUnderAnyName() throws IOException {
    Path shipped = BuiltInEnvironments.named("drive").scenarios().resolve("merge-1");
    Path renamed = folder.resolve("unseen.bin");
    Files.copy(shipped, renamed);
    assertTrue(reused("", "merge-1").orElseThrow().contains("merge-1"));
    String both = reused(renamed + ",straight-1", "merge-1").orElseThrow();
    assertTrue(both.contains(renamed.toString()) && !both.contains("straight-1"), both);
    assertEquals(Optional.empty(), reused("straight-1", "merge-1"));
  }

  private static Optional<String> reused(String evaluated, String trained) {
    return SmallRun.spec(
            new TrainingRequest(
                "drive",
                Optional.empty(),
                List.of(trained),
                Map.of("eval_every", "2", "eval_maps", evaluated),
                0,
                TrainingTask.Device.CPU,
                Optional.empty()))
        .reused();
  }

  @Test
  void aSeedOfTrainingPlantedInASuiteIsNamed() {
    long trained = new Seeds(7).of(Seeds.Purpose.ENVIRONMENT, 3, 1);
    Optional<String> planted = reused(suite("", trained, 5), "eval_every");
    assertTrue(planted.orElseThrow().contains(Long.toString(trained)), planted.toString());
    assertFalse(planted.get().contains("5,"), planted.toString());
    assertEquals(Optional.empty(), reused(suite("", trained + 1, 5), "eval_every"));
    assertEquals(Optional.empty(), reused(suite("", trained), "history_every"), "never evaluated");
    // The policy of such a run names the seed to whoever evaluates it.
    TrainingResult result = runs.run(SmallRun.request());
    CheckpointOrigin origin =
        CheckpointOrigin.of(Checkpoints.read(result.checkpoint().orElseThrow())).orElseThrow();
    TrainedWorlds worlds =
        TrainedWorlds.of(BuiltInEnvironments.named("darkroom").scenarios(), origin);
    assertEquals(List.of(trained), worlds.seedsAmong(List.of(world("", trained), world("", 5))));
  }

  private Optional<String> reused(Path suite, String every) {
    return SmallRun.spec(
            SmallRun.request().with(Map.of(every, "2", "eval_suite", suite.toString())))
        .reused();
  }

  @Test
  void aSuiteIsEvaluatedInItsOwnWorldsWithItsOwnSettings() {
    Path suite = suite("", 3, 4, 3);
    TrainingSpec spec = SmallRun.spec(evaluated().with(Map.of("run.eval_suite", suite.toString())));
    assertEquals(3, spec.heldOut().worlds().size());
    assertEquals(OptionalLong.of(4), spec.heldOut().worlds().get(1).seed());
    assertEquals(6, spec.heldOut().factories().getFirst().shape().trialTimeoutTicks());
    assertEquals(10, spec.task().factories().getFirst().shape().trialTimeoutTicks());
    TrainingResult result = runs.run(spec.request());
    assertEquals(List.of(2L, 4L), evaluatedUpdates(log(result)));
    PolicyScores scores = PolicyScores.of(log(result).getLast().metrics()).orElseThrow();
    assertTrue(scores.totals().getOrDefault("length", 99.0) <= 24, "four trials of six ticks");
  }

  @Test
  void aSuiteThatDoesNotFitTheRunIsRefusedBeforeItExists() {
    Path fits = suite("", 3);
    assertThrows(Problem.class, () -> suited(fits, Map.of("eval_maps", "merge-1")));
    assertEquals(5, suited(fits, Map.of()).world().whole("size"));
    assertThrows(Problem.class, () -> suited(fits, Map.of("env.trials", "8")), "more numbers");
    assertThrows(Problem.class, () -> suited(folder.resolve("none.json"), Map.of()));
    Path other = folder.resolve("other.json");
    new Suite("drive", Map.of(), List.of(world("merge-1", 1))).write(other);
    assertThrows(Problem.class, () -> suited(other, Map.of()));
  }

  private static TrainingSpec suited(Path suite, Map<String, String> also) {
    return SmallRun.spec(evaluated().with(also).with(Map.of("eval_suite", suite.toString())));
  }

  private Path suite(String scenario, long... seeds) {
    Path file = folder.resolve("suite.json");
    List<EvaluatedScenario> worlds =
        Arrays.stream(seeds).mapToObj(seed -> world(scenario, seed)).toList();
    new Suite("darkroom", Map.of("trials", "4", "trial_timeout", "6"), worlds).write(file);
    return file;
  }

  private static EvaluatedScenario world(String scenario, long seed) {
    return new EvaluatedScenario(scenario, Optional.empty(), OptionalLong.of(seed));
  }

  @Test
  void noSeedOfAnEvaluationIsEverTrainedOn() {
    for (long seed = 0; seed < 20; seed++) {
      Set<Long> evaluated = new HashSet<>();
      TrainingSpec spec = SmallRun.spec(evaluated().withSeed(seed));
      evaluated.addAll(seedsOf(spec));
      assertTrue(evaluated.size() >= 16);
      Seeds seeds = new Seeds(seed);
      for (long update = 0; update < 1000; update++) {
        for (int e = 0; e < 64; e++) {
          assertFalse(evaluated.contains(seeds.of(Seeds.Purpose.ENVIRONMENT, update, e)));
        }
      }
    }
  }

  private record NotingFactory(EnvironmentFactory inner, List<Long> noted)
      implements EnvironmentFactory {
    @Override
    public EnvironmentShape shape() {
      return inner.shape();
    }

    @Override
    public SettingValues effective() {
      return inner.effective();
    }

    @Override
    public Environment create(long seed) {
      noted.add(seed);
      return inner.create(seed);
    }
  }

  private record UnscoredFactory(EnvironmentFactory inner) implements EnvironmentFactory {
    @Override
    public EnvironmentShape shape() {
      return inner.shape();
    }

    @Override
    public SettingValues effective() {
      return inner.effective();
    }

    @Override
    public boolean unscored() {
      return true;
    }

    @Override
    public Environment create(long seed) {
      return inner.create(seed);
    }
  }

  private static Optional<String> beforehand(String stopWhen, boolean unscored) {
    TrainingSpec spec = SmallRun.spec(evaluated().with(Map.of("stop_when", stopWhen)));
    EnvironmentFactory world = spec.heldOut().factories().getFirst();
    TrainingSpec.HeldOut heldOut =
        new TrainingSpec.HeldOut(
            List.of(unscored ? new UnscoredFactory(world) : world),
            spec.heldOut().worlds(),
            spec.heldOut().partners());
    return RunEvaluations.beforehand(
            new TrainingSpec(
                spec.request(),
                spec.preset(),
                spec.environment(),
                spec.algorithm(),
                spec.task(),
                spec.run(),
                heldOut,
                spec.reused()))
        .map(TrainingEvent.Warned::sentence);
  }

  @Test
  void scoresThatTheEnvironmentDoesNotHaveAreNamedBeforeTheFirstUpdate() {
    assertEquals(
        Optional.of(
            "stop_when asks for eval_score, which this run does not have: no comparison with it"
                + " holds"),
        beforehand("eval_score > 0.5", true));
    assertEquals(Optional.empty(), beforehand("eval_return > 0.5", true));
    assertEquals(Optional.empty(), beforehand("eval_score > 0.5", false));
  }

  /// The seeds of the environments of an evaluation, noted by a factory.
  private static List<Long> seedsOf(TrainingSpec spec) {
    List<Long> noted = new ArrayList<>();
    EnvironmentFactory inner = spec.heldOut().factories().getFirst();
    EnvironmentFactory noting = new NotingFactory(inner, noted);
    new Evaluation(
            List.of(noting),
            shape -> BuiltInPolicies.open("darkroom-5x5", shape).policy(),
            spec.run().evaluation().episodes(),
            MemoryWipe.NONE,
            new ActionSelection.Sample(),
            spec.run().evaluation().seed())
        .run(Progress.SILENT, new Cancellation());
    return noted;
  }

  @Test
  void aVersionIsFoundByRunAndUpdate() {
    TrainingResult result =
        runs.run(evaluated().with(Map.of("history_every", "2", "updates", "5")));
    String run = result.run().text();
    RunFolder place = folder(result);
    assertEquals(Optional.of(place.best()), RunVersions.find(runs.ledger(), run));
    assertEquals(Optional.of(place.best()), RunVersions.find(runs.ledger(), run + "@best"));
    assertEquals(Optional.of(place.latest()), RunVersions.find(runs.ledger(), run + "@latest"));
    assertEquals(2, RunVersions.update(RunVersions.find(runs.ledger(), run + "@2").orElseThrow()));
    assertEquals(5, RunVersions.update(RunVersions.find(runs.ledger(), run + "@5").orElseThrow()));
    Problem none = assertThrows(Problem.class, () -> RunVersions.find(runs.ledger(), run + "@3"));
    assertTrue(none.remedy().contains("2"), none.remedy());
    assertEquals(Optional.empty(), RunVersions.find(runs.ledger(), "no-such-run@2"));
    List<String> all = RunVersions.each(runs.ledger(), run + "@all");
    assertEquals(
        CheckpointHistory.versions(place).stream()
            .map(version -> run + "@" + version.update())
            .distinct()
            .toList(),
        all);
    assertTrue(all.contains(run + "@2"), all.toString());
    assertEquals(List.of("darkroom-5x5"), RunVersions.each(runs.ledger(), "darkroom-5x5"));
    assertThrows(Problem.class, () -> RunVersions.each(runs.ledger(), "no-such-run@all"));
    assertTrue(
        Checkpoints.read(CheckpointHistory.versions(place).getFirst().file())
            .tensors()
            .keySet()
            .stream()
            .noneMatch(name -> name.startsWith("optimiser")),
        "a version has no optimiser");
  }

  private static TrainingRequest evaluated() {
    return SmallRun.request()
        .with(Map.of("eval_every", "2", "eval_episodes", "16", "history_every", "1"));
  }

  private static RunFolder folder(TrainingResult result) {
    return new RunFolder(Objects.requireNonNull(result.checkpoint().orElseThrow().getParent()));
  }

  private static List<UpdateReport> log(TrainingResult result) {
    return MetricsLog.read(folder(result).metrics());
  }

  private static List<Long> evaluatedUpdates(List<UpdateReport> log) {
    return log.stream()
        .filter(report -> PolicyScores.of(report.metrics()).isPresent())
        .map(UpdateReport::update)
        .toList();
  }

  /// Scores of a version, as `hindsight evaluate` would measure them.
  private List<Double> again(TrainingResult result, long update) {
    Path version = RunVersions.find(runs.ledger(), result.run() + "@" + update).orElseThrow();
    return new Evaluation(
            SmallRun.spec(SmallRun.request()).task().factories(),
            shape -> BuiltInPolicies.open(version.toString(), shape).policy(),
            16,
            MemoryWipe.NONE,
            new ActionSelection.Sample(),
            1)
        .run(Progress.SILENT, new Cancellation())
        .means();
  }
}
