package dev.hindsight.app.timeline;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;

/// What a lane shows of a channel.
final class LaneNumbers {
  private LaneNumbers() {}

  /// An element of a channel over the ticks. An action in limbo is nobody's: what a recorder filled
  /// in there is NaN here, so that it is not read as something the agent did.
  static IntToDoubleFunction of(Rollout rollout, Channel channel, int index) {
    int agents = rollout.manifest().agents();
    Optional<Channel> removed = rollout.channel("removed").filter(c -> c.rowLength() == agents);
    boolean actions = channel.spec().name().equals("action") && channel.spec().perAgent();
    if (!actions || removed.isEmpty() || agents == 0) {
      return tick -> channel.value(tick, index);
    }
    Channel limbo = removed.get();
    int agent = index / Math.max(1, channel.rowLength() / agents);
    return tick -> limbo.value(tick, agent) == 0 ? channel.value(tick, index) : Double.NaN;
  }
}
