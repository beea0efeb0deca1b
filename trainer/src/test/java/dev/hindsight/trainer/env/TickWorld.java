package dev.hindsight.trainer.env;

import dev.hindsight.trainer.rollout.FixedArray;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// A world for tests whose whole state is the tick of its episode, whatever its agents do.
public abstract class TickWorld implements Environment {
  private final EnvironmentShape shape;

  /// What the world shows.
  protected final StepBuffer buffer;

  /// Not reset yet.
  protected TickWorld(EnvironmentShape shape) {
    this.shape = shape;
    buffer = new StepBuffer(shape);
  }

  /// Makes worlds that begin at tick 0.
  protected static EnvironmentFactory factory(EnvironmentShape shape, Supplier<TickWorld> maker) {
    return factory(shape, new Settings(List.of()).parse(Map.of(), "test"), maker);
  }

  /// Makes worlds of a configuration that begin at tick 0.
  protected static EnvironmentFactory factory(
      EnvironmentShape shape, SettingValues settings, Supplier<TickWorld> maker) {
    return new EnvironmentFactory() {
      @Override
      public EnvironmentShape shape() {
        return shape;
      }

      @Override
      public SettingValues effective() {
        return settings;
      }

      @Override
      public Environment create(long seed) {
        TickWorld world = maker.get();
        world.reset();
        return world;
      }
    };
  }

  /// Writes what agents observe at a tick.
  protected abstract void observe(int tick);

  /// Goes to a tick.
  protected final void show(int tick) {
    buffer.trialTick = tick;
    observe(tick);
  }

  @Override
  public final EnvironmentShape shape() {
    return shape;
  }

  @Override
  public final StepBuffer buffer() {
    return buffer;
  }

  @Override
  public final void reset() {
    buffer.clearResults();
    show(0);
  }

  @Override
  public void step(Actions actions) {
    buffer.clearResults();
    show(buffer.trialTick + 1);
  }

  @Override
  public final long stateHash() {
    return buffer.trialTick;
  }

  @Override
  public final Snapshot snapshot() {
    return new Copy(buffer.trialTick);
  }

  private record Copy(int tick) implements Snapshot {}

  @Override
  public final void restore(Snapshot snapshot) {
    show(((Copy) snapshot).tick);
  }

  @Override
  public final void writeState(int column, ByteBuffer row) {
    throw new IndexOutOfBoundsException(column);
  }

  @Override
  public final List<FixedArray> fixedArrays() {
    return List.of();
  }

  @Override
  public final Map<String, Double> totals() {
    return Map.of();
  }

  @Override
  public final List<TrialTotals> trialTotals() {
    return List.of();
  }
}
