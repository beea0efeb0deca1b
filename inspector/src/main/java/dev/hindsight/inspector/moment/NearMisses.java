package dev.hindsight.inspector.moment;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.scene.BodyNames;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.task.Cancellation;
import java.util.Arrays;
import java.util.Optional;

/// Where an agent passes another body closely without touching it: the distance of their outlines
/// (oriented boxes; centres, if no sizes are recorded) is a minimum below [#NEAR], and they were
/// farther apart by [#PARTED] both before and after, in the same trial. Bodies that stand side by
/// side are none.
final class NearMisses {
  /// Metres.
  static final double NEAR = 2;

  /// Metres.
  static final double PARTED = 0.5;

  /// Distance of centres beyond which outlines are not near, metres, for bodies up to 20 m long.
  private static final double REACH = 24;

  private final Poses agents;
  private final Optional<Poses> others;
  private final Optional<NpyArray> agentSizes;
  private final Optional<NpyArray> otherSizes;

  private NearMisses(Rollout rollout, Poses agents) {
    this.agents = agents;
    this.others = Poses.of(rollout, "other_pose");
    this.agentSizes = rollout.fixed("size").filter(array -> array.length() == 2 * agents.count());
    int count = others.map(Poses::count).orElse(0);
    this.otherSizes = rollout.fixed("other_size").filter(array -> array.length() == 2 * count);
  }

  /// The near misses of an agent: by protected zones if the recording has them, else by outlines.
  ///
  /// @param window ticks before and after in which they must have been farther apart
  /// @throws Problem if the recording holds no poses
  static MomentScores of(Rollout rollout, int agent, int window, Cancellation cancellation) {
    Poses poses =
        Poses.of(rollout, "pose")
            .filter(found -> agent < found.count())
            .orElseThrow(() ->
                new Problem(
                    wording("NearMisses.it_holds_no_poses"),
                    rollout.file().toString(),
                    wording("NearMisses.record_bodies_with_poses")));
    Optional<ZoneMisses> zones = ZoneMisses.of(rollout, poses);
    if (zones.isPresent()) {
      return zones.get().scores(agent, window, cancellation);
    }
    NearMisses bodies = new NearMisses(rollout, poses);
    int count = poses.count() + bodies.others.map(Poses::count).orElse(0);
    float[] least = new float[rollout.ticks()];
    int[] otherBody = new int[rollout.ticks()];
    Arrays.fill(least, Float.NaN);
    double[][] distances = new double[count][];
    for (int body = 0; body < count; body++) {
      distances[body] = new double[rollout.ticks()];
    }
    for (int tick = 0; tick < rollout.ticks(); tick++) {
      cancellation.throwIfCancelled();
      bodies.distances(tick, agent, distances);
    }
    for (int body = 0; body < count; body++) {
      for (int tick = 0; tick < rollout.ticks(); tick++) {
        double distance = distances[body][tick];
        if (body != agent
            && passes(distances[body], tick, around(rollout, tick, window))
            && !(distance >= least[tick])) {
          least[tick] = (float) distance;
          otherBody[tick] = body;
        }
      }
    }
    float[] ranks = new float[least.length];
    for (int tick = 0; tick < ranks.length; tick++) {
      ranks[tick] = -least[tick];
    }
    return new MomentScores(
        MomentKind.NEAR_MISS,
        agent,
        least,
        ranks,
        tick ->
            wording(
                "NearMisses.passes_at",
                name(rollout, poses.count(), otherBody[tick]),
                NumberWords.decimals(least[tick], 2)));
  }

  private static String name(Rollout rollout, int agents, int body) {
    return body < agents
        ? BodyNames.titled(rollout, body)
        : BodyNames.other(rollout, body - agents)
            .orElse(wording("NearMisses.another_vehicle", body - agents));
  }

  /// Whether a distance is a minimum between an approach and a parting.
  ///
  /// @param distance by tick; NaN where one of the two is off the map
  private static boolean passes(double[] distance, int tick, Span around) {
    return distance[tick] > 0 && turns(distance, tick, around, NEAR, PARTED);
  }

  /// The ticks around a tick in which bodies must have approached and parted: those of its trial,
  /// at whose end bodies are moved.
  private static Span around(Rollout rollout, int tick, int window) {
    Span trial = rollout.trials().span(rollout.trials().stretchAt(tick));
    return new Span(Math.max(trial.from(), tick - window), Math.min(trial.to(), tick + window + 1));
  }

  /// Whether a distance below a limit is a minimum between an approach and a parting of at least so
  /// much.
  private static boolean turns(
      double[] distance, int tick, Span around, double near, double apart) {
    double here = distance[tick];
    if (!(here < near)) {
      return false;
    }
    boolean approached = false;
    for (int t = tick - 1; t >= around.from() && !Double.isNaN(distance[t]); t--) {
      if (distance[t] <= here) {
        return false;
      }
      approached |= distance[t] > here + apart;
    }
    boolean parted = false;
    for (int t = tick + 1; t < around.to() && !Double.isNaN(distance[t]); t++) {
      if (distance[t] < here) {
        return false;
      }
      parted |= distance[t] > here + apart;
    }
    return approached && parted;
  }

  private void distances(int tick, int agent, double[][] into) {
    float[] own = agents.row(tick);
    float[] rest = others.map(poses -> poses.row(tick)).orElse(new float[0]);
    double[] one = box(own, agent, agentSizes);
    for (int body = 0; body < into.length; body++) {
      boolean isAgent = body < agents.count();
      float[] row = isAgent ? own : rest;
      int place = isAgent ? body : body - agents.count();
      Poses.Pose pose = pose(row, place);
      // Nearly all bodies are far away: they need no box.
      into[body][tick] =
          pose.onMap() && isFar(pose.x() - one[0], pose.y() - one[1])
              ? Double.POSITIVE_INFINITY
              : distance(one, box(row, place, isAgent ? agentSizes : otherSizes));
    }
  }

  private static Poses.Pose pose(float[] row, int body) {
    return new Poses.Pose(row[3 * body], row[3 * body + 1], row[3 * body + 2], 0);
  }

  /// Whether outlines cannot be near, by the offset of their centres.
  private static boolean isFar(double dx, double dy) {
    return dx * dx + dy * dy > REACH * REACH;
  }

  /// Centre, cosine and sine of the heading, half length, half width; NaN off the map.
  private static double[] box(float[] row, int body, Optional<NpyArray> sizes) {
    Poses.Pose pose = pose(row, body);
    double half = pose.onMap() ? 0.5 : Double.NaN;
    return new double[] {
      pose.onMap() ? pose.x() : Double.NaN,
      pose.onMap() ? pose.y() : Double.NaN,
      Math.cos(pose.heading()),
      Math.sin(pose.heading()),
      half * sizes.map(array -> array.value(2 * body)).orElse(0.0),
      half * sizes.map(array -> array.value(2 * body + 1)).orElse(0.0)
    };
  }

  /// The distance between two oriented boxes `{x, y, cos, sin, half length, half width}`; 0 if they
  /// touch, infinite if they are far apart, NaN if one is off the map.
  static double distance(double[] one, double[] two) {
    double dx = two[0] - one[0];
    double dy = two[1] - one[1];
    if (Double.isNaN(dx) || Double.isNaN(dy)) {
      return Double.NaN;
    }
    if (isFar(dx, dy)) {
      return Double.POSITIVE_INFINITY;
    }
    if (!separated(one, two, dx, dy) && !separated(two, one, -dx, -dy)) {
      return 0;
    }
    return Math.min(corners(one, two), corners(two, one));
  }

  /// Whether an axis of the first box separates the two.
  private static boolean separated(double[] one, double[] two, double dx, double dy) {
    double cos = Math.abs(one[2] * two[2] + one[3] * two[3]);
    double sin = Math.abs(one[2] * two[3] - one[3] * two[2]);
    return Math.abs(dx * one[2] + dy * one[3]) > one[4] + two[4] * cos + two[5] * sin
        || Math.abs(dy * one[2] - dx * one[3]) > one[5] + two[4] * sin + two[5] * cos;
  }

  /// The least distance of a corner of the first box from the second. Of two boxes that do not
  /// touch, a corner of one is nearest to the other.
  private static double corners(double[] one, double[] two) {
    double least = Double.POSITIVE_INFINITY;
    for (int corner = 0; corner < 4; corner++) {
      double along = (corner & 1) == 0 ? one[4] : -one[4];
      double across = (corner & 2) == 0 ? one[5] : -one[5];
      double x = one[0] + along * one[2] - across * one[3] - two[0];
      double y = one[1] + along * one[3] + across * one[2] - two[1];
      double ahead = Math.max(0, Math.abs(x * two[2] + y * two[3]) - two[4]);
      double aside = Math.max(0, Math.abs(y * two[2] - x * two[3]) - two[5]);
      least = Math.min(least, Math.hypot(ahead, aside));
    }
    return least;
  }

  /// Near misses between agents with a protected zone around them (the fixed array `zone`: radius
  /// m, half height m): at the same height, they pass just outside the zone. Distances are
  /// horizontal, in radii; aircraft at other heights count as far apart.
  private static final class ZoneMisses {
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
              .map(column ->
                  new ZoneMisses(rollout, poses, column, found.value(0), found.value(1))));
    }

    /// The near misses of an agent.
    ///
    /// @param window ticks before and after in which they must have been farther apart
    MomentScores scores(int agent, int window, Cancellation cancellation) {
      int ticks = rollout.ticks();
      float[] least = new float[ticks];
      int[] otherBody = new int[ticks];
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
              && turns(distances[other], tick, around(rollout, tick, window), NEAR, PARTED)
              && !(distance >= least[tick])) {
            least[tick] = (float) distance;
            otherBody[tick] = other;
          }
        }
      }
      float[] ranks = new float[ticks];
      for (int tick = 0; tick < ticks; tick++) {
        ranks[tick] = -least[tick];
      }
      return new MomentScores(
          MomentKind.NEAR_MISS,
          agent,
          least,
          ranks,
          tick -> words(tick, agent, otherBody[tick], least));
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
}
