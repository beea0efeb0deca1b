package dev.hindsight.trainer.env.airspace;

import dev.hindsight.trainer.env.airspace.flight.AirTraffic;
import java.util.Arrays;

/// Writes every aircraft's observation as [AirspaceLayout] defines it. Hot: allocates nothing; one
/// owner thread.
final class AirspaceObserver {
  /// Vertical distance in metres beyond which an aircraft does not see another.
  private static final double REACH_UP = 4 * AirspaceConfig.LEVEL;

  private final AirspaceConfig config;
  private final Sector sector;
  private final AirspaceState state;
  private final ConflictMonitor conflictMonitor;
  private final int size;
  // From the last check of all pairs, which is always one of the present state.
  private final double[] cosHalf;
  private final double[] sinHalf;
  private final double[] north;
  private final double[] east;
  private final double[] speedNorth;
  private final double[] speedEast;
  private final double[] awayNorth;
  private final double[] awayEast;
  private final double[] away;
  private final int[] nearest;

  AirspaceObserver(
      AirspaceConfig config, Sector sector, AirspaceState state, ConflictMonitor conflictMonitor) {
    this.config = config;
    this.sector = sector;
    this.state = state;
    this.conflictMonitor = conflictMonitor;
    int n = config.count();
    size = AirspaceLayout.of(config).size();
    cosHalf = conflictMonitor.detector().cosHalf();
    sinHalf = conflictMonitor.detector().sinHalf();
    north = new double[n];
    east = new double[n];
    speedNorth = conflictMonitor.detector().cosTrack();
    speedEast = conflictMonitor.detector().sinTrack();
    awayNorth = new double[n];
    awayEast = new double[n];
    away = new double[n];
    nearest = new int[config.neighbours()];
  }

  /// @param observation `[A * D]`, all of it written
  void write(float[] observation) {
    if (config.form() == AirspaceConfig.Form.HORIZONTAL) {
      HorizontalObserver.write(
          state.traffic, state.exitLatitude[0], state.exitLongitude[0], observation);
      return;
    }
    look(state.traffic);
    for (int a = 0; a < config.agents(); a++) {
      int at = a * size;
      Arrays.fill(observation, at, at + size, 0);
      int found = 0;
      if (state.traffic.absent[a] == 0) {
        own(a, observation, at);
        found = nearest(state.traffic, a);
      }
      int row = at + AirspaceLayout.OWN_FEATURES;
      for (int k = 0; k < config.neighbours(); k++) {
        if (k < found) {
          edge(a, nearest[k], observation, row);
        } else {
          observation[row] = AirspaceLayout.EMPTY;
        }
        row += AirspaceLayout.FEATURES;
      }
    }
  }

  private void look(AirTraffic t) {
    for (int i = 0; i < t.count; i++) {
      north[i] = sector.y(t.latitude[i]);
      east[i] = Sector.alongEquator(t.longitude[i]);
    }
  }

  private void own(int a, float[] o, int at) {
    AirTraffic t = state.traffic;
    if (!Double.isNaN(state.exitLatitude[a])) {
      double exitNorth = Sector.north(t.latitude[a], state.exitLatitude[a]);
      double exitEast =
          Sector.east(t.latitude[a], t.longitude[a], state.exitLatitude[a], state.exitLongitude[a]);
      double distance = Math.sqrt(exitNorth * exitNorth + exitEast * exitEast);
      double safe = Math.max(distance, 1);
      o[at] = (float) ((exitEast * speedEast[a] + exitNorth * speedNorth[a]) / safe);
      o[at + 1] = (float) ((exitNorth * speedEast[a] - exitEast * speedNorth[a]) / safe);
      o[at + 2] = (float) (distance / config.radius());
    } else {
      o[at] = 1;
    }
    o[at + 3] = (float) (t.trueSpeed[a] / AirspaceLayout.SPEED);
    o[at + 4] =
        (float) ((t.calibrated[a] - state.start.calibrated[a]) / AirspaceLayout.CALIBRATED_ERROR);
    o[at + 5] = (float) ((t.altitude[a] - state.start.altitude[a]) / AirspaceConfig.LEVEL);
    o[at + 6] =
        (float)
            ((t.altitude[a] - config.lowest())
                / Math.max(AirspaceConfig.LEVEL, config.highest() - config.lowest()));
    o[at + 7] = (float) (t.verticalSpeed[a] / AirspaceLayout.VERTICAL);
    o[at + 8] = (float) ((t.commandedAltitude[a] - t.altitude[a]) / AirspaceConfig.LEVEL);
    o[at + 9] = state.last[3 * a];
    o[at + 10] = state.last[3 * a + 1];
    o[at + 11] = state.last[3 * a + 2];
    o[at + 12] = conflictMonitor.conflicts[a] / 5f;
    o[at + 13] = conflictMonitor.losses[a] / 5f;
  }

  /// Finds the nearest others, the nearest first; of two equally near ones, the one with the lower
  /// index first.
  ///
  /// @return how many it found
  private int nearest(AirTraffic t, int a) {
    double reach = AirspaceLayout.METRES * AirspaceLayout.METRES;
    for (int j = 0; j < t.count; j++) {
      double scale = cosHalf[a] * cosHalf[j] - sinHalf[a] * sinHalf[j];
      double x = Sector.shortWay(east[j] - east[a]) * scale;
      double y = north[j] - north[a];
      awayEast[j] = x;
      awayNorth[j] = y;
      away[j] = x * x + y * y;
    }
    int found = 0;
    for (int j = 0; j < t.count; j++) {
      boolean seen = j != a && t.absent[j] == 0 && away[j] <= reach;
      if (seen && Math.abs(t.altitude[j] - t.altitude[a]) < REACH_UP) {
        found = insert(j, found);
      }
    }
    return found;
  }

  private int insert(int j, int found) {
    int at = found;
    while (at > 0 && away[nearest[at - 1]] > away[j]) {
      at--;
    }
    if (at == nearest.length) {
      return found;
    }
    int last = Math.min(found, nearest.length - 1);
    System.arraycopy(nearest, at, nearest, at + 1, last - at);
    nearest[at] = j;
    return last + 1;
  }

  private void edge(int a, int j, float[] o, int at) {
    AirTraffic t = state.traffic;
    double ahead = speedEast[a];
    double cos = speedNorth[a];
    double x = awayEast[j];
    double y = awayNorth[j];
    double u = speedEast[j] * t.trueSpeed[j] - ahead * t.trueSpeed[a];
    double v = speedNorth[j] * t.trueSpeed[j] - cos * t.trueSpeed[a];
    double w2 = Math.max(u * u + v * v, 1e-6);
    double tcpa = -(u * x + v * y) / w2;
    double closest = Math.sqrt(Math.abs(away[j] - tcpa * tcpa * w2));
    byte pair = conflictMonitor.pairs[a * t.count + j];
    o[at] = j;
    o[at + 1] = (float) ((x * ahead + y * cos) / AirspaceLayout.METRES);
    o[at + 2] = (float) ((y * ahead - x * cos) / AirspaceLayout.METRES);
    o[at + 3] = (float) ((t.altitude[j] - t.altitude[a]) / AirspaceConfig.LEVEL);
    o[at + 4] = (float) ((u * ahead + v * cos) / AirspaceLayout.SPEED);
    o[at + 5] = (float) ((v * ahead - u * cos) / AirspaceLayout.SPEED);
    o[at + 6] = (float) (speedEast[j] * ahead + speedNorth[j] * cos);
    o[at + 7] = (float) (speedNorth[j] * ahead - speedEast[j] * cos);
    o[at + 8] = (float) Math.clamp(tcpa / AirspaceLayout.SECONDS, -2.0, 2.0);
    o[at + 9] = (float) Math.min(closest / AirspaceLayout.CLOSEST, 2);
    o[at + 10] = (pair & ConflictMonitor.CONFLICT) != 0 ? 1 : 0;
    o[at + 11] = (pair & ConflictMonitor.LOSS) != 0 ? 1 : 0;
  }
}
