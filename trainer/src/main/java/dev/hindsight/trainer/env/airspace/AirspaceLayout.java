package dev.hindsight.trainer.env.airspace;

import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.observation.Quantity;
import java.util.List;

/// The observation of an aircraft: `own`, a vector, and `neighbours`, a table of the nearest
/// others, each row an edge of a graph. x points ahead, y to the left, both in the own heading's
/// frame.
final class AirspaceLayout {
  static final String OWN = "own";
  static final String NEIGHBOURS = "neighbours";

  /// Numbers in `own`.
  static final int OWN_FEATURES = 14;

  /// Numbers in a row of `neighbours`.
  static final int FEATURES = 12;

  /// First number of an empty row; its other numbers are 0.
  static final float EMPTY = -1;

  static final double METRES = 40 * 1852.0;
  static final double SPEED = 250;
  static final double SECONDS = 300;
  static final double CLOSEST = 5 * 1852.0;
  static final double VERTICAL = 15;
  static final double CALIBRATED_ERROR = 20;

  private AirspaceLayout() {}

  static ObservationLayout of(AirspaceConfig config) {
    if (config.form() == AirspaceConfig.Form.HORIZONTAL) {
      return HorizontalObserver.layout(config.others());
    }
    return new ObservationLayout(
        List.of(
            new Segment(
                OWN,
                0,
                List.of(OWN_FEATURES),
                List.of(
                    "drift_cos",
                    "drift_sin",
                    "exit_distance",
                    "speed",
                    "speed_error",
                    "altitude_error",
                    "level",
                    "vertical_speed",
                    "climb_left",
                    "last_heading",
                    "last_speed",
                    "last_level",
                    "conflicts",
                    "losses"),
                List.of(
                    Quantity.COSINE,
                    Quantity.COSINE,
                    Quantity.measured("NM", config.radius() / 1852),
                    Quantity.measured("m/s", SPEED),
                    Quantity.measured("m/s", CALIBRATED_ERROR),
                    Quantity.measured("ft", 1000),
                    Quantity.measured("", 1),
                    Quantity.measured("m/s", VERTICAL),
                    Quantity.measured("ft", 1000),
                    Quantity.ranged("", 1, -1, 1),
                    Quantity.ranged("", 1, -1, 1),
                    Quantity.ranged("", 1, -1, 1),
                    Quantity.measured("aircraft", 5),
                    Quantity.measured("aircraft", 5))),
            new Segment(
                NEIGHBOURS,
                OWN_FEATURES,
                List.of(config.neighbours(), FEATURES),
                List.of(
                    "slot",
                    "dx",
                    "dy",
                    "dalt",
                    "relative_vx",
                    "relative_vy",
                    "track_cos",
                    "track_sin",
                    "tcpa",
                    "dcpa",
                    "conflict",
                    "loss"),
                List.of(
                    Quantity.measured("", 1),
                    Quantity.measured("NM", 40),
                    Quantity.measured("NM", 40),
                    Quantity.measured("ft", 1000),
                    Quantity.measured("m/s", SPEED),
                    Quantity.measured("m/s", SPEED),
                    Quantity.COSINE,
                    Quantity.COSINE,
                    Quantity.ranged("s", SECONDS, -2, 2),
                    Quantity.ranged("NM", 5, 0, 2),
                    Quantity.FLAG,
                    Quantity.FLAG))));
  }
}
