package dev.hindsight.trainer.env.airspace.conflict;

import dev.hindsight.trainer.env.airspace.geo.Bearings;
import dev.hindsight.trainer.env.airspace.geo.FlatEarth;
import dev.hindsight.trainer.env.airspace.geo.Units;
import java.util.Arrays;

/// State-based conflict detection: everybody goes on as now; who enters whose zone, and when? Hot:
/// allocates nothing; one owner thread.
///
/// All pairs are screened by [PairScreen]; those it lets through are reckoned in the reference
/// simulator's order of operations, because the distance at the closest point of approach is a
/// difference of nearly equal squares and its last bits are made of rounding. `docs/airspace.md`
/// has the formulas.
public final class ConflictDetector {
  private final Zone zone;
  private final PairScreen screen;
  private final Conflicts found;
  private final int room;

  /// `[N * N]` whom each is worth to be held against, its number of them being `[N]` [#candidates].
  private final int[] candidate;

  private final int[] candidates;

  /// Room for so many aircraft.
  public ConflictDetector(int aircraft, Zone zone) {
    this.zone = zone;
    this.screen = new PairScreen(aircraft);
    this.found = new Conflicts(aircraft);
    this.room = aircraft;
    this.candidate = new int[aircraft * aircraft];
    this.candidates = new int[aircraft];
  }

  /// What the last [#detect] found; the same object always.
  public Conflicts found() {
    return found;
  }

  /// Looks at all pairs.
  public Conflicts detect(View view) {
    found.count = 0;
    found.losses = 0;
    screen.look(view);
    Arrays.fill(candidates, 0);
    for (int own = 0; own < view.count(); own++) {
      if (view.absent()[own] == 0) {
        double[] excess = screen.row(view, own, zone);
        for (int j = own + 1; j < view.count(); j++) {
          // Not "excess < 0": what is not a number goes on to the exact reckoning.
          if (!(excess[j] >= 0) && view.absent()[j] == 0) {
            candidate(own, j);
            candidate(j, own);
          }
        }
        // By now it knows of those before it, who found it, and of those after, in this order.
        for (int k = 0; k < candidates[own]; k++) {
          reckon(view, own, candidate[own * room + k]);
        }
      }
    }
    return found;
  }

  private void candidate(int own, int other) {
    candidate[own * room + candidates[own]++] = other;
  }

  /// Cosines of tracks at the last [#detect], `[N]`; not to be written.
  public double[] cosTrack() {
    return screen.cosTrack;
  }

  /// Sines of tracks at the last [#detect], `[N]`; not to be written.
  public double[] sinTrack() {
    return screen.sinTrack;
  }

  /// Cosines of half the latitudes at the last [#detect], `[N]`; not to be written.
  public double[] cosHalf() {
    return screen.cosHalf;
  }

  /// Sines of half the latitudes at the last [#detect], `[N]`; not to be written.
  public double[] sinHalf() {
    return screen.sinHalf;
  }

  private void reckon(View view, int own, int other) {
    double above = view.altitude()[other] - view.altitude()[own];
    double climb = -(view.vertical()[other] - view.vertical()[own]);
    double one = (above + zone.halfHeight()) / climb;
    double two = (above - zone.halfHeight()) / climb;
    double from = Math.max(0, Math.min(one, two));
    double to = Math.min(zone.lookahead(), Math.max(one, two));
    // At the same level in time for each other, and across far apart all the while.
    if (from > to || screen.misses(own, other, zone, from, to)) {
      return;
    }
    double north = Math.toRadians(view.latitude()[other] - view.latitude()[own]);
    double east = Math.toRadians(Bearings.half(view.longitude()[other] - view.longitude()[own]));
    double scale = FlatEarth.scale(view.latitude()[own], view.latitude()[other]);
    double bearing = FlatEarth.bearing(north, east, scale);
    double distance = FlatEarth.miles(north, east, scale) * Units.NAUTICAL_MILE;
    double dx = distance * Math.sin(Math.toRadians(bearing));
    double dy = distance * Math.cos(Math.toRadians(bearing));

    double du = screen.speedEast[other] - screen.speedEast[own];
    double dv = screen.speedNorth[other] - screen.speedNorth[own];
    double w2 = Math.max(du * du + dv * dv, 1e-6);
    double toClosest = -(du * dx + dv * dy) / w2;
    double closest2 = Math.abs(distance * distance - toClosest * toClosest * w2);
    double radius = zone.radius();
    boolean across = closest2 < radius * radius;
    double inside = Math.sqrt(Math.max(0, radius * radius - closest2)) / Math.sqrt(w2);

    double enter = Math.max(across ? toClosest - inside : 1e8, Math.min(one, two));
    double leave = Math.min(across ? toClosest + inside : -1e8, Math.max(one, two));
    if (across && enter <= leave && leave > 0 && enter < zone.lookahead()) {
      int k = found.count++;
      found.own[k] = own;
      found.intruder[k] = other;
      found.bearing[k] = bearing;
      found.distance[k] = distance;
      found.closest[k] = Math.sqrt(closest2);
      found.toClosest[k] = toClosest;
      found.toLoss[k] = enter;
    }
    if (distance < radius && Math.abs(above) < zone.halfHeight()) {
      found.lossOwn[found.losses] = own;
      found.lossIntruder[found.losses++] = other;
    }
  }
}
