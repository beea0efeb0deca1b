package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.ChannelSpec;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Summary;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A recording whose observations are another agent's: what they tell of is not where bodies are.
record ShiftedObservation(Rollout real) implements Rollout {
  @Override
  public Path file() {
    return real.file();
  }

  @Override
  public Manifest manifest() {
    return real.manifest();
  }

  @Override
  public int ticks() {
    return real.ticks();
  }

  @Override
  public TrialIndex trials() {
    return real.trials();
  }

  @Override
  public boolean complete() {
    return real.complete();
  }

  @Override
  public Optional<Channel> channel(String name) {
    return real.channel(name)
        .map(c -> name.equals("observation") ? new Next(c, real.manifest().agents()) : c);
  }

  @Override
  public List<Channel> channels() {
    return real.channels();
  }

  @Override
  public Optional<NpyArray> fixed(String name) {
    return real.fixed(name);
  }

  @Override
  public Optional<NpyArray> last(String name) {
    return real.last(name);
  }

  @Override
  public Optional<Summary> summary() {
    return real.summary();
  }

  @Override
  public void close() {}

  /// The row of the agent after the one that is asked for.
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
