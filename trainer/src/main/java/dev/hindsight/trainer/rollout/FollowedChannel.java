package dev.hindsight.trainer.rollout;

import java.util.function.Supplier;

/// A column of a recording that another process is making: that of whatever mapping of the file is
/// the newest. Any thread.
///
/// @param newest the recording as far as it is mapped now
record FollowedChannel(ChannelSpec spec, Supplier<Rollout> newest) implements Channel {
  private Channel now() {
    return newest.get().channel(spec.name()).orElseThrow();
  }

  @Override
  public int[] rowShape() {
    return now().rowShape();
  }

  @Override
  public int rowLength() {
    return now().rowLength();
  }

  @Override
  public double value(int tick, int index) {
    return now().value(tick, index);
  }

  @Override
  public long integer(int tick, int index) {
    return now().integer(tick, index);
  }

  @Override
  public void read(int tick, int from, float[] target, int count) {
    now().read(tick, from, target, count);
  }

  @Override
  public void read(int tick, int from, int[] target, int count) {
    now().read(tick, from, target, count);
  }
}
