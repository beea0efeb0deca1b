package dev.hindsight.inspector.verdict;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.inspector.counterfactual.ChosenPolicySource;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.counterfactual.ControlledEpisodes;
import dev.hindsight.trainer.counterfactual.CounterfactualRunner;
import dev.hindsight.trainer.counterfactual.Intervention;
import dev.hindsight.trainer.counterfactual.MemoryControl;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The episodes of a recording under each control.
class ControlledEpisodesTest {
  private static final Cancellation GO_ON = new Cancellation();
  private static final ChosenPolicySource POLICIES = new ChosenPolicySource(Optional.empty());

  @Test
  void unchangedTheyAreThoseOfTheRecording(@TempDir Path folder) {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 200);
        ControlledEpisodes runs = ControlledEpisodes.of(rollout, POLICIES)) {
      List<double[][]> episodes = runs.run(MemoryControl.RECORDED, 0, GO_ON);
      assertTrue(runs.departs().isEmpty());
      assertEquals(ControlledEpisodes.recorded(rollout), episodes.size());
      var score = rollout.channel("trial_score").orElseThrow();
      var ended = rollout.channel("trial_ended").orElseThrow();
      int k = 0;
      for (int tick = 0; tick < rollout.ticks(); tick++) {
        if (ended.integer(tick, 0) != 0) {
          assertEquals(score.value(tick, 0), episodes.get(k / 4)[k % 4][0], "trial " + k);
          k++;
        }
      }
      assertTrue(k > 16, k + " trials");
    }
  }

  @Test
  void noControlTouchesTheFirstTrialAndEachTouchesALaterOne(@TempDir Path folder) {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 40);
        ControlledEpisodes runs = ControlledEpisodes.of(rollout, POLICIES)) {
      for (MemoryControl control : MemoryControl.values()) {
        int others = 0;
        for (int draw = 1; draw <= 12; draw++) {
          double[][] with = runs.run(MemoryControl.RECORDED, draw, GO_ON).getFirst();
          double[][] without = runs.run(control, draw, GO_ON).getFirst();
          assertArrayEquals(with[0], without[0], control + ", draw " + draw);
          for (int k = 1; k < with.length; k++) {
            others += with[k][0] == without[k][0] ? 0 : 1;
          }
        }
        assertEquals(control == MemoryControl.RECORDED, others == 0, control + ": " + others);
      }
    }
  }

  @Test
  void wipingAndClosingAreWhatLivingOnFromTheFirstTickDoes(@TempDir Path folder) {
    for (boolean limbo : new boolean[] {false, true}) {
      try (Rollout rollout =
              limbo
                  ? DarkRoomRecordings.withLimbo(folder, 60)
                  : DarkRoomRecordings.trained(folder, 60);
          ControlledEpisodes runs = ControlledEpisodes.of(rollout, POLICIES);
          CounterfactualRunner lives =
              CounterfactualRunner.at(
                  rollout, POLICIES, 0, 0, Progress.SILENT, new Cancellation())) {
        Intervention closed =
            new Intervention.AblateAttention(
                Ablation.of(Ablation.Fill.ZERO, new Ablation.Keys.EarlierTrials()),
                Map.of(),
                Integer.MAX_VALUE);
        double[][] wiped = runs.run(MemoryControl.WIPED, 0, GO_ON).getFirst();
        double[][] shut = runs.run(MemoryControl.EARLIER_TRIALS_CLOSED, 0, GO_ON).getFirst();
        double[] wipedLife = lives.run(new Intervention.WipeMemory(), 0, GO_ON).scores();
        double[] shutLife = lives.run(closed, 0, GO_ON).scores();
        for (int k = 0; k < wiped.length; k++) {
          assertEquals(wipedLife[k], wiped[k][0], "wiped, trial " + k);
          assertEquals(shutLife[k], shut[k][0], "closed, trial " + k);
        }
      }
    }
  }

  @Test
  void anotherDrawIsAnotherEpisodeAndTheSameAgainEachTime(@TempDir Path folder) {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 40);
        ControlledEpisodes runs = ControlledEpisodes.of(rollout, POLICIES)) {
      StringBuilder first = new StringBuilder();
      StringBuilder again = new StringBuilder();
      StringBuilder others = new StringBuilder();
      for (int draw = 1; draw < 12; draw++) {
        first.append(runs.run(MemoryControl.WIPED, draw, GO_ON).getFirst()[3][0]);
        others.append(runs.run(MemoryControl.WIPED, draw + 40, GO_ON).getFirst()[3][0]);
      }
      for (int draw = 1; draw < 12; draw++) {
        again.append(runs.run(MemoryControl.WIPED, draw, GO_ON).getFirst()[3][0]);
      }
      assertEquals(first.toString(), again.toString());
      assertNotEquals(first.toString(), others.toString());
    }
  }
}
