package dev.hindsight.trainer.rollout;

import java.util.Arrays;
import java.util.OptionalInt;

/// The part of a channel that is to be saved.
///
/// @param rollout the recording
/// @param channel the channel
/// @param agent whose part; everybody's without one
/// @param span its ticks
record ChannelPart(Rollout rollout, Channel channel, OptionalInt agent, Span span) {
  int ticks() {
    return span.ticks();
  }

  /// A, or 0 where the channel is about no agents.
  int agents() {
    return channel.spec().perAgent() ? channel.rowShape()[0] : 0;
  }

  /// Numbers for one agent, or in all where there are none.
  int width() {
    return agents() == 0 ? channel.rowLength() : channel.rowLength() / agents();
  }

  /// First number of a row that is saved.
  int first() {
    return agent.isPresent() ? agent.getAsInt() * width() : 0;
  }

  /// How many numbers of a row are saved.
  int count() {
    return agent.isPresent() ? width() : channel.rowLength();
  }

  /// Sizes of the saved array: the axis `agent` is gone where one was chosen.
  int[] shape() {
    int[] row = channel.rowShape();
    int[] rest = agent.isPresent() ? Arrays.copyOfRange(row, 1, row.length) : row;
    int[] shape = new int[rest.length + 1];
    shape[0] = ticks();
    System.arraycopy(rest, 0, shape, 1, rest.length);
    return shape;
  }
}
