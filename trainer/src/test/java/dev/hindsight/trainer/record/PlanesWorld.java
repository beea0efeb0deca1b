package dev.hindsight.trainer.record;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.Settings;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.observation.NumberType;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.rollout.FixedArray;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/// Two agents that observe a clock, two planes of signed bytes and one of unsigned bytes. Every
/// number depends on the tick, the agent and its place.
final class PlanesWorld implements Environment, EnvironmentFactory {
  static final ObservationLayout LAYOUT =
      new ObservationLayout(
          List.of(
              new Segment("clock", 0, List.of(1), List.of("age")),
              new Segment(
                  "maps",
                  1,
                  List.of(2, 3, 4),
                  List.of("target", "action"),
                  List.of(),
                  NumberType.I1),
              new Segment(
                  "mask", 25, List.of(1, 3, 4), List.of("obstacle"), List.of(), NumberType.U1)));

  private static final EnvironmentShape SHAPE =
      new EnvironmentShape(
          2,
          LAYOUT,
          new ActionSpace.Discrete(List.of(new ActionSpace.Factor("wait", "", List.of(0f, 1f)))),
          1,
          1,
          100,
          List.of());

  private final StepBuffer buffer = new StepBuffer(2, LAYOUT.size());

  /// A number of an observation.
  static float number(int tick, int agent, int dimension) {
    if (dimension == 0) {
      return tick / 10f;
    }
    int whole = tick + 31 * agent + 7 * dimension;
    return dimension < 25 ? whole % 256 - 128 : whole % 256;
  }

  @Override
  public EnvironmentShape shape() {
    return SHAPE;
  }

  @Override
  public SettingValues effective() {
    return new Settings(List.of()).parse(Map.of(), "test");
  }

  @Override
  public Environment create(long seed) {
    PlanesWorld world = new PlanesWorld();
    world.reset();
    return world;
  }

  @Override
  public StepBuffer buffer() {
    return buffer;
  }

  @Override
  public void reset() {
    buffer.clearResults();
    show(0);
  }

  private void show(int tick) {
    buffer.trialTick = tick;
    for (int agent = 0; agent < 2; agent++) {
      for (int d = 0; d < LAYOUT.size(); d++) {
        buffer.observation[agent * LAYOUT.size() + d] = number(tick, agent, d);
      }
    }
  }

  @Override
  public void step(Actions actions) {
    buffer.clearResults();
    show(buffer.trialTick + 1);
  }

  @Override
  public long stateHash() {
    return buffer.trialTick;
  }

  @Override
  public Snapshot snapshot() {
    return new Copy(buffer.trialTick);
  }

  private record Copy(int tick) implements Snapshot {}

  @Override
  public void restore(Snapshot snapshot) {
    show(((Copy) snapshot).tick);
  }

  @Override
  public void writeState(int column, ByteBuffer row) {
    throw new IndexOutOfBoundsException(column);
  }

  @Override
  public List<FixedArray> fixedArrays() {
    return List.of();
  }

  @Override
  public Map<String, Double> totals() {
    return Map.of();
  }

  @Override
  public List<Double> trialScores() {
    return List.of();
  }
}
