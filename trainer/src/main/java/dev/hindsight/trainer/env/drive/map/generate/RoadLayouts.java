package dev.hindsight.trainer.env.drive.map.generate;

import java.util.Random;

/// The one list of road layouts: which class draws which kind.
final class RoadLayouts {
  private RoadLayouts() {}

  /// Draws the roads of a specification.
  ///
  /// @param random seeded by the specification; the layout takes widths, radii and angles from it
  static RoadNetwork network(ScenarioSpec spec, Random random) {
    return switch (spec.kind()) {
      case STRAIGHT -> StraightLayout.network(spec.vehicles(), random);
      case CURVE -> BendLayout.network(spec.vehicles(), random);
      case INTERSECTION -> IntersectionLayout.network(spec.vehicles(), random);
      case ROUNDABOUT -> RoundaboutLayout.network(spec.vehicles(), random);
      case MERGE -> MergeLayout.network(spec.vehicles(), random);
    };
  }

  /// A number drawn evenly from a range.
  static double between(Random random, double from, double to) {
    return from + random.nextDouble() * (to - from);
  }
}
