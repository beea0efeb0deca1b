package dev.hindsight.trainer.env.airspace.conflict;

import java.util.ArrayList;
import java.util.List;

/// Conflict detection by the plain formulas, pair by pair, without the screen and with other
/// trigonometry: the expected result of the detector.
final class PlainConflicts {
  private PlainConflicts() {}

  /// What a detector found, in the words of [#reckonAll].
  static List<String> names(Conflicts conflicts) {
    List<String> names = new ArrayList<>();
    for (int k = 0; k < conflicts.count(); k++) {
      names.add("conflict " + conflicts.own(k) + " " + conflicts.intruder(k));
    }
    for (int k = 0; k < conflicts.losses(); k++) {
      names.add("loss " + conflicts.lossOwn(k) + " " + conflicts.lossIntruder(k));
    }
    return names;
  }

  static void reckonAll(
      AircraftColumns aircraftColumns, ProtectedZone protectedZone, List<String> names) {
    List<String> losses = new ArrayList<>();
    for (int i = 0; i < aircraftColumns.count(); i++) {
      for (int j = 0; j < aircraftColumns.count(); j++) {
        if (i != j) {
          reckon(aircraftColumns, protectedZone, i, j, names, losses);
        }
      }
    }
    names.addAll(losses);
  }

  private static void reckon(
      AircraftColumns v,
      ProtectedZone protectedZone,
      int i,
      int j,
      List<String> names,
      List<String> losses) {
    double degree = 6371000 * Math.PI / 180;
    double lon = v.longitude()[j] - v.longitude()[i];
    lon += lon > 180 ? -360 : lon < -180 ? 360 : 0;
    double mean = Math.toRadians((v.latitude()[i] + v.latitude()[j]) / 2);
    double x = lon * degree * Math.cos(mean);
    double y = (v.latitude()[j] - v.latitude()[i]) * degree;
    double u = east(v, j) - east(v, i);
    double w = north(v, j) - north(v, i);
    double w2 = u * u + w * w;
    w2 = w2 < 1e-6 ? 1e-6 : w2;
    double tcpa = -(x * u + y * w) / w2;
    double d2 = x * x + y * y;
    double miss2 = Math.abs(d2 - tcpa * tcpa * w2);
    double r2 = protectedZone.radius() * protectedZone.radius();
    double dalt = v.altitude()[j] - v.altitude()[i];
    double dvs = v.vertical()[j] - v.vertical()[i];
    double[] vertical = {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY};
    if (dvs != 0) {
      double a = (-dalt - protectedZone.halfHeight()) / dvs;
      double b = (-dalt + protectedZone.halfHeight()) / dvs;
      vertical = new double[] {Math.min(a, b), Math.max(a, b)};
    } else if (Math.abs(dalt) >= protectedZone.halfHeight()) {
      vertical = new double[] {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    }
    if (miss2 < r2) {
      double half = Math.sqrt((r2 - miss2) / w2);
      double in = Math.max(tcpa - half, vertical[0]);
      double out = Math.min(tcpa + half, vertical[1]);
      if (in <= out && out > 0 && in < protectedZone.lookahead()) {
        names.add("conflict " + i + " " + j);
      }
    }
    if (d2 < r2 && Math.abs(dalt) < protectedZone.halfHeight()) {
      losses.add("loss " + i + " " + j);
    }
  }

  private static double east(AircraftColumns v, int i) {
    return v.speed()[i] * Math.sin(Math.toRadians(v.track()[i]));
  }

  private static double north(AircraftColumns v, int i) {
    return v.speed()[i] * Math.cos(Math.toRadians(v.track()[i]));
  }
}
