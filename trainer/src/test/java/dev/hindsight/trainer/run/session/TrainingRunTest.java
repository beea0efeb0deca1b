package dev.hindsight.trainer.run.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.learn.evaluation.BuiltInPolicyLibrary;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.rollout.DeclaredSetting;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLock;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunStatus;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrainingRunTest {
  @TempDir private Path folder;
  private SmallRun runs;

  @BeforeEach
  void place() {
    runs = new SmallRun(folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"transformer", "lstm", "mlp"})
  void aRunThatWasStoppedAndResumedEndsWithTheBitsOfOneThatNeverWas(String policy) {
    TrainingRequest request = SmallRun.request().with(Map.of("policy", policy));
    TrainingResult whole = runs.run(request);
    TrainingResult stopped = runs.run(request, 2, new TrainingCommand.Stop());
    assertEquals(RunStatus.STOPPED, stopped.status());
    assertEquals(2, stopped.progress().updates());
    assertNotEquals(SmallRun.tensors(whole), SmallRun.tensors(stopped));
    TrainingResult resumed = runs.resume(stopped.run());
    assertEquals(RunStatus.FINISHED, resumed.status());
    assertEquals(SmallRun.tensors(whole), SmallRun.tensors(resumed));
    assertEquals(whole.progress().agentSteps(), resumed.progress().agentSteps());
    assertEquals(whole.progress().recentScores(), resumed.progress().recentScores());
  }

  @Test
  void aRunWhoseStateIsMissingIsNotBegunAgain() throws IOException {
    TrainingResult stopped = runs.run(SmallRun.request(), 2, new TrainingCommand.Stop());
    Path latest = stopped.checkpoint().orElseThrow();
    Path metrics = latest.resolveSibling("metrics.jsonl");
    String measured = Files.readString(metrics);
    Files.delete(latest);
    Problem problem = assertThrows(Problem.class, () -> runs.resume(stopped.run()));
    assertEquals(
        latest
            + ": the state of the run after its 2 finished updates is missing - restore this file,"
            + " or begin a new run from what is left (best.safetensors, 1 version) with"
            + " hindsight train --from "
            + stopped.run()
            + "; the run's measurements stay as they are",
        problem.getMessage());
    assertEquals(measured, Files.readString(metrics));
  }

  /// A version of a later update that cannot be deleted: it is a folder that is not empty.
  @Test
  void aRunThatCannotBeTakenUpIsNotSaidToTrain() throws IOException {
    TrainingResult stopped = runs.run(SmallRun.request(), 2, new TrainingCommand.Stop());
    RunFolder folder = new RunFolder(runs.ledger().find(stopped.run().text()).start().folder());
    Files.createDirectories(folder.versions().resolve("update-000009.safetensors/full"));

    assertThrows(Problem.class, () -> runs.resume(stopped.run()));

    RunRecord record = runs.ledger().find(stopped.run().text());
    assertEquals(RunStatus.STOPPED, record.status());
    RunLock.take(folder).close();
  }

  @Test
  void aRunThatFailsRightAfterItWasTakenUpHasFailed() {
    TrainingResult stopped = runs.run(SmallRun.request(), 2, new TrainingCommand.Stop());
    RunRecord record = runs.ledger().find(stopped.run().text());
    TrainingRun resumed =
        TrainingRun.resume(
            record,
            SmallRun.spec(record.start().request()),
            runs.place(),
            _ -> {
              throw new IllegalStateException("nobody listens");
            });

    assertThrows(
        IllegalStateException.class, () -> resumed.run(Progress.SILENT, new Cancellation()));

    assertEquals(RunStatus.FAILED, runs.ledger().find(stopped.run().text()).status());
  }

  @Test
  void aResumedRunKnowsTheSecondsOfTheStoppedOne() {
    TrainingResult stopped = runs.run(SmallRun.request(), 2, new TrainingCommand.Stop());
    runs.resume(stopped.run());
    double seconds =
        runs.events().stream()
            .filter(event -> event instanceof TrainingEvent.Updated)
            .map(event -> ((TrainingEvent.Updated) event).progress())
            .filter(progress -> progress.updates() == 3)
            .findFirst()
            .orElseThrow()
            .seconds();
    assertTrue(seconds > stopped.progress().seconds(), () -> "" + seconds);
  }

  @Test
  void aSettingOfARunThatIsCancelledBeforeItsNextUpdateIsNotForgotten() {
    TrainingResult stopped = runs.run(SmallRun.request(), 2, new TrainingCommand.Stop());
    Cancellation cancelled = new Cancellation();
    cancelled.cancel();
    TrainingResult again =
        TrainingRun.resume(
                runs.ledger().find(stopped.run().text()),
                SmallRun.spec(SmallRun.request()),
                runs.place(),
                _ -> {})
            .changing(Map.of("learning_rate", "0.01"))
            .run(Progress.SILENT, cancelled);
    assertEquals(RunStatus.STOPPED, again.status());
    assertEquals(2, again.progress().updates());
    assertEquals(
        Map.of("ppo.learning_rate", "0.01"), runs.ledger().find(stopped.run().text()).settings());
  }

  @Test
  void aLimitOfZeroLeavesGradientsAsTheyAre() {
    Map<String, List<Float>> free =
        SmallRun.tensors(runs.run(SmallRun.request().with(Map.of("max_grad_norm", "0"))));
    Map<String, List<Float>> high =
        SmallRun.tensors(runs.run(SmallRun.request().with(Map.of("max_grad_norm", "1000000"))));
    assertEquals(high, free);
  }

  @Test
  void anotherSeedEndsWithOtherBits() {
    TrainingResult one = runs.run(SmallRun.request());
    TrainingResult other = runs.run(SmallRun.request().withSeed(8));
    assertNotEquals(SmallRun.tensors(one), SmallRun.tensors(other));
  }

  @ParameterizedTest
  @ValueSource(strings = {"transformer", "lstm", "mlp"})
  void whatWasTrainedCanAct(String policy) {
    TrainingRequest request = SmallRun.request().with(Map.of("policy", policy));
    TrainingResult result = runs.run(request);
    Environment room = SmallRun.spec(request).task().factories().getFirst().create(1);
    PolicyOutput output = new PolicyOutput(room.shape());
    try (OpenedPolicy opened =
        BuiltInPolicies.open(result.checkpoint().orElseThrow().toString(), room.shape())) {
      assertEquals(policy, opened.id());
      opened.policy().act(room.buffer(), output);
    }
    assertTrue(Float.isFinite(output.value[0]));
    assertNotEquals(output.logits[0], output.logits[1]);
  }

  @Test
  void theCheckpointKeepsWhoAskedForEachKnob() {
    TrainingResult result = runs.run(SmallRun.request());
    Map<String, DeclaredSetting> declared =
        DeclaredSetting.of(Checkpoints.read(result.checkpoint().orElseThrow()).metadata())
            .orElseThrow();
    assertEquals(SmallRun.spec(SmallRun.request()).declared(), declared);
    assertEquals(
        new DeclaredSetting("8", DeclaredSetting.Source.USER, "--set"),
        declared.get("ppo.num_envs"));
  }

  @Test
  void theLearningRateIsChangedFromTheNextUpdateOnAndStaysSoAfterAResumption() {
    TrainingResult stopped =
        runs.run(
            SmallRun.request(),
            2,
            new TrainingCommand.ScaleLearningRate(0.5),
            new TrainingCommand.Stop());
    runs.resume(stopped.run());
    List<Double> rates =
        MetricsLog.read(stopped.checkpoint().orElseThrow().resolveSibling("metrics.jsonl")).stream()
            .map(report -> report.metrics().get("learning_rate"))
            .toList();
    TrainingResult plain = runs.run(SmallRun.request());
    List<Double> scheduled =
        MetricsLog.read(plain.checkpoint().orElseThrow().resolveSibling("metrics.jsonl")).stream()
            .map(report -> report.metrics().get("learning_rate"))
            .toList();
    assertEquals(
        List.of(scheduled.get(0), scheduled.get(1), scheduled.get(2) / 2, scheduled.get(3) / 2),
        rates);
    assertEquals(1, runs.ledger().find(stopped.run().text()).changes().size());
  }

  @Test
  void aPolicyIsWrittenOnDemandWhileTheRunGoesOn() {
    Path file = folder.resolve("now.safetensors");
    TrainingResult result = runs.run(SmallRun.request(), 1, new TrainingCommand.WritePolicy(file));
    assertEquals(RunStatus.FINISHED, result.status());
    assertTrue(runs.events().contains(new TrainingEvent.PolicyWritten(Optional.of(file), 1)));
  }

  @Test
  void aPausedRunWaitsUntilItIsResumed() {
    TrainingResult result =
        runs.run(SmallRun.request(), 1, new TrainingCommand.Pause(), new TrainingCommand.Resume());
    assertEquals(RunStatus.FINISHED, result.status());
    List<TrainingEvent> waiting =
        runs.events().stream()
            .filter(e -> e instanceof TrainingEvent.Paused || e instanceof TrainingEvent.Resumed)
            .toList();
    assertEquals(List.of(new TrainingEvent.Paused(), new TrainingEvent.Resumed()), waiting);
  }

  @Test
  void theReturnCountsRewardsBeforeTheyAreClipped() {
    List<UpdateReport> plain = log(runs.run(SmallRun.request()));
    List<UpdateReport> clipped =
        log(runs.run(SmallRun.request().with(Map.of("reward_clip", "0.25"))));
    // The first update acts with the same weights: only what it learns from differs.
    Map<String, Double> first = plain.getFirst().metrics();
    Map<String, Double> other = clipped.getFirst().metrics();
    assertTrue(first.getOrDefault("episode/return", 0.0) > 0, "someone reached the goal");
    assertEquals(first.get("episode/return"), other.get("episode/return"));
    assertEquals(0, first.get("reward/clipped"));
    assertTrue(other.getOrDefault("reward/clipped", 0.0) > 0);
    // Each of the 8 episodes has as many live ticks as the update learned from.
    assertEquals(8, first.get("episode/count"));
    assertEquals(plain.getFirst().agentSteps() / 8.0, first.get("episode/length"));
  }

  @Test
  void aRunOfSoManyStepsSimulatesAsManyWholeUpdatesOfThem() {
    Map<String, String> steps = new HashMap<>(SmallRun.request().settings());
    steps.remove("updates");
    steps.putAll(
        Map.of("rows", "segments", "bptt_horizon", "16", "num_envs", "8", "total_steps", "450"));
    TrainingRequest small = SmallRun.request();
    TrainingRequest request =
        new TrainingRequest(
            small.environment(),
            small.preset(),
            small.scenarios(),
            steps,
            small.seed(),
            small.device(),
            small.parent());
    List<UpdateReport> all = log(runs.run(request));
    // 8 environments of 16 ticks are 128 steps.
    assertEquals(3, all.size());
    for (UpdateReport each : all) {
      assertEquals(128, each.environmentSteps());
      assertTrue(each.agentSteps() <= 128, "limbo is no agent step");
    }
  }

  /// 8 environments, so a budget of 32 steps makes segments of 4 ticks of those of 16.
  @Test
  void aPolicyActsWithTheMemoryItLearnedWith() {
    TrainingRequest request =
        SmallRun.request()
            .with(Map.of("rows", "segments", "bptt_horizon", "16", "train_batch_size", "32"));
    Path latest = runs.run(request).checkpoint().orElseThrow();
    EnvironmentShape shape = SmallRun.spec(request).task().factories().getFirst().shape();
    try (Policy policy = BuiltInPolicies.find(latest.toString()).open(shape).policy()) {
      policy.reset();
      PolicyOutput output = new PolicyOutput(shape);
      List<Integer> remembered = new ArrayList<>();
      for (int tick = 0; tick < 6; tick++) {
        remembered.add(policy.remembered(0));
        policy.act(new StepBuffer(shape), output);
      }
      assertEquals(List.of(0, 1, 2, 3, 0, 1), remembered);
    }
  }

  @Test
  void aRunWithTheKnobsOfItsParentDiffersInNone() {
    TrainingRequest request = SmallRun.request().with(Map.of("rows", "segments"));
    Checkpoint written = Checkpoints.read(runs.run(request).checkpoint().orElseThrow());
    CheckpointOrigin origin = CheckpointOrigin.of(written).orElseThrow();
    Map<String, JsonNode> training = new HashMap<>(origin.training());
    training.put(CheckpointOrigin.HELD_OUT, TextNode.valueOf("narrow-1"));
    training.put(CheckpointOrigin.PARTNERS, TextNode.valueOf("scripted"));
    CheckpointOrigin elsewhere =
        new CheckpointOrigin(
            origin.policy(),
            origin.environment(),
            origin.observation(),
            training,
            origin.codeVersion(),
            origin.parentSha256());
    Checkpoint parent =
        new Checkpoint(written.name(), written.sha256(), written.tensors(), elsewhere.metadata());
    assertEquals(Map.of(), KnobDifference.of(SmallRun.spec(request), Optional.of(parent)));
  }

  @Test
  void rewardsThatAreNotClippedAreLearnedAsTheyAre() {
    List<UpdateReport> plain = log(runs.run(SmallRun.request()));
    List<UpdateReport> unclipped =
        log(runs.run(SmallRun.request().with(Map.of("reward_clip", "0"))));
    assertEquals(0, unclipped.getFirst().metrics().get("reward/clipped"));
    assertEquals(
        plain.getFirst().metrics().get("losses/value_loss"),
        unclipped.getFirst().metrics().get("losses/value_loss"));
  }

  @Test
  void anEpisodeThatContinuesOverUpdatesAndAResumptionCountsOnceAndWhole() {
    TrainingRequest request =
        SmallRun.request().with(Map.of("rows", "segments", "bptt_horizon", "16", "updates", "8"));
    TrainingResult whole = runs.run(request);
    TrainingResult resumed = runs.resume(runs.run(request, 3, new TrainingCommand.Stop()).run());
    assertEquals(episodes(whole), episodes(resumed));
    assertTrue(episodes(whole).stream().anyMatch(length -> length > 16), "longer than a segment");
  }

  private static List<Double> episodes(TrainingResult result) {
    return log(result).stream()
        .map(report -> report.metrics().getOrDefault("episode/length", -1.0))
        .toList();
  }

  private static List<UpdateReport> log(TrainingResult result) {
    return MetricsLog.read(result.checkpoint().orElseThrow().resolveSibling("metrics.jsonl"));
  }

  @Test
  void theFirstUpdateIsAGateAndTheLedgerKnowsTheEnd() {
    TrainingResult result = runs.run(SmallRun.request());
    assertEquals(
        List.of("PASS first-update"),
        result.gates().stream().map(gate -> gate.verdict() + " " + gate.name()).toList());
    RunRecord record = runs.ledger().find(result.run().text());
    assertEquals(RunStatus.FINISHED, record.status());
    assertEquals(SmallRun.UPDATES, record.progress().orElseThrow().updates());
    assertEquals(result.progress(), record.progress().orElseThrow());
    assertEquals(List.of("150", "4"), record.start().difference().get("ppo.updates"));
  }

  @Test
  void aGateThatFailsEndsTheRunBeforeAnythingIsTrained() {
    GateCheck planted =
        new GateCheck(
            "planted",
            "",
            () -> {
              throw new IllegalStateException("no engine");
            });
    RunContext place =
        new RunContext(folder, runs.ledger(), List.of(planted), new BuiltInPolicyLibrary());
    TrainingResult result =
        TrainingRun.begin(SmallRun.spec(SmallRun.request()), place, _ -> {})
            .run(Progress.SILENT, new Cancellation());
    assertEquals(RunStatus.GATE_FAILED, result.status());
    assertEquals(0, result.progress().updates());
    assertTrue(result.checkpoint().isEmpty());
  }
}
