package dev.hindsight.inspector.moment;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.BodyNames;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.task.Cancellation;
import java.util.Arrays;
import java.util.Optional;

/// Near misses between agents with a protected zone around them (the fixed array `zone`: radius m,
/// half height m): at the same height, they pass just outside the zone. Distances are horizontal,
/// in radii; aircraft at other heights count as far apart.
final class ZoneMisses {
  /// Below this many radii a pass is near; below 1 separation is lost, which is an event.
  static final double NEAR = 1.25;

  /// How much farther apart they must have been before and after, in radii.
  static final double PARTED = 0.05;

  private static final double METRES_PER_NAUTICAL_MILE = 1852;
  private static final double METRES_PER_FOOT = 0.3048;

  private final Rollout rollout;
  private final Poses poses;
  private final AgentColumn altitude;
  private final double radius;
  private final double halfHeight;

  private ZoneMisses(
      Rollout rollout, Poses poses, AgentColumn altitude, double radius, double halfHeight) {
    this.rollout = rollout;
    this.poses = poses;
    this.altitude = altitude;
    this.radius = radius;
    this.halfHeight = halfHeight;
  }

  /// Empty if the recording has no zone or no altitudes.
  static Optional<ZoneMisses> of(Rollout rollout, Poses poses) {
    Optional<NpyArray> zone =
        rollout
            .fixed("zone")
            .filter(array -> array.length() >= 2 && array.value(0) > 0 && array.value(1) > 0);
    return zone.flatMap(found ->
        AgentColumn.of(rollout, "altitude")
            .map(column -> new ZoneMisses(rollout, poses, column, found.value(0), found.value(1))));
  }

  /// The near misses of an agent.
  ///
  /// @param window ticks before and after in which they must have been farther apart
  MomentScores scores(int agent, int window, Cancellation cancellation) {
    int ticks = rollout.ticks();
    float[] least = new float[ticks];
    int[] whom = new int[ticks];
    Arrays.fill(least, Float.NaN);
    double[][] distances = new double[poses.count()][ticks];
    for (int tick = 0; tick < ticks; tick++) {
      cancellation.throwIfCancelled();
      float[] row = poses.row(tick);
      for (int other = 0; other < distances.length; other++) {
        distances[other][tick] = distance(row, tick, agent, other);
      }
    }
    for (int other = 0; other < distances.length; other++) {
      for (int tick = 0; tick < ticks && other != agent; tick++) {
        double distance = distances[other][tick];
        if (distance >= 1
            && NearMisses.turns(distances[other], tick, window, NEAR, PARTED)
            && !(distance >= least[tick])) {
          least[tick] = (float) distance;
          whom[tick] = other;
        }
      }
    }
    float[] ranks = new float[ticks];
    for (int tick = 0; tick < ticks; tick++) {
      ranks[tick] = -least[tick];
    }
    return new MomentScores(
        MomentKind.NEAR_MISS, agent, least, ranks, tick -> words(tick, agent, whom[tick], least));
  }

  /// In radii; infinite at other heights, NaN if one of them is off the map.
  private double distance(float[] row, int tick, int agent, int other) {
    Poses.Pose one = new Poses.Pose(row[3 * agent], row[3 * agent + 1], 0, tick);
    Poses.Pose two = new Poses.Pose(row[3 * other], row[3 * other + 1], 0, tick);
    if (!one.onMap() || !two.onMap()) {
      return Double.NaN;
    }
    return apart(tick, agent, other) < halfHeight
        ? Math.hypot(one.x() - two.x(), one.y() - two.y()) / radius
        : Double.POSITIVE_INFINITY;
  }

  private double apart(int tick, int agent, int other) {
    return Math.abs(altitude.value(tick, agent) - altitude.value(tick, other));
  }

  private String words(int tick, int agent, int other, float[] radii) {
    return wording(
        "ZoneMisses.passes_at",
        BodyNames.titled(rollout, other),
        NumberWords.decimals(radii[tick] * radius / METRES_PER_NAUTICAL_MILE, 2),
        NumberWords.decimals(apart(tick, agent, other) / METRES_PER_FOOT, 0),
        NumberWords.decimals(radius / METRES_PER_NAUTICAL_MILE, 1));
  }
}
