package dev.hindsight.trainer.record;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;

/// The actions of a recording in the form an environment takes.
public final class RecordedActions {
  private final Channel channel;
  private final String file;

  /// @throws Problem if it holds none
  public RecordedActions(Rollout rollout) {
    file = rollout.file().toString();
    channel =
        rollout
            .channel("action")
            .orElseThrow(() -> misfit(wording("RecordedActions.it_holds_no_channel_action")));
  }

  /// Copies the actions of a tick.
  ///
  /// @throws Problem if they are not as many as the environment takes
  public void read(int tick, Actions target) {
    boolean continuous = target.continuous.length > 0;
    int wanted = continuous ? target.continuous.length : target.joint.length;
    if (channel.rowLength() != wanted) {
      throw misfit(
          wording("RecordedActions.it_holds_actions_a_tick_where", channel.rowLength(), wanted));
    }
    if (continuous) {
      channel.read(tick, 0, target.continuous, wanted);
    } else {
      channel.read(tick, 0, target.joint, wanted);
    }
  }

  private Problem misfit(String what) {
    return new Problem(
        wording("RecordedActions.it_cannot_be_replayed", what),
        file,
        wording("RecordedActions.record_it_again_with_this_version"));
  }
}
