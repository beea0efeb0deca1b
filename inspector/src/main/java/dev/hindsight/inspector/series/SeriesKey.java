package dev.hindsight.inspector.series;

import dev.hindsight.trainer.rollout.Channel;

/// One number a tick: an element of a channel's row.
///
/// @param channel name of the channel
/// @param index `0..rowLength-1`, in C order
public record SeriesKey(String channel, int index) {
  /// A component of what a channel holds for one agent, or of a channel without agents.
  ///
  /// @param component `0..C-1`, the element within the agent's part of the row
  /// @param agent ignored where the channel has no agents
  public static SeriesKey of(Channel channel, int component, int agent) {
    int width = components(channel);
    return new SeriesKey(
        channel.spec().name(), channel.spec().perAgent() ? agent * width + component : component);
  }

  /// C, how many numbers a channel has for one agent, or in all where it has no agents.
  public static int components(Channel channel) {
    boolean perAgent = channel.spec().perAgent() && channel.rowShape()[0] > 0;
    return perAgent ? channel.rowLength() / channel.rowShape()[0] : channel.rowLength();
  }
}
