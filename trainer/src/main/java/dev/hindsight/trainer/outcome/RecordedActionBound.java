package dev.hindsight.trainer.outcome;

import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Arrays;
import java.util.Optional;

/// How the numbers of each recorded action were kept within `[-1, 1]`: the column `squashed`, which
/// recordings of continuous actions have if a policy acts. Where it is missing, numbers were
/// clipped.
public final class RecordedActionBound {
  /// Name of the column: 1 where a tanh bounds an agent's numbers.
  public static final String COLUMN = "squashed";

  private final Optional<Channel> column;

  /// Those of a recording.
  public RecordedActionBound(Rollout rollout) {
    int agents = rollout.manifest().agents();
    column =
        rollout
            .channel(COLUMN)
            .filter(found -> found.spec().perAgent() && found.rowLength() == agents);
  }

  /// That of one action.
  public ActionBound at(int tick, int agent) {
    return column.isPresent() && column.get().integer(tick, agent) != 0
        ? ActionBound.TANH
        : ActionBound.CLIPPED;
  }

  /// Those of all agents at a tick.
  ///
  /// @param squashed `[A]`, overwritten; empty for discrete actions
  public void read(int tick, byte[] squashed) {
    Arrays.fill(squashed, (byte) 0);
    for (int agent = 0; column.isPresent() && agent < squashed.length; agent++) {
      squashed[agent] = (byte) (column.get().integer(tick, agent) != 0 ? 1 : 0);
    }
  }
}
