package dev.hindsight.trainer.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.TickWorld;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.partner.PartnerPopulation;
import dev.hindsight.trainer.partner.PartneredPolicy;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.run.session.SmallRun;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EvaluationTest {
  private static final EnvironmentFactory ROOM =
      SmallRun.spec(SmallRun.request()).task().factories().getFirst();

  @Test
  void everyEpisodeCountsOnce() {
    EvaluationReport report = evaluate(300, MemoryWipe.NONE, shape -> new Walker(shape), 1);
    assertEquals(300, report.episodes());
    assertEquals(4, report.trialScores().size());
    report.trialScores().forEach(trial -> assertEquals(300, trial.count()));
  }

  @Test
  void theSameSeedGivesTheSameScoresAndAnotherSeedOthers() {
    List<Double> scores = evaluate(50, MemoryWipe.NONE, Walker::new, 1).means();
    assertEquals(scores, evaluate(50, MemoryWipe.NONE, Walker::new, 1).means());
    assertFalse(scores.equals(evaluate(50, MemoryWipe.NONE, Walker::new, 2).means()));
  }

  @Test
  void whoRemembersTheGoalGainsAndWhoseMemoryIsWipedDoesNot() {
    assertTrue(delta(MemoryWipe.NONE, RememberingWalker::new) > 0.25);
    assertEquals(0, delta(MemoryWipe.TRIALS, RememberingWalker::new), 0.05);
  }

  @ParameterizedTest
  @EnumSource(MemoryWipe.class)
  void aWipeHidesWhatTheTickBeforeBroughtAtTheFirstTickOfATrialAlone(MemoryWipe wipe) {
    evaluate(20, wipe, shape -> new WatchingWalker(shape, wipe), 3);
  }

  @Test
  void aTrialIsMeasuredByWhatItsOwnActionsBrought() {
    EvaluationReport report = evaluate(200, MemoryWipe.NONE, RememberingWalker::new, 4);
    boolean sooner = false;
    for (EpisodeResult episode : report.results()) {
      assertEquals(4, episode.trials().size());
      double goals = 0;
      for (TrialResult trial : episode.trials()) {
        // One agent, whose goal pays 1, ends the trial and is the score.
        assertEquals(trial.score(), part(trial, EventKind.GOAL));
        assertEquals(trial.score(), trial.earned(), 1e-6);
        assertEquals(0, part(trial, EventKind.COLLISION));
        assertTrue(trial.score() == 1 ? trial.ticks() <= 10 : trial.ticks() == 10);
        sooner |= trial.ticks() < 10;
        goals += trial.score();
      }
      assertEquals(goals, episode.totals().get("goals"));
    }
    assertTrue(sooner);
  }

  private static double part(TrialResult trial, EventKind kind) {
    return trial.events().getOrDefault(kind.name(), -1.0);
  }

  @Test
  void everyWorldIsReportedAlone() {
    EvaluationReport report = in(List.of(world("near"), world("far")), 41, RememberingWalker::new);
    Map<EvaluationReport.World, EvaluationReport> worlds = report.byWorld();
    assertEquals(
        List.of("near", "far"),
        worlds.keySet().stream().map(EvaluationReport.World::scenario).toList());
    assertEquals(
        List.of(21, 20), worlds.values().stream().map(EvaluationReport::episodes).toList());
    double first = worlds.values().stream().mapToDouble(own -> own.means().getFirst()).sum();
    assertTrue(first > 0);
  }

  @Test
  void aFixedSeedIsTheSameWorldInEveryEpisode() {
    EvaluatedScenario fixed = new EvaluatedScenario("hard", Optional.empty(), OptionalLong.of(99));
    EvaluationReport report = in(List.of(fixed), 5, Walker::new);
    assertEquals(
        List.of(99L, 99L, 99L, 99L, 99L),
        report.results().stream().map(EpisodeResult::seed).toList());
    assertEquals(Optional.empty(), report.results().getLast().partner());
  }

  /// Two agents without a score: one is paid 1 for each of 4 ticks, the other 3 for each of 2.
  private static final class UnscoredWorld extends TickWorld {
    private static final EnvironmentShape SHAPE =
        new EnvironmentShape(
            2,
            new ObservationLayout(
                List.of(new ObservationLayout.Segment("clock", 0, List.of(1), List.of("tick")))),
            new ActionSpace.Discrete(List.of(new ActionSpace.Factor("wait", "", List.of(0f)))),
            1,
            1,
            10,
            List.of());

    private UnscoredWorld() {
      super(SHAPE);
    }

    static EnvironmentFactory factory() {
      return factory(SHAPE, UnscoredWorld::new);
    }

    @Override
    protected void observe(int tick) {
      buffer.observation[0] = tick;
      buffer.removed[1] = (byte) (tick < 2 ? 0 : 1);
    }

    @Override
    public void step(Actions actions) {
      int next = buffer.trialTick + 1;
      super.step(actions);
      buffer.reward[0] = 1;
      buffer.reward[1] = 3;
      if (next == 2) {
        buffer.end(1, EpisodeEnd.TERMINATED);
      }
      if (next == 4) {
        buffer.end(0, EpisodeEnd.TERMINATED);
      }
    }
  }

  @Test
  void anEpisodeWithoutScoresHasAReturnAndALengthToo() {
    EvaluationReport report =
        new Evaluation(
                List.of(UnscoredWorld.factory()),
                Walker::new,
                3,
                MemoryWipe.NONE,
                new ActionSelection.Sample(),
                1)
            .run(Progress.SILENT, new Cancellation());
    assertEquals(List.of(), report.trialScores());
    assertEquals(5, report.byEpisode(EpisodeResult::earned, Interval.Range.ANY).mean());
    assertEquals(3, report.byEpisode(EpisodeResult::ticks, Interval.Range.COUNT).mean());
  }

  @Test
  void episodesThatRepeatEachOtherAreOneSample() {
    List<EvaluatedScenario> worlds =
        IntStream.range(0, 20)
            .mapToObj(
                seed -> new EvaluatedScenario("hard", Optional.empty(), OptionalLong.of(seed)))
            .toList();
    EvaluationReport once = in(worlds, 20, Walker::new);
    EvaluationReport often = in(worlds, 200, Walker::new);
    assertEquals(200, often.episodes());
    for (int again = 20; again < 200; again++) {
      assertEquals(once.results().get(again % 20), often.results().get(again));
    }
    assertEquals(once.trialScores(), often.trialScores());
    assertEquals(once.gain(), often.gain());
    assertEquals(once.totals(), often.totals());
    EvaluationReport knows = in(worlds, 200, RememberingWalker::new);
    assertEquals(20, often.lastTrialOf(knows).orElseThrow().count());
    assertEquals(once.gainOf(knows), often.gainOf(knows));
  }

  @Test
  void twoPoliciesAreComparedInPairsOfTheSameWorld() {
    EvaluationReport walker = evaluate(200, MemoryWipe.NONE, Walker::new, 6);
    EvaluationReport knows = evaluate(200, MemoryWipe.NONE, RememberingWalker::new, 6);
    List<EpisodeResult> shuffled = new ArrayList<>(knows.results());
    Collections.shuffle(shuffled, new Random(1));
    Interval paired = walker.lastTrialOf(knows).orElseThrow();
    assertTrue(paired.low() > 0.2, paired.toString());
    assertEquals(200, paired.count());
    // The order of episodes says nothing: their worlds do.
    Interval again = walker.lastTrialOf(new EvaluationReport(shuffled, 0, 0, 0)).orElseThrow();
    assertEquals(paired, again);
    Interval itself = knows.lastTrialOf(new EvaluationReport(shuffled, 0, 0, 0)).orElseThrow();
    assertEquals(0, itself.mean());
    assertFalse(itself.excludes(0));
    assertTrue(walker.gainOf(knows).orElseThrow().low() > 0.1);
    EvaluationReport elsewhere = evaluate(200, MemoryWipe.NONE, RememberingWalker::new, 7);
    assertEquals(Optional.empty(), walker.lastTrialOf(elsewhere));
  }

  @ParameterizedTest
  @EnumSource(MemoryWipe.class)
  void onePartnerDrivesThroughAllTrialsOfAnEpisode(MemoryWipe wipe) {
    EnvironmentType drive = BuiltInEnvironments.named("drive");
    Map<String, String> short4 =
        Map.of(
            "goal_behavior", "trial",
            "k_scenarios", "4",
            "scenario_length", "6",
            "num_ego_agents", "1");
    EnvironmentFactory crossing =
        drive.prepare(
            drive.settings().parse(short4, "test"),
            Optional.of(drive.scenarios().resolve("intersection-1")));
    PartnerPopulation both = PartnerPopulation.parse("timid,bold");
    Set<String> met = new HashSet<>();
    for (long seed = 0; seed < 6; seed++) {
      List<CountingWalker> partners = new ArrayList<>();
      EvaluatedPartners among =
          new EvaluatedPartners(
              both,
              (own, shape, egos) -> {
                both.names().forEach(_ -> partners.add(new CountingWalker(shape)));
                return new PartneredPolicy(
                    shape, egos, Optional.of(own), List.copyOf(partners), both);
              });
      EvaluationReport report =
          new Evaluation(
                  List.of(crossing),
                  Walker::new,
                  1,
                  wipe,
                  new ActionSelection.Sample(),
                  seed,
                  List.of(world("intersection-1")),
                  Optional.of(among))
              .run(Progress.SILENT, new Cancellation());
      String partner = report.results().getFirst().partner().orElseThrow();
      met.add(partner);
      int index = both.names().indexOf(partner);
      assertTrue(partners.get(index).acted > 0);
      assertEquals(0, partners.get(1 - index).acted, "another partner took over");
    }
    assertEquals(Set.copyOf(both.names()), met);
  }

  /// Counts the ticks in which it drives anything.
  private static final class CountingWalker extends Walker {
    private int acted;

    CountingWalker(EnvironmentShape shape) {
      super(shape);
    }

    @Override
    public void act(StepBuffer seen, PolicyOutput output) {
      super.act(seen, output);
      acted++;
    }
  }

  private static EvaluatedScenario world(String name) {
    return EvaluatedScenario.named(name);
  }

  private static EvaluationReport in(
      List<EvaluatedScenario> scenarios, int episodes, Function<EnvironmentShape, Policy> policy) {
    return new Evaluation(
            Collections.nCopies(scenarios.size(), ROOM),
            policy,
            episodes,
            MemoryWipe.NONE,
            new ActionSelection.Sample(),
            1,
            scenarios,
            Optional.empty())
        .run(Progress.SILENT, new Cancellation());
  }

  private static double delta(MemoryWipe wipe, Function<EnvironmentShape, Policy> policy) {
    return evaluate(400, wipe, policy, 5).gain().orElseThrow().mean();
  }

  private static EvaluationReport evaluate(
      int episodes, MemoryWipe wipe, Function<EnvironmentShape, Policy> policy, long seed) {
    return new Evaluation(List.of(ROOM), policy, episodes, wipe, new ActionSelection.Sample(), seed)
        .run(Progress.SILENT, new Cancellation());
  }

  /// Goes anywhere.
  private static class Walker implements Policy {
    final EnvironmentShape shape;

    Walker(EnvironmentShape shape) {
      this.shape = shape;
    }

    @Override
    public void reset() {
      // It remembers nothing.
    }

    @Override
    public void act(StepBuffer seen, PolicyOutput output) {
      java.util.Arrays.fill(output.logits, 0);
    }

    @Override
    public void close() {
      // It holds nothing.
    }

    float at(StepBuffer seen, int agent, String name) {
      int numbers = shape.observation().size();
      for (int d = 0; d < numbers; d++) {
        if (shape.observation().nameOf(d).equals(name)) {
          return seen.observation[agent * numbers + d];
        }
      }
      throw new IllegalArgumentException(name);
    }
  }

  /// Walks anywhere until it has seen where the goal is, and from then on goes there.
  private static final class RememberingWalker extends Walker {
    private final int[] goal;
    private final int[] before;

    RememberingWalker(EnvironmentShape shape) {
      super(shape);
      goal = new int[shape.agents()];
      before = new int[shape.agents()];
      java.util.Arrays.fill(goal, -1);
    }

    @Override
    public void act(StepBuffer seen, PolicyOutput output) {
      super.act(seen, output);
      for (int agent = 0; agent < goal.length; agent++) {
        if (seen.terminal[agent] != 0) {
          goal[agent] = -1;
        } else if (at(seen, agent, ObservationLayout.PREVIOUS + ".reward") > 0) {
          goal[agent] = moved(seen, agent);
        }
        before[agent] = cell(seen, agent);
        if (goal[agent] >= 0) {
          output.logits[4 * agent + towards(before[agent], goal[agent])] = 50;
        }
      }
    }

    private int cell(StepBuffer seen, int agent) {
      int cell = 0;
      for (int i = 0; i < 5; i++) {
        cell += i * (int) at(seen, agent, "column." + (i + 1));
        cell += 5 * i * (int) at(seen, agent, "row." + (i + 1));
      }
      return cell;
    }

    /// Where its last move took it: it has been put back to the start since.
    private int moved(StepBuffer seen, int agent) {
      int[] step = {1, 5, -1, -5};
      List<String> names = List.of("right", "up", "left", "down");
      int to = before[agent];
      for (int move = 0; move < 4; move++) {
        to +=
            step[move] * (int) at(seen, agent, ObservationLayout.PREVIOUS + "." + names.get(move));
      }
      return to;
    }

    private static int towards(int from, int to) {
      int across = to % 5 - from % 5;
      if (across != 0) {
        return across > 0 ? 0 : 2;
      }
      return to / 5 > from / 5 ? 1 : 3;
    }
  }

  /// Looks at what it is shown.
  private static final class WatchingWalker extends Walker {
    private final MemoryWipe wipe;

    WatchingWalker(EnvironmentShape shape, MemoryWipe wipe) {
      super(shape);
      this.wipe = wipe;
    }

    @Override
    public void act(StepBuffer seen, PolicyOutput output) {
      super.act(seen, output);
      for (int agent = 0; agent < shape.agents(); agent++) {
        if (seen.removed[agent] != 0) {
          continue;
        }
        boolean begins = seen.trialEnded[agent] != 0;
        boolean wiped = begins && wipe == MemoryWipe.TRIALS;
        assertEquals(wiped, seen.terminal[agent] != 0);
        float flag = at(seen, agent, ObservationLayout.PREVIOUS + ".trial_ended");
        assertEquals(begins && !wiped ? 1 : 0, flag);
      }
    }
  }
}
