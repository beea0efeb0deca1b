package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.AlteredRollout;
import dev.hindsight.inspector.AlteredRollout.NumberEdit;
import dev.hindsight.inspector.critic.CriticRecordings;
import dev.hindsight.inspector.critic.TargetParity.Learning;
import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.advantage.Discounting.TimeoutRule;
import dev.hindsight.trainer.critic.LearnedTarget;
import dev.hindsight.trainer.critic.RecordedSteps;
import dev.hindsight.trainer.critic.RolloutSteps;
import dev.hindsight.trainer.critic.TargetRule;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import dev.hindsight.trainer.learn.sac.CheckpointLearner;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.record.TeacherForcing;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Targets of critics: recomputed they agree, and every planted mistake is found and named.
class TargetsAuditTest {
  /// A true end, planted into recordings whose episodes only end at their time limit.
  private static final int END = 7;

  /// The tick of the first time limit.
  private static final int LIMIT = 14;

  @TempDir private Path folder;

  private Path recorded(String form, Map<String, String> knobs) {
    return CriticRecordings.record(
        folder, "spread", Map.of("action_form", form, "trial_ticks", "15"), knobs);
  }

  private static Rollout withAnEnd(Path file) {
    return new AlteredRollout(Rollouts.open(file))
        .with("terminal", (tick, _, x) -> tick == END ? 1 : x)
        .with("end", (tick, _, x) -> tick == END ? EpisodeEnd.TASK_DONE.code() : x);
  }

  @ParameterizedTest
  @CsvSource({
    "continuous, ctde, shared, one, 1",
    "continuous, ctde, own, each, 3",
    "continuous, ctce, shared, one, 1",
    "continuous, dtde, own, one, 2",
    "discrete, ctde, shared, each, 1",
    "discrete, ctce, shared, one, 3",
    "discrete, dtde, shared, one, 1",
  })
  void whatLearningComputesFollowsFromTheRecording(
      String form, String mode, String actors, String temperatures, String steps) {
    Path file =
        recorded(
            form,
            Map.of(
                "group_mode", mode,
                "group_actors", actors,
                "group_temperature", temperatures,
                "n_step", steps,
                "reward_scale", "0.5"));
    int n = Integer.parseInt(steps);
    int deciders = mode.equals("dtde") ? 3 : 1;
    // Episodes of 15 ticks; the third is cut off after 10, whose last step has no successor.
    int targets = deciders * (2 * (15 - n + 1) + 9 - n + 1);
    try (Rollout rollout = Rollouts.open(file)) {
      AuditAssertions audited = AuditAssertions.of("targets", rollout);
      audited.passes();
      assertTrue(audited.words().contains(targets + " targets"), audited.words());
    }
    try (Rollout rollout = withAnEnd(file)) {
      AuditAssertions.of("targets", rollout).passes();
    }
  }

  private static Map<String, String> remembering(String policy, String mode, String actors) {
    return Map.of(
        "policy",
        policy,
        "group_mode",
        mode,
        "group_actors",
        actors,
        "replay_sequence_length",
        "4",
        "replay_burn_in",
        "2",
        "hidden_size",
        "16");
  }

  /// Memories that begin with each episode.
  @ParameterizedTest
  @CsvSource({
    "continuous, lstm, ctde, shared",
    "continuous, lstm, ctce, shared",
    "discrete, lstm, ctde, own",
    "continuous, lstm, dtde, own",
    "continuous, transformer, ctde, own",
    "continuous, transformer, ctce, shared",
    "discrete, transformer, dtde, shared",
  })
  void networksWithAMemoryFollowFromTheRecordingToo(
      String form, String policy, String mode, String actors) {
    try (Rollout rollout = withAnEnd(recorded(form, remembering(policy, mode, actors)))) {
      AuditAssertions.of("targets", rollout).passes();
    }
  }

  /// In a room where an agent waits in limbo after it reached the goal.
  private AuditAssertions inLimbo(String policy, Learning learning) {
    Map<String, String> world =
        Map.of("after_goal", "limbo", "size", "3", "trials", "3", "trial_timeout", "4");
    Path file =
        CriticRecordings.record(folder, "darkroom", world, remembering(policy, "ctde", "shared"));
    try (Rollout rollout = Rollouts.open(file)) {
      boolean limbo = false;
      for (int tick = 0; tick < CriticRecordings.TICKS; tick++) {
        limbo |= rollout.channel("removed").orElseThrow().value(tick, 0) != 0;
      }
      assertTrue(limbo, "there is limbo");
      return AuditAssertions.of(new TargetsAudit(learning), rollout);
    }
  }

  /// Planted: a state that read something else in limbo. A transformer does not look there.
  @Test
  void aWrongStateOfAnLstmIsFoundAndATransformerHasNoneFromLimbo() {
    Learning otherLimbo = (learner, steps, rule) -> learner.targets(new OtherLimbo(steps), rule);
    inLimbo("lstm", Learning.BUILT_IN).passes();
    inLimbo("lstm", otherLimbo).fails("another number than follows from the recording");
    inLimbo("transformer", Learning.BUILT_IN).passes();
    inLimbo("transformer", otherLimbo).passes();
  }

  /// Planted: memory that goes on where an episode ended at its time limit.
  @ParameterizedTest
  @CsvSource({"lstm", "transformer"})
  void aMemoryThatOutlivesItsEpisodeIsFound(String policy) {
    Learning learning =
        (learner, steps, rule) ->
            learner.targets(
                altered(steps, "timedOut", (right, tick, _) -> tick == LIMIT ? false : right),
                rule);
    try (Rollout rollout =
        Rollouts.open(recorded("continuous", remembering(policy, "ctde", "shared")))) {
      AuditAssertions.of(new TargetsAudit(learning), rollout).failsFirstAt(LIMIT, "another number");
    }
  }

  /// Recorded steps with something else to see in limbo.
  private record OtherLimbo(RecordedSteps steps) implements RecordedSteps {
    @Override
    public int ticks() {
      return steps.ticks();
    }

    @Override
    public boolean limbo(int tick, int agent) {
      return steps.limbo(tick, agent);
    }

    @Override
    public void observation(int tick, int agent, float[] into, int to) {
      steps.observation(tick, agent, into, to);
      into[to] += limbo(tick, agent) ? 1 : 0;
    }

    @Override
    public int action(int tick, int agent) {
      return steps.action(tick, agent);
    }

    @Override
    public void numbers(int tick, int agent, float[] into, int to) {
      steps.numbers(tick, agent, into, to);
    }

    @Override
    public float reward(int tick, int agent) {
      return steps.reward(tick, agent);
    }

    @Override
    public boolean terminal(int tick, int agent) {
      return steps.terminal(tick, agent);
    }

    @Override
    public boolean timedOut(int tick, int agent) {
      return steps.timedOut(tick, agent);
    }

    @Override
    public boolean truncation(int tick, int agent) {
      return steps.truncation(tick, agent);
    }

    @Override
    public java.util.Optional<float[]> finalObservation(int tick, int agent) {
      return steps.finalObservation(tick, agent);
    }
  }

  @Test
  void anAgentAloneIsCheckedToo() {
    Path file = CriticRecordings.record(folder, "darkroom", Map.of(), Map.of());
    try (Rollout rollout = Rollouts.open(file)) {
      AuditAssertions.of("targets", rollout).passes();
    }
  }

  /// One chance in n, a function of all its arguments; agent -1 for what all agents share.
  private static boolean drawn(long seed, String what, int tick, int agent, int n) {
    long bits = SplitMix64.mix(seed + 31L * what.hashCode());
    bits = SplitMix64.mix(bits ^ (1000L * tick + agent));
    return SplitMix64.unit(bits) < 1.0 / n;
  }

  /// Limbo and all kinds of ends where chance puts them, some of them for all members at once.
  private static Rollout disordered(Path file, long seed) {
    NumberEdit end =
        (tick, agent, _) ->
            drawn(seed, "done", tick, -1, 9) || drawn(seed, "done", tick, agent, 20)
                ? EpisodeEnd.TASK_DONE.code()
                : drawn(seed, "late", tick, -1, 12) ? EpisodeEnd.TIMEOUT.code() : 0;
    return new AlteredRollout(Rollouts.open(file))
        .with("removed", (tick, agent, _) -> drawn(seed, "removed", tick, agent, 4) ? 1 : 0)
        .with("truncation", (tick, agent, _) -> drawn(seed, "cut", tick, agent, 5) ? 1 : 0)
        .with("end", end)
        .with(
            "terminal",
            (tick, agent, _) -> end.of(tick, agent, 0) == EpisodeEnd.TASK_DONE.code() ? 1 : 0);
  }

  @ParameterizedTest
  @CsvSource({
    "darkroom, across, 1",
    "darkroom, across, 3",
    "darkroom, boot, 1",
    "darkroom, boot, 2",
    "darkroom, cut, 1",
    "darkroom, cut, 2",
    "spread, across, 1",
    "spread, boot, 1",
    "spread, cut, 2",
  })
  void anyOrderOfEndsTrialsAndLimboIsReadAsLearningReadsIt(
      String world, String trialEnds, String steps) {
    Path file =
        CriticRecordings.record(
            folder, world, Map.of(), Map.of("trial_ends", trialEnds, "n_step", steps));
    for (long seed = 0; seed < 8; seed++) {
      try (Rollout rollout = disordered(file, seed)) {
        AuditReport report = AuditAssertions.of("targets", rollout).report();
        assertEquals(List.of(), report.findings(), world + " " + trialEnds + " " + seed);
      }
    }
  }

  private Path withOwnDiscounts(Map<String, String> knobs) {
    Map<String, String> world =
        Map.of(
            "conditioning", "discount",
            "discount_weight_lb", "0.5",
            "discount_weight_ub", "0.9",
            "roads_observed", "16");
    Optional<Path> map = Optional.of(BuiltInMaps.resolve("straight-1"));
    return CriticRecordings.record(folder, "drive", map, world, knobs);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "3"})
  void targetsFollowTheDiscountsThatAgentsObserve(String steps) {
    Path file = withOwnDiscounts(Map.of("encoder", "linear", "n_step", steps));
    try (Rollout rollout = Rollouts.open(file)) {
      AuditAssertions.of("targets", rollout).passes();
    }
  }

  /// Planted: 0.95 for every agent, whatever it observes.
  @Test
  void oneGammaForAgentsThatObserveDiscountsIsFoundByItsNumber() {
    Path file = withOwnDiscounts(Map.of("encoder", "linear"));
    Learning oneGamma =
        (learner, steps, rule) -> {
          int own = learner.ownDiscount().orElseThrow();
          float[] seen = new float[learner.critics().observed()];
          List<LearnedTarget> targets = new ArrayList<>();
          for (LearnedTarget each : learner.targets(steps, rule)) {
            int agent = learner.critics().deciders().get(each.decider()).getFirst();
            steps.observation(each.tick(), agent, seen, 0);
            double clip = rule.rewardClip();
            double reward = Math.clamp((double) steps.reward(each.tick(), agent), -clip, clip);
            double target = reward + (each.target() - reward) * 0.95 / seen[own];
            targets.add(new LearnedTarget(each.decider(), each.tick(), target, each.values()));
          }
          return targets;
        };
    try (Rollout rollout = Rollouts.open(file)) {
      AuditAssertions.of(new TargetsAudit(oneGamma), rollout)
          .fails("discounts all agents by 0.95 per tick instead of by what each observes");
    }
  }

  @Test
  void agentsWithDiscountsOfTheirOwnLearnWithThoseAndNotWithGamma() {
    Path file = withOwnDiscounts(Map.of());
    try (Rollout rollout = Rollouts.open(file);
        CheckpointLearner learner =
            CheckpointLearner.open(
                    folder.resolve("policy.safetensors"), TeacherForcing.shapeOf(rollout))
                .orElseThrow()) {
      RecordedSteps steps = new RolloutSteps(rollout);
      List<LearnedTarget> targets = learner.targets(steps, learner.rule());
      assertTrue(targets.size() > 10, targets.size() + " targets");
      assertEquals(
          targets.stream().map(LearnedTarget::target).toList(),
          learner.targets(steps, learner.rule().withGamma(0.1)).stream()
              .map(LearnedTarget::target)
              .toList());
    }
  }

  @Test
  void aCheckpointWithoutCriticsIsNotAsked() {
    Path file = recorded("continuous", Map.of());
    try (Rollout rollout = Rollouts.open(file)) {
      AuditSubject subject =
          new AuditSubject(rollout, Optional.of(folder.resolve("bare.safetensors")));
      AuditReport report =
          new TargetsAudit()
              .run(
                  subject,
                  dev.hindsight.trainer.task.Progress.SILENT,
                  new dev.hindsight.trainer.task.Cancellation());
      assertEquals(AuditVerdict.NOT_APPLICABLE, report.verdict());
      assertTrue(report.sentence().contains("holds no critics"), report.sentence());
    }
  }

  private AuditAssertions planted(String form, Learning learning) {
    try (Rollout rollout = withAnEnd(recorded(form, Map.of()))) {
      return AuditAssertions.of(new TargetsAudit(learning), rollout);
    }
  }

  /// The same steps with another answer to one question.
  private static RecordedSteps altered(RecordedSteps steps, String question, Answer answer) {
    InvocationHandler handler =
        (_, method, asked) -> {
          Object right = method.invoke(steps, asked);
          return method.getName().equals(question)
              ? answer.of(right, (int) asked[0], (int) asked[1])
              : right;
        };
    return (RecordedSteps)
        Proxy.newProxyInstance(
            RecordedSteps.class.getClassLoader(), new Class<?>[] {RecordedSteps.class}, handler);
  }

  private interface Answer {
    Object of(Object right, int tick, int agent);
  }

  @ParameterizedTest
  @CsvSource({"continuous", "discrete"})
  void bootstrapAfterATrueEndIsFound(String form) {
    AuditFinding found =
        planted(
                form,
                (learner, steps, rule) ->
                    learner.targets(altered(steps, "terminal", (_, _, _) -> false), rule))
            .failsFirstAt(END, "where the episode had ended for good");
    assertEquals("target", found.dimension());
  }

  @ParameterizedTest
  @CsvSource({"continuous", "discrete"})
  void noBootstrapAtATimeLimitIsFound(String form) {
    planted(
            form,
            (learner, steps, rule) -> learner.targets(steps, rule.withTimeouts(TimeoutRule.END)))
        .failsFirstAt(LIMIT, "no value of the final observation at time limits");
  }

  @ParameterizedTest
  @CsvSource({"continuous", "discrete"})
  void theRewardOfOneMemberInsteadOfTheSumIsFound(String form) {
    planted(
            form,
            (learner, steps, rule) ->
                learner.targets(
                    altered(steps, "reward", (right, _, agent) -> agent == 0 ? right : (Object) 0f),
                    rule))
        .failsFirstAt(0, "the reward of member 0 alone instead of the sum");
  }

  @ParameterizedTest
  @CsvSource({"continuous", "discrete"})
  void anotherGammaIsFoundByItsNumber(String form) {
    planted(form, (learner, steps, rule) -> learner.targets(steps, rule.withGamma(0.95)))
        .fails("discounts by 0.95 per tick instead of 0.99");
  }

  @ParameterizedTest
  @CsvSource({"continuous", "discrete"})
  void theLogProbabilityOfOneMemberIsFound(String form) {
    planted(form, (learner, steps, rule) -> learner.targets(steps, onlySecond(rule)))
        .failsFirstAt(0, "the log-probability of member 1 alone instead of the sum");
  }

  private static TargetRule onlySecond(TargetRule rule) {
    List<List<Double>> alphas = new ArrayList<>();
    rule.alphas().forEach(own -> alphas.add(Arrays.asList(0.0, own.get(1), 0.0)));
    return rule.withAlphas(alphas);
  }

  /// Planted: two mistakes at once, which no single cause explains.
  @Test
  void mistakesWithoutASingleCauseAreFoundWithoutOne() {
    planted(
            "continuous",
            (learner, steps, rule) ->
                learner.targets(altered(steps, "terminal", (_, _, _) -> false), onlySecond(rule)))
        .failsFirstAt(0, "another number than follows from the recording");
  }

  /// Planted: a buffer that leaves out every time limit.
  @Test
  void aMissingStepIsFound() {
    AuditFinding found =
        planted(
                "continuous",
                (learner, steps, rule) ->
                    learner.targets(steps, rule).stream()
                        .filter(each -> each.tick() != LIMIT)
                        .toList())
            .failsFirstAt(LIMIT, "another number");
    assertEquals("step", found.dimension());
  }

  /// Rounding may be off by what float32 can lose and no more: a thousandth of a target is found.
  @Test
  void aThousandthOfATargetIsFound() {
    planted(
            "continuous",
            (learner, steps, rule) ->
                learner.targets(steps, rule).stream()
                    .map(each ->
                        new dev.hindsight.trainer.critic.LearnedTarget(
                            each.decider(), each.tick(), each.target() * 1.001, each.values()))
                    .toList())
        .failsFirstAt(0, "another number");
  }
}
