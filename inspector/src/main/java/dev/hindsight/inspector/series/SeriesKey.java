package dev.hindsight.inspector.series;

import dev.hindsight.trainer.rollout.Channel;

/// Identifies a series: an element of a channel's row.
///
/// @param channel name of the channel
/// @param index `0..rowLength-1`, in C order
public record SeriesKey(String channel, int index) {
  /// A component of a channel: of an agent's part, or of the whole row if there are no agents.
  ///
  /// @param component `0..C-1`, the element within the agent's part of the row
  /// @param agent ignored if the channel has no agents
  public static SeriesKey of(Channel channel, int component, int agent) {
    int width = components(channel);
    return new SeriesKey(
        channel.spec().name(), channel.spec().perAgent() ? agent * width + component : component);
  }

  /// C, the numbers per agent in a channel, or all numbers of the row if it has no agents.
  public static int components(Channel channel) {
    boolean perAgent = channel.spec().perAgent() && channel.rowShape()[0] > 0;
    return perAgent ? channel.rowLength() / channel.rowShape()[0] : channel.rowLength();
  }
}
