package dev.hindsight.trainer.env.drive.map.generate;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// Plans a vehicle's speed along its path so that it keeps clear of earlier planned drives: dynamic
/// programming over (second, place, speed).
///
/// Speeds are whole metres per second and change at whole seconds, so that every place is a
/// multiple of half a metre and the search is exact on its grid.
final class SpeedPlanner {
  /// Ticks of 0.1 s in a second.
  private static final int TICKS = 10;

  /// Hardest braking and hardest acceleration, m/s².
  private static final int LEAST_CHANGE = -3;

  private static final int MOST_CHANGE = 2;

  /// Comfortable lateral acceleration in bends, m/s².
  private static final double SIDEWAYS = 2.5;

  /// Preferred free driving time ahead, seconds.
  private static final double HEADWAY = 1.2;

  private static final double TAILGATING_COST = 6;
  private static final double CHANGE_COST = 1;
  private static final double SLOWNESS_COST = 0.25;
  private static final double SPEEDING_COST = 8;

  private final VehicleSpec vehicleSpec;
  private final BlockedPlaces blockedPlaces;
  private final int seconds;
  private final int speeds;
  private final int places;
  private final double[] limit;

  /// Speed one second earlier on the best drive to each state; -1 if no drive reaches it.
  private final byte[][] cameWith;

  private double bestCost = Double.MAX_VALUE;
  private int bestSecond = -1;
  private int bestState = -1;

  private SpeedPlanner(
      VehicleSpec vehicleSpec, List<PlannedDrive> planned, int ticks, double speedLimit) {
    this.vehicleSpec = vehicleSpec;
    blockedPlaces = new BlockedPlaces(vehicleSpec, planned, ticks);
    seconds = (ticks - 1) / TICKS;
    speeds = 1 + (int) speedLimit;
    places = 1 + (int) ((vehicleSpec.way().length() - vehicleSpec.start()) / BlockedPlaces.STEP);
    limit = new double[places];
    for (int place = 0; place < places; place++) {
      double bend = Math.abs(vehicleSpec.way().curvature(arc(place)));
      limit[place] = Math.min(speedLimit, Math.sqrt(SIDEWAYS / Math.max(bend, 1e-6)));
    }
    cameWith = new byte[seconds + 1][places * speeds];
  }

  /// @param ticks of the log, a multiple of 10 plus one
  /// @return empty if no drive keeps clear
  static Optional<PlannedDrive> plan(
      VehicleSpec vehicleSpec, List<PlannedDrive> planned, int ticks, double speedLimit) {
    SpeedPlanner planner = new SpeedPlanner(vehicleSpec, planned, ticks, speedLimit);
    planner.search();
    return planner.bestState < 0 ? Optional.empty() : Optional.of(planner.drive());
  }

  private double arc(int place) {
    return vehicleSpec.start() + place * BlockedPlaces.STEP;
  }

  private void search() {
    double[] cost = new double[places * speeds];
    double[] next = new double[places * speeds];
    Arrays.fill(cost, Double.MAX_VALUE);
    cost[vehicleSpec.startSpeed()] = 0;
    for (int second = 0; second < seconds; second++) {
      Arrays.fill(next, Double.MAX_VALUE);
      Arrays.fill(cameWith[second + 1], (byte) -1);
      for (int state = 0; state < cost.length; state++) {
        if (cost[state] < bestCost) {
          expand(second, state, cost[state], next);
        }
      }
      double[] spent = cost;
      cost = next;
      next = spent;
    }
    for (int state = 0; state < cost.length; state++) {
      finish(seconds, state, cost[state]);
    }
  }

  private void expand(int second, int state, double cost, double[] next) {
    int speed = state % speeds;
    int place = state / speeds;
    int slowest = Math.max(0, speed + LEAST_CHANGE);
    int fastest = Math.min(speeds - 1, speed + MOST_CHANGE);
    for (int target = slowest; target <= fastest; target++) {
      int reached = place + speed + target;
      if (!isClear(second, place, speed, target)) {
        continue;
      }
      if (reached >= places) {
        // A vehicle that leaves within this second keeps its speed.
        if (target == speed) {
          finish(second, state, cost);
        }
        continue;
      }
      double total = cost + price(second + 1, reached, speed, target);
      int arrival = reached * speeds + target;
      if (total < next[arrival]) {
        next[arrival] = total;
        cameWith[second + 1][arrival] = (byte) speed;
      }
    }
  }

  private void finish(int second, int state, double cost) {
    if (cost < bestCost) {
      bestCost = cost;
      bestSecond = second;
      bestState = state;
    }
  }

  private boolean isClear(int second, int place, int speed, int target) {
    for (int tick = 1; tick <= TICKS; tick++) {
      double arc = arc(place) + along(speed, target, tick);
      if (blockedPlaces.isTaken(second * TICKS + tick, arc)) {
        return false;
      }
    }
    return true;
  }

  private double price(int second, int place, int speed, int target) {
    double change = target - speed;
    double off = target - limit[place];
    boolean close = blockedPlaces.isTaken(second * TICKS, arc(place) + HEADWAY * target);
    return CHANGE_COST * change * change
        + (off > 0 ? SPEEDING_COST : SLOWNESS_COST) * off * off
        + (close ? TAILGATING_COST : 0);
  }

  /// Metres driven in the first ticks of a second with a uniform change of speed.
  private static double along(int speed, int target, int tick) {
    double time = (double) tick / TICKS;
    return speed * time + (target - speed) * time * time / 2;
  }

  /// Traces the best drive back to its start.
  private PlannedDrive drive() {
    int[] speedAt = new int[bestSecond + 2];
    int[] placeAt = new int[bestSecond + 1];
    int state = bestState;
    for (int second = bestSecond; second >= 0; second--) {
      speedAt[second] = state % speeds;
      placeAt[second] = state / speeds;
      if (second > 0) {
        int before = cameWith[second][state];
        state = (placeAt[second] - speedAt[second] - before) * speeds + before;
      }
    }
    speedAt[bestSecond + 1] = speedAt[bestSecond];
    double[] arc = new double[seconds * TICKS + 1];
    double[] speed = new double[arc.length];
    int ticks = 0;
    for (; ticks < arc.length; ticks++) {
      int second = Math.min(ticks / TICKS, bestSecond);
      int tick = ticks - second * TICKS;
      int target = speedAt[second + 1];
      arc[ticks] = arc(placeAt[second]) + along(speedAt[second], target, tick);
      speed[ticks] = speedAt[second] + (target - speedAt[second]) * (double) tick / TICKS;
      if (arc[ticks] > vehicleSpec.way().length()) {
        break;
      }
    }
    return new PlannedDrive(vehicleSpec, Arrays.copyOf(arc, ticks), Arrays.copyOf(speed, ticks));
  }

  /// The places and times on a path at which a vehicle would come too close to already planned
  /// drives.
  private static final class BlockedPlaces {
    /// Metres between checked places.
    static final double STEP = 0.5;

    /// Distance kept ahead and behind in metres; half a [#STEP] of it allows for rounding.
    private static final double AHEAD = 2;

    private static final double ASIDE = 0.35;

    private final int places;
    private final BitSet taken = new BitSet();

    BlockedPlaces(VehicleSpec vehicleSpec, List<PlannedDrive> planned, int ticks) {
      places = 1 + (int) Math.ceil(vehicleSpec.way().length() / STEP);
      VehicleBox[] mine = new VehicleBox[places];
      for (int place = 0; place < places; place++) {
        mine[place] = vehicleSpec.at(place * STEP).grown(AHEAD, ASIDE);
      }
      for (PlannedDrive plannedDrive : planned) {
        for (int tick = 0; tick < Math.min(ticks, plannedDrive.ticks()); tick++) {
          VehicleBox other = plannedDrive.box(tick);
          for (int place = 0; place < places; place++) {
            if (mine[place].overlaps(other)) {
              taken.set(tick * places + place);
            }
          }
        }
      }
    }

    boolean isTaken(int tick, double arc) {
      int place = (int) Math.rint(arc / STEP);
      return place < places && taken.get(tick * places + place);
    }
  }
}
