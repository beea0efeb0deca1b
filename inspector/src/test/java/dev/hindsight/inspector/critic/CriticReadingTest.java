package dev.hindsight.inspector.critic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.critic.CriticReading.Question;
import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.critic.ObservedTicks;
import dev.hindsight.trainer.learn.sac.CheckpointCritics.Version;
import dev.hindsight.trainer.learn.sac.CheckpointLearner;
import dev.hindsight.trainer.record.TeacherForcing;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Worker;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the critics think of joint actions, of groups of three in spread and of an agent alone.
class CriticReadingTest {
  private static final Map<String, String> DISCRETE = Map.of("action_form", "discrete");

  @TempDir private Path folder;

  private interface Checks {
    void run(Rollout rollout, CheckpointLearner learner);
  }

  private void on(Map<String, String> world, Map<String, String> knobs, Checks checks) {
    check(CriticRecordings.record(folder, "spread", world, knobs), checks);
  }

  private void check(Path file, Checks checks) {
    try (Rollout rollout = Rollouts.open(file);
        CheckpointLearner learner =
            CheckpointLearner.require(
                folder.resolve("policy.safetensors"), TeacherForcing.shapeOf(rollout))) {
      checks.run(rollout, learner);
    }
  }

  @Test
  void thePayoffTableHoldsEveryActionOfTwoMembersWithTheThirdHeld() {
    on(
        DISCRETE,
        Map.of(),
        (rollout, learner) -> {
          CriticReading read =
              CriticReading.of(rollout, learner, new Question(0, 7, CriticChoice.LOWEST, 2, 0));
          ActionSurface table = read.surface();
          assertEquals(5, table.columns());
          assertEquals(5, table.rows());
          int[] did = read.moment().actions();
          List<float[]> all = read.moment().values(learner.critics(), new float[0]);
          for (int first = 0; first < 5; first++) {
            for (int third = 0; third < 5; third++) {
              int joint = (first * 5 + did[1]) * 5 + third;
              assertEquals(
                  Math.min(all.get(0)[joint], all.get(1)[joint]),
                  table.values()[first * 5 + third]);
            }
          }
          assertEquals(table.values()[did[0] * 5 + did[2]], table.done());
          assertEquals(table.most(), table.values()[table.best()]);
          assertEquals(did[2], table.doneAcross());
          assertTrue(table.words(did[0] * 5).startsWith("agent 2 none; agent 0 "), table.words(0));
        });
  }

  @Test
  void aHeatMapShowsTwoNumbersAndHoldsAllOthersAtWhatWasDone() {
    on(
        Map.of(),
        Map.of(),
        (rollout, learner) -> {
          CriticReading read =
              CriticReading.of(rollout, learner, new Question(1, 9, CriticChoice.SECOND, 2, 5));
          ActionSurface map = read.surface();
          assertEquals("agent 1, x [m/s²]", map.across().name());
          assertEquals("agent 2, y [m/s²]", map.upwards().name());
          float[] numbers = read.moment().numbers().clone();
          numbers[2] = map.across().raw(3);
          numbers[5] = map.upwards().raw(30);
          float[] alone =
              learner.critics().values(0, 1, Version.CURRENT, read.moment().observation(), numbers);
          assertEquals(alone[0], map.values()[30 * map.columns() + 3], 1e-6);
          assertEquals(read.byCritic().get(1), map.done(), 1e-6);
          assertEquals(
              read.moment().numbers()[2], 2 * map.doneAcross() / (map.columns() - 1) - 1, 1e-6);
        });
  }

  @Test
  void whatADiscreteMemberDidIsWorthTheDifferenceFromTheMeanOfItsPolicy() {
    on(
        DISCRETE,
        Map.of("group_actors", "own"),
        (rollout, learner) -> {
          CriticReading read = CriticReading.of(rollout, learner, Question.about(0, 11));
          float[] logits = learner.policy(0, read.moment().observation());
          double[] values =
              CriticChoice.LOWEST.of(read.moment().values(learner.critics(), new float[0]));
          int[] did = read.moment().actions();
          double expected = 0;
          double[] likely = Categorical.probabilities(Arrays.copyOfRange(logits, 5, 10));
          for (int action = 0; action < 5; action++) {
            expected += likely[action] * values[(did[0] * 5 + action) * 5 + did[2]];
          }
          MemberAdvantage second = read.members().get(1);
          assertEquals(1, second.agent());
          assertEquals(
              values[(did[0] * 5 + did[1]) * 5 + did[2]] - expected, second.advantage(), 1e-9);
          assertEquals(0, second.error());
        });
  }

  /// Planted: a mean over the joint policy, which blames a member for what others did.
  @Test
  void theOthersAreHeldAtWhatTheyDidNotDrawnToo() {
    on(
        DISCRETE,
        Map.of(),
        (rollout, learner) -> {
          CriticReading read = CriticReading.of(rollout, learner, Question.about(0, 11));
          float[] logits = learner.policy(0, read.moment().observation());
          double[] values =
              CriticChoice.LOWEST.of(read.moment().values(learner.critics(), new float[0]));
          double joint = 0;
          for (int j = 0; j < values.length; j++) {
            double likely = 1;
            int[] each = {j / 25, j / 5 % 5, j % 5};
            for (int m = 0; m < 3; m++) {
              likely *=
                  Categorical.probabilities(Arrays.copyOfRange(logits, 5 * m, 5 * m + 5))[each[m]];
            }
            joint += likely * values[j];
          }
          assertNotEquals(joint, read.members().getFirst().expected(), 1e-6);
        });
  }

  @Test
  void theMeanOverNumbersIsDrawnWithTheSameNoiseEveryTime() {
    on(
        Map.of(),
        Map.of(),
        (rollout, learner) -> {
          CriticReading read = CriticReading.of(rollout, learner, Question.about(2, 5));
          assertEquals(
              read.members(), CriticReading.of(rollout, learner, Question.about(2, 5)).members());
          for (MemberAdvantage member : read.members()) {
            assertTrue(
                member.error() > 0 && Double.isFinite(member.advantage()), member.toString());
            assertEquals(read.surface().done(), member.value(), 1e-6);
          }
        });
  }

  /// The recording's policy is the checkpoint's: its outputs are those recorded.
  @Test
  void thePolicyIsTheOneThatActed() {
    on(
        Map.of(),
        Map.of("group_mode", "ctce"),
        (rollout, learner) -> {
          CriticReading read = CriticReading.of(rollout, learner, Question.about(0, 4));
          float[] outputs = learner.policy(0, read.moment().observation());
          for (int i = 0; i < outputs.length; i++) {
            assertEquals(rollout.channel("logits").orElseThrow().value(4, i), outputs[i], 1e-5);
          }
        });
  }

  /// With a memory too: what is recomputed from the recording is what the policy put out.
  @ParameterizedTest
  @CsvSource({
    "lstm, ctde, shared",
    "lstm, ctce, shared",
    "lstm, ctde, own",
    "transformer, ctde, shared",
    "transformer, ctce, shared"
  })
  void aPolicyWithAMemoryIsTheOneThatActed(String policy, String mode, String actors) {
    on(
        Map.of("trial_ticks", "15"),
        Map.of(
            "policy", policy,
            "group_mode", mode,
            "group_actors", actors,
            "replay_sequence_length", "3"),
        (rollout, learner) -> {
          // Before and after the first episode's end.
          for (int tick : new int[] {9, 14, 15, 21}) {
            CriticReading read = CriticReading.of(rollout, learner, Question.about(0, tick));
            assertEquals(tick % 15 + 1, read.moment().seen().ticks());
            float[] outputs = learner.policy(0, read.moment().seen());
            for (int i = 0; i < outputs.length; i++) {
              double recorded = rollout.channel("logits").orElseThrow().value(tick, i);
              assertEquals(recorded, outputs[i], 1e-5, policy + " at " + tick);
            }
            assertEquals(read.surface().done(), read.members().getFirst().value(), 1e-6);
          }
          // Planted: a state without the ticks before.
          CriticReading read = CriticReading.of(rollout, learner, Question.about(0, 9));
          float[] forgetful =
              learner.policy(0, ObservedTicks.single(read.moment().observation(), 3));
          double recorded = rollout.channel("logits").orElseThrow().value(9, 0);
          assertNotEquals(recorded, forgetful[0], 1e-5);
        });
  }

  @Test
  void membersThatDecideAloneHaveAPictureOfTheirOwnTwoNumbers() {
    on(
        Map.of(),
        Map.of("group_mode", "dtde"),
        (rollout, learner) -> {
          CriticReading read = CriticReading.of(rollout, learner, Question.about(2, 4));
          assertEquals(List.of(2), read.moment().members());
          assertEquals("agent 2, x [m/s²]", read.surface().across().name());
          assertEquals("agent 2, y [m/s²]", read.surface().upwards().name());
          assertEquals(1, read.members().size());
        });
  }

  @Test
  void anAgentAloneWithDiscreteActionsHasARow() {
    check(
        CriticRecordings.record(folder, "darkroom", Map.of(), Map.of()),
        (rollout, learner) -> {
          CriticReading read = CriticReading.of(rollout, learner, Question.about(0, 4));
          assertEquals(1, read.surface().rows());
          assertEquals(learner.critics().actions(), read.surface().columns());
        });
  }

  @Test
  void aCheckpointWithoutCriticsSaysSo() {
    Path file = CriticRecordings.record(folder, "spread", Map.of(), Map.of());
    try (Rollout rollout = Rollouts.open(file);
        CriticSource source = new CriticSource(rollout)) {
      Problem problem =
          assertThrows(
              Problem.class,
              () ->
                  source.compute(
                      Optional.of(folder.resolve("bare.safetensors").toString()), _ -> 0));
      assertTrue(problem.getMessage().contains("holds no critics"), problem.getMessage());
      assertTrue(problem.getMessage().contains("SAC run"), problem.getMessage());
    }
  }

  @Test
  void criticsAreFreedAfterAComputationThatFailsMeanwhile() {
    Path file = CriticRecordings.record(folder, "spread", Map.of(), Map.of());
    AtomicReference<CheckpointLearner> used = new AtomicReference<>();
    try (Rollout rollout = Rollouts.open(file);
        CriticSource source = new CriticSource(rollout)) {
      assertThrows(
          IllegalStateException.class,
          () ->
              source.compute(
                  Optional.empty(),
                  learner -> {
                    used.set(learner);
                    try (Worker panel = new Worker("closes")) {
                      panel.execute(source::close);
                    }
                    learner.policy(0, observations(learner));
                    throw new IllegalStateException("it fails");
                  }));
      CheckpointLearner learner = used.get();
      assertThrows(IllegalStateException.class, () -> learner.policy(0, observations(learner)));
    }
  }

  private static float[] observations(CheckpointLearner learner) {
    return new float[learner.critics().members() * learner.critics().observed()];
  }
}
