package dev.hindsight.inspector.likelihood;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.critic.CriticRecordings;
import dev.hindsight.inspector.recompute.AirspaceRecordings;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A second opinion of a policy that acts for a group.
class GroupLikelihoodTest {
  private static final Map<String, String> DISCRETE = Map.of("action_form", "discrete");

  @TempDir private Path folder;

  private static LikelihoodReading read(Rollout rollout, int agent, Path checkpoint) {
    return LikelihoodReading.of(
        rollout, agent, checkpoint.toString(), Progress.SILENT, new Cancellation());
  }

  @ParameterizedTest
  @CsvSource({
    "mlp, ctce, shared",
    "mlp, ctde, own",
    "lstm, ctce, shared",
    "transformer, ctde, own"
  })
  void thePolicyThatActedForAGroupHasRatioOneForEveryMember(
      String policy, String mode, String actors) {
    Map<String, String> knobs =
        Map.of(
            "policy", policy,
            "group_mode", mode,
            "group_actors", actors,
            "replay_sequence_length", "2");
    Path file = CriticRecordings.record(folder, "spread", DISCRETE, knobs);
    try (Rollout rollout = Rollouts.open(file)) {
      for (int agent = 0; agent < 3; agent++) {
        LikelihoodReading reading = read(rollout, agent, folder.resolve("bare.safetensors"));
        assertTrue(reading.same(), "agent " + agent);
        assertEquals(CriticRecordings.TICKS, reading.sums().getFirst().count());
        assertEquals(1, reading.sums().getFirst().ratio(), 1e-4);
      }
    }
  }

  @Test
  void thePolicyWhoseAgentsLookAtEachOtherHasRatioOneForEveryAgent() {
    try (Rollout rollout = AirspaceRecordings.record(folder.resolve("sky.rollout"))) {
      for (int agent : new int[] {0, 1, 40}) {
        LikelihoodReading reading =
            LikelihoodReading.of(
                rollout, agent, "airspace-50", Progress.SILENT, new Cancellation());
        assertTrue(reading.same(), "agent " + agent);
        assertEquals(1, reading.sums().getFirst().ratio(), 1e-4);
      }
    }
  }

  /// Planted: one member's opinion for another's.
  @Test
  void theOpinionIsThatOfTheMember() {
    Path file =
        CriticRecordings.record(
            folder, "spread", DISCRETE, Map.of("group_mode", "ctde", "group_actors", "own"));
    try (Rollout rollout = Rollouts.open(file)) {
      LikelihoodReading first = read(rollout, 0, folder.resolve("bare.safetensors"));
      LikelihoodReading second = read(rollout, 1, folder.resolve("bare.safetensors"));
      assertFalse(
          java.util.Arrays.equals(first.likelihoods().logProb(), second.likelihoods().logProb()));
    }
  }
}
