package dev.hindsight.inspector.series;

import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.function.IntToDoubleFunction;

/// The numbers of a channel as lanes and charts show them.
public final class ChannelNumbers {
  private ChannelNumbers() {}

  /// An element of a channel over the ticks. In limbo an agent does not act: the action that a
  /// recorder filled in there becomes NaN, so that it does not look like the agent's own.
  ///
  /// @param index the element of the channel's row, in C order
  public static IntToDoubleFunction of(Rollout rollout, Channel channel, int index) {
    int agents = rollout.manifest().agents();
    Limbo limbo = new Limbo(rollout);
    boolean actions = channel.spec().name().equals("action") && channel.spec().perAgent();
    if (!actions || !limbo.isRecorded() || agents == 0) {
      return tick -> channel.value(tick, index);
    }
    int agent = index / Math.max(1, channel.rowLength() / agents);
    return tick -> limbo.at(tick, agent) ? Double.NaN : channel.value(tick, index);
  }
}
