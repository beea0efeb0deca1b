package dev.hindsight.trainer.env.airspace;

import dev.hindsight.trainer.env.airspace.conflict.AircraftColumns;
import dev.hindsight.trainer.env.airspace.conflict.ConflictDetector;
import dev.hindsight.trainer.env.airspace.conflict.Conflicts;
import dev.hindsight.trainer.env.airspace.conflict.ProtectedZone;
import dev.hindsight.trainer.env.airspace.flight.AirTraffic;
import java.util.Arrays;

/// The present conflicts, by body and by pair. Hot: allocates nothing; one owner thread.
final class ConflictMonitor {
  /// In [#pairs]: separation will be lost.
  static final byte CONFLICT = 1;

  /// In [#pairs]: separation is lost.
  static final byte LOSS = 2;

  /// `[N * N]` the relation of two bodies, in both directions.
  final byte[] pairs;

  /// `[N]` number of conflicts of a body.
  final int[] conflicts;

  /// `[N]` number of bodies it has lost separation to.
  final int[] losses;

  /// `[N]` seconds until it first loses separation, 0 if it has already; the look-ahead if it will
  /// not.
  final double[] timeToLoss;

  private final int count;
  private final double lookahead;
  private final AircraftColumns aircraftColumns;
  private final ConflictDetector detector;

  ConflictMonitor(AirTraffic airTraffic, ProtectedZone protectedZone) {
    count = airTraffic.count;
    lookahead = protectedZone.lookahead();
    aircraftColumns = AircraftColumns.of(airTraffic);
    detector = new ConflictDetector(count, protectedZone);
    pairs = new byte[count * count];
    conflicts = new int[count];
    losses = new int[count];
    timeToLoss = new double[count];
  }

  /// Checks all pairs.
  Conflicts look() {
    Conflicts found = detector.detect(aircraftColumns);
    Arrays.fill(pairs, (byte) 0);
    Arrays.fill(conflicts, 0);
    Arrays.fill(losses, 0);
    Arrays.fill(timeToLoss, lookahead);
    for (int k = 0; k < found.count(); k++) {
      int own = found.own(k);
      pairs[own * count + found.intruder(k)] = CONFLICT;
      conflicts[own]++;
      timeToLoss[own] = Math.min(timeToLoss[own], Math.max(0, found.toLoss(k)));
    }
    for (int k = 0; k < found.losses(); k++) {
      int own = found.lossOwn(k);
      pairs[own * count + found.lossIntruder(k)] |= LOSS;
      losses[own]++;
      timeToLoss[own] = 0;
    }
    return found;
  }

  /// The detector with the trigonometry of the last check.
  ConflictDetector detector() {
    return detector;
  }

  /// The result of the last check.
  Conflicts found() {
    return detector.found();
  }
}
