package dev.hindsight.trainer.env.drive.picture;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.ForwardingRollout;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.Optional;

/// A recording with the observations of other agents, which do not match the positions of bodies.
record ShiftedObservation(Rollout real) implements ForwardingRollout {
  @Override
  public Optional<Channel> channel(String name) {
    return real.channel(name)
        .map(c -> name.equals("observation") ? new Next(c, real.manifest().agents()) : c);
  }

  @Override
  public void close() {}

  /// The row of the next agent.
  private record Next(Channel real, int agents) implements Channel {
    @Override
    public ChannelSpec spec() {
      return real.spec();
    }

    @Override
    public int[] rowShape() {
      return real.rowShape();
    }

    @Override
    public int rowLength() {
      return real.rowLength();
    }

    private int next(int index) {
      return (index + real.rowLength() / agents) % real.rowLength();
    }

    @Override
    public double value(int tick, int index) {
      return real.value(tick, next(index));
    }

    @Override
    public long integer(int tick, int index) {
      return real.integer(tick, next(index));
    }

    @Override
    public void read(int tick, int from, float[] target, int count) {
      real.read(tick, next(from), target, count);
    }

    @Override
    public void read(int tick, int from, int[] target, int count) {
      real.read(tick, next(from), target, count);
    }
  }
}
