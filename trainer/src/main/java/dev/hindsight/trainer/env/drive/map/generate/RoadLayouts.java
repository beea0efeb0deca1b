package dev.hindsight.trainer.env.drive.map.generate;

import java.util.Random;

/// The list of road layouts: which class builds which kind.
final class RoadLayouts {
  private RoadLayouts() {}

  /// Builds the roads of a specification.
  ///
  /// @param random seeded by the specification; the layout draws widths, radii and angles from it
  static RoadNetwork network(ScenarioSpec spec, Random random) {
    return switch (spec.kind()) {
      case STRAIGHT -> StraightLayout.network(spec.vehicles(), random);
      case CURVE -> BendLayout.network(spec.vehicles(), random);
      case INTERSECTION -> IntersectionLayout.network(spec.vehicles(), random);
      case ROUNDABOUT -> RoundaboutLayout.network(spec.vehicles(), random);
      case FORK -> ForkLayout.network(spec.vehicles(), random);
      case MERGE -> MergeLayout.network(spec.vehicles(), random);
      case NARROW -> NarrowLayout.network(spec.vehicles(), random);
    };
  }

  /// A uniformly distributed number.
  static double between(Random random, double from, double to) {
    return from + random.nextDouble() * (to - from);
  }
}
