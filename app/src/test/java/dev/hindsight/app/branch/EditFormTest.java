package dev.hindsight.app.branch;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.List;
import org.junit.jupiter.api.Test;

class EditFormTest {
  /// Two agents, two trials of ten ticks; agent 0 is in limbo from tick 14 to the end of its trial.
  private static final Rollout ROLLOUT =
      new MemoryRollout("toy", 2, 20, 2)
          .with("trial", Dtype.I4, (t, i) -> Math.floorDiv(t, 10))
          .with("trial_tick", Dtype.I4, (t, i) -> t % 10)
          .with("removed", Dtype.BOOL, (t, agent) -> t >= 14 && agent == 0 ? 1 : 0, 2);

  private static boolean inLimbo(int tick, int agent, Edit... pending) {
    return EditForm.inLimbo(new Moment(ROLLOUT, tick, agent), List.of(pending));
  }

  @Test
  void onlyEditsThatMayBringAnAgentBackLiftItsLimbo() {
    Edit back = new Edit.Presence(15, 0, Edit.Presence.Way.BACK);
    assertFalse(inLimbo(13, 0));
    assertFalse(inLimbo(16, 1));
    assertTrue(inLimbo(16, 0));
    assertFalse(inLimbo(16, 0, back));
    assertTrue(inLimbo(14, 0, back));
    assertTrue(inLimbo(16, 0, new Edit.Presence(15, 0, Edit.Presence.Way.OFF)));
    assertTrue(inLimbo(16, 0, new Edit.Presence(15, 1, Edit.Presence.Way.BACK)));
    assertTrue(inLimbo(16, 0, new Edit.Wipe(16, Edit.ALL)));
    assertTrue(inLimbo(16, 0, new Edit.PolicyChange(14, "other", "")));
  }

  @Test
  void editsFromBeforeItsLimboMayHaveSparedAnAgent() {
    assertFalse(inLimbo(16, 0, new Edit.Pose(13, 1, 0, 0, 0)));
    assertTrue(inLimbo(16, 0, new Edit.Pose(14, 1, 0, 0, 0)));
  }
}
