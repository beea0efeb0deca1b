package dev.hindsight.trainer.env.excavation;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.excavation.maps.ExcavationMap;
import dev.hindsight.trainer.env.excavation.simulation.MachineFootprint;
import dev.hindsight.trainer.env.excavation.simulation.SiteGeometry;
import dev.hindsight.trainer.env.excavation.simulation.StartPose;

/// Draws where an episode begins: the machine stands on level, dumpable ground without obstacles,
/// with its centre at least 8 tiles from the edge of the site, in any direction.
public final class StartSampler {
  private static final int FROM_EDGE = 8;
  private static final int TRIES = 300;

  private final MachineFootprint footprint;

  /// All starts with age 0, so that drawing one allocates nothing.
  private final StartPose[] starts;

  /// Draws starts of one machine. Immutable; any thread.
  public StartSampler(SiteGeometry geometry) {
    footprint = new MachineFootprint(geometry);
    int span = Math.max(1, geometry.size() - 2 * FROM_EDGE);
    starts = new StartPose[span * span * SiteGeometry.DIRECTIONS];
    for (int i = 0; i < starts.length; i++) {
      int place = i / SiteGeometry.DIRECTIONS;
      starts[i] =
          StartPose.of(
              FROM_EDGE + place / span, FROM_EDGE + place % span, i % SiteGeometry.DIRECTIONS);
    }
  }

  /// Draws a start with age 0.
  ///
  /// @param seed the same seed gives the same start on the same map
  /// @throws Problem if the machine fits nowhere
  public StartPose draw(ExcavationMap map, long seed) {
    long random = seed;
    int start = 0;
    for (int i = 0; i < TRIES; i++) {
      random += SplitMix64.GAMMA;
      start = (int) (SplitMix64.unit(SplitMix64.mix(random)) * starts.length);
      if (stands(map, starts[start])) {
        return starts[start];
      }
    }
    for (int i = 0; i < starts.length; i++) {
      StartPose next = starts[(start + i) % starts.length];
      if (stands(map, next)) {
        return next;
      }
    }
    throw new Problem(
        wording("StartSampler.the_machine_fits_nowhere"),
        wording("StartSampler.a_site_of_tiles", map.size()),
        wording("StartSampler.give_a_site_with_level_ground"));
  }

  /// The age of an episode at the start of a run, so that not all episodes end at once: uniform in
  /// `[0, maxSteps)`.
  public static int age(int maxSteps, long seed) {
    return (int) (SplitMix64.unit(SplitMix64.mix(seed + SplitMix64.GAMMA)) * maxSteps);
  }

  private boolean stands(ExcavationMap map, StartPose pose) {
    for (int i = 0; i < footprint.count(pose.base()); i++) {
      int row = pose.row() + footprint.row(pose.base(), i);
      int column = pose.column() + footprint.column(pose.base(), i);
      if (row < 0 || row >= map.size() || column < 0 || column >= map.size()) {
        return false;
      }
      int tile = row * map.size() + column;
      if (map.obstacles()[tile] != 0 || map.heights()[tile] != 0 || map.dumpable()[tile] == 0) {
        return false;
      }
    }
    return true;
  }
}
