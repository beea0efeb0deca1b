package dev.hindsight.trainer.record;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Categorical;
import dev.hindsight.trainer.action.IllegalLogit;
import dev.hindsight.trainer.env.ActionMask;
import dev.hindsight.trainer.env.MaskedWorld;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.outcome.RecordedActionMask;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.record.RecordingRequest.Until;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which actions were legal is recorded, whether or not policies had to obey.
class RecordedActionMaskTest {
  private static final int TICKS = 30;

  @TempDir Path folder;

  private Path record(ActionMask actionMask) {
    Path out = folder.resolve(actionMask + ".rollout");
    RecordingReport _ =
        new RolloutRecorder(
                new RecordingRequest(
                    BuiltInEnvironments.named("darkroom"),
                    MaskedWorld.factory(actionMask),
                    Optional.empty(),
                    Optional.empty(),
                    new ActionSelection.Random(),
                    TICKS,
                    Until.ALL_TICKS,
                    3,
                    out))
            .run(Progress.SILENT, new Cancellation());
    return out;
  }

  @Test
  void theColumnSaysWhichActionsWereLegalBeforeEachAction() {
    for (ActionMask actionMask : new ActionMask[] {ActionMask.INFORMS, ActionMask.APPLIES}) {
      try (Rollout rollout = Rollouts.open(record(actionMask))) {
        Channel column = rollout.channel(RecordedActionMask.COLUMN).orElseThrow();
        assertEquals(Dtype.BOOL, column.spec().type());
        assertArrayEquals(new int[] {2, 6}, column.rowShape());
        RecordedActionMask mask = RecordedActionMask.of(rollout, 6).orElseThrow();
        assertEquals(actionMask == ActionMask.APPLIES, mask.applied());
        StepBuffer seen =
            new RecordedObservations(rollout, MaskedWorld.shape(actionMask)).at(TICKS - 1);
        for (int tick = 0; tick < TICKS; tick++) {
          for (int i = 0; i < 12; i++) {
            assertEquals(MaskedWorld.legal(tick, i / 6, i % 6), mask.legal(tick, i / 6, i % 6));
            assertEquals(MaskedWorld.legal(TICKS - 1, i / 6, i % 6), seen.legal(i / 6, i % 6));
          }
        }
      }
    }
  }

  @Test
  void illegalActionsAreCountedAndHappenOnlyWhereTheMaskInforms() {
    try (Rollout applied = Rollouts.open(record(ActionMask.APPLIES));
        Rollout informed = Rollouts.open(record(ActionMask.INFORMS));
        Rollout without = Rollouts.open(record(ActionMask.NONE))) {
      assertEquals(0, illegal(applied));
      assertTrue(illegal(informed) > TICKS);
      assertEquals(
          illegal(informed), informed.summary().orElseThrow().totals().get("illegal_actions"));
      assertEquals(Optional.empty(), RecordedActionMask.of(without, 6));
    }
  }

  private static double illegal(Rollout rollout) {
    Channel action = rollout.channel("action").orElseThrow();
    int illegal = 0;
    for (int tick = 0; tick < TICKS; tick++) {
      for (int agent = 0; agent < 2; agent++) {
        illegal += MaskedWorld.legal(tick, agent, (int) action.integer(tick, agent)) ? 0 : 1;
      }
    }
    return illegal;
  }

  @Test
  void logitsOfIllegalActionsHaveNoPartInTheDistributionThatWasDrawnFrom() {
    try (Rollout rollout = Rollouts.open(record(ActionMask.APPLIES))) {
      float[] logits = {1, 2, 3, 4, 5, 6};
      RecordedActionMask.of(rollout, 6).orElseThrow().apply(4, 1, logits);
      float none = IllegalLogit.FILL;
      assertArrayEquals(new float[] {none, none, none, none, 5, none}, logits);
    }
  }

  @Test
  void policiesThatDifferInIllegalActionsAloneDoNotDiverge() {
    try (Rollout rollout = Rollouts.open(record(ActionMask.APPLIES))) {
      float[] one = {1, 2, 3, 4, 5, 6};
      float[] other = {1, 9, -3, 4, 5, 0};
      float[] mine = RecordedActionMask.applied(rollout, 0, 0, one);
      float[] theirs = RecordedActionMask.applied(rollout, 0, 0, other);
      // At tick 0 the first agent may do 0 or 3.
      assertEquals(0, Categorical.divergence(mine, theirs));
      assertEquals(Categorical.entropy(new float[] {1, 4}), Categorical.entropy(mine), 1e-9);
      assertTrue(Categorical.divergence(one, other) > 1, "without the mask they would");
      assertArrayEquals(new float[] {1, 2, 3, 4, 5, 6}, one);
    }
  }
}
