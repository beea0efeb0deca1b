package dev.hindsight.trainer.record;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.TickWorld;
import dev.hindsight.trainer.observation.NumberType;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import java.util.List;

/// Two agents that observe a clock, two planes of signed bytes and one of unsigned bytes. Every
/// number depends on the tick, the agent and its place.
final class PlanesWorld extends TickWorld {
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

  static final EnvironmentShape SHAPE =
      new EnvironmentShape(
          2,
          LAYOUT,
          new ActionSpace.Discrete(List.of(new ActionSpace.Factor("wait", "", List.of(0f, 1f)))),
          1,
          1,
          100,
          List.of());

  private PlanesWorld() {
    super(SHAPE);
  }

  /// Makes such worlds.
  static EnvironmentFactory factory() {
    return factory(SHAPE, PlanesWorld::new);
  }

  /// A number of an observation.
  static float number(int tick, int agent, int dimension) {
    if (dimension == 0) {
      return tick / 10f;
    }
    int whole = tick + 31 * agent + 7 * dimension;
    return dimension < 25 ? whole % 256 - 128 : whole % 256;
  }

  @Override
  protected void observe(int tick) {
    for (int agent = 0; agent < SHAPE.agents(); agent++) {
      for (int d = 0; d < LAYOUT.size(); d++) {
        buffer.observation[agent * LAYOUT.size() + d] = number(tick, agent, d);
      }
    }
  }
}
