package dev.hindsight.trainer.env.airspace.conflict;

import dev.hindsight.trainer.env.airspace.geo.AviationUnits;
import dev.hindsight.trainer.env.airspace.geo.Bearings;
import dev.hindsight.trainer.env.airspace.geo.FlatEarth;
import java.util.Arrays;

/// State-based conflict detection: if all aircraft keep their present velocity, which enters whose
/// zone, and when? Hot: allocates only when there are more candidates or conflicts than there is
/// room for; one owner thread.
///
/// [PairScreen] filters the pairs. The remaining ones are computed in the reference simulator's
/// order of operations, because the distance at the closest point of approach is a difference of
/// nearly equal squares, and its last bits depend on rounding. `docs/airspace.md` has the formulas.
public final class ConflictDetector {
  /// Room for an aircraft's candidates at first.
  private static final int FEW = 16;

  private final ProtectedZone protectedZone;
  private final PairScreen screen;
  private final Conflicts found;

  /// For each aircraft, the others to check it against; [#candidates] says how many.
  private final int[][] candidate;

  private final int[] candidates;

  /// Allocates for a number of aircraft.
  public ConflictDetector(int aircraft, ProtectedZone protectedZone) {
    this.protectedZone = protectedZone;
    this.screen = new PairScreen(aircraft);
    this.found = new Conflicts(aircraft);
    this.candidate = new int[aircraft][Math.min(aircraft, FEW)];
    this.candidates = new int[aircraft];
  }

  /// The result of the last [#detect]; always the same object.
  public Conflicts found() {
    return found;
  }

  /// Checks all pairs that can be in conflict.
  public Conflicts detect(AircraftColumns aircraftColumns) {
    found.count = 0;
    found.losses = 0;
    NearCells cells = screen.look(aircraftColumns, protectedZone);
    Arrays.fill(candidates, 0);
    for (int own = 0; own < cells.count; own++) {
      int runs = cells.runs(own);
      for (int run = 0; run < runs; run++) {
        int from = cells.bounds[2 * run];
        int to = cells.bounds[2 * run + 1];
        double[] excess = screen.row(own, from, to, protectedZone);
        for (int j = from; j < to; j++) {
          // Not "excess < 0": NaN goes on to the exact computation.
          if (!(excess[j] >= 0)) {
            candidate(cells.order[own], cells.order[j]);
            candidate(cells.order[j], cells.order[own]);
          }
        }
      }
    }
    for (int own = 0; own < aircraftColumns.count(); own++) {
      sort(candidate[own], candidates[own]);
      for (int k = 0; k < candidates[own]; k++) {
        predict(aircraftColumns, own, candidate[own][k]);
      }
    }
    return found;
  }

  private void candidate(int own, int other) {
    int at = candidates[own]++;
    if (at == candidate[own].length) {
      candidate[own] = Arrays.copyOf(candidate[own], 2 * at);
    }
    candidate[own][at] = other;
  }

  /// By insertion, because candidates are few, and already in order unless there are several runs.
  private static void sort(int[] numbers, int count) {
    for (int k = 1; k < count; k++) {
      int number = numbers[k];
      int at = k;
      while (at > 0 && numbers[at - 1] > number) {
        numbers[at] = numbers[at - 1];
        at--;
      }
      numbers[at] = number;
    }
  }

  /// Cosines of tracks at the last [#detect], `[N]`; do not modify.
  public double[] cosTrack() {
    return screen.cosTrack;
  }

  /// Sines of tracks at the last [#detect], `[N]`; do not modify.
  public double[] sinTrack() {
    return screen.sinTrack;
  }

  /// Cosines of half the latitudes at the last [#detect], `[N]`; do not modify.
  public double[] cosHalf() {
    return screen.cosHalf;
  }

  /// Sines of half the latitudes at the last [#detect], `[N]`; do not modify.
  public double[] sinHalf() {
    return screen.sinHalf;
  }

  private void predict(AircraftColumns aircraftColumns, int own, int other) {
    double above = aircraftColumns.altitude()[other] - aircraftColumns.altitude()[own];
    double climb = -(aircraftColumns.vertical()[other] - aircraftColumns.vertical()[own]);
    double one = (above + protectedZone.halfHeight()) / climb;
    double two = (above - protectedZone.halfHeight()) / climb;
    double from = Math.max(0, Math.min(one, two));
    double to = Math.min(protectedZone.lookahead(), Math.max(one, two));
    // They never share a level, or are far apart horizontally while they do.
    if (from > to || screen.misses(own, other, protectedZone, from, to)) {
      return;
    }
    double north =
        Math.toRadians(aircraftColumns.latitude()[other] - aircraftColumns.latitude()[own]);
    double east =
        Math.toRadians(
            Bearings.half(aircraftColumns.longitude()[other] - aircraftColumns.longitude()[own]));
    double scale =
        FlatEarth.scale(aircraftColumns.latitude()[own], aircraftColumns.latitude()[other]);
    double bearing = FlatEarth.bearing(north, east, scale);
    double distance = FlatEarth.miles(north, east, scale) * AviationUnits.NAUTICAL_MILE;
    double dx = distance * Math.sin(Math.toRadians(bearing));
    double dy = distance * Math.cos(Math.toRadians(bearing));

    double du = screen.speedEast[other] - screen.speedEast[own];
    double dv = screen.speedNorth[other] - screen.speedNorth[own];
    double w2 = Math.max(du * du + dv * dv, 1e-6);
    double toClosest = -(du * dx + dv * dy) / w2;
    double closest2 = Math.abs(distance * distance - toClosest * toClosest * w2);
    double radius = protectedZone.radius();
    boolean across = closest2 < radius * radius;
    double inside = Math.sqrt(Math.max(0, radius * radius - closest2)) / Math.sqrt(w2);

    double enter = Math.max(across ? toClosest - inside : 1e8, Math.min(one, two));
    double leave = Math.min(across ? toClosest + inside : -1e8, Math.max(one, two));
    if (across && enter <= leave && leave > 0 && enter < protectedZone.lookahead()) {
      int k = found.addConflict();
      found.own[k] = own;
      found.intruder[k] = other;
      found.bearing[k] = bearing;
      found.distance[k] = distance;
      found.closest[k] = Math.sqrt(closest2);
      found.toClosest[k] = toClosest;
      found.toLoss[k] = enter;
    }
    if (distance < radius && Math.abs(above) < protectedZone.halfHeight()) {
      int k = found.addLoss();
      found.lossOwn[k] = own;
      found.lossIntruder[k] = other;
    }
  }
}
