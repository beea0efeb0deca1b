package dev.hindsight.trainer.env.airspace.conflict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// The screen may let too many pairs through, never too few.
class PairScreenTest {
  private static final int AIRCRAFT = 40;

  @Test
  void screenLosesNothingTheExactReckoningFinds() {
    SplittableRandom random = new SplittableRandom(5);
    int found = 0;
    for (int trial = 0; trial < 300; trial++) {
      AircraftColumns aircraftColumns = randomView(random, trial);
      List<String> all = new ArrayList<>();

      ConflictDetector whole = new ConflictDetector(AIRCRAFT, ProtectedZone.USUAL);
      Conflicts conflicts = whole.detect(aircraftColumns);
      List<String> screened = PlainConflicts.names(conflicts);
      PlainConflicts.reckonAll(aircraftColumns, ProtectedZone.USUAL, all);
      assertEquals(all, screened, "trial " + trial);
      found += all.size();
    }
    assertTrue(found > 1000, "too few conflicts to tell: " + found);
  }

  @Test
  void screenLetsFewThrough() {
    AircraftColumns aircraftColumns = randomView(new SplittableRandom(7), 1);
    PairScreen screen = new PairScreen(AIRCRAFT);
    int there = screen.look(aircraftColumns, ProtectedZone.USUAL).count;
    assertEquals(AIRCRAFT, there);
    int through = 0;
    for (int i = 0; i < AIRCRAFT; i++) {
      double[] excess = screen.row(i, i + 1, AIRCRAFT, ProtectedZone.USUAL);
      for (int j = i + 1; j < AIRCRAFT; j++) {
        through += excess[j] < 0 ? 1 : 0;
      }
    }
    int pairs = AIRCRAFT * (AIRCRAFT - 1) / 2;
    assertTrue(through < pairs / 4, through + " of " + pairs);
  }

  /// Speeds and levels from few values, so that equal ones and still differences happen; some of it
  /// around the date line and the pole.
  private static AircraftColumns randomView(SplittableRandom random, int trial) {
    double[][] x = new double[6][AIRCRAFT];
    double lat = trial % 3 == 0 ? 52 : trial % 3 == 1 ? -3 : 84;
    double lon = trial % 2 == 0 ? 4 : 179.8;
    for (int i = 0; i < AIRCRAFT; i++) {
      x[0][i] = lat + random.nextDouble() * 2;
      x[1][i] = lon + random.nextDouble() * 2;
      x[1][i] = x[1][i] > 180 ? x[1][i] - 360 : x[1][i];
      x[2][i] = random.nextInt(8) * 45;
      x[3][i] = 190 + random.nextInt(3) * 30;
      x[4][i] = 9000 + random.nextInt(4) * 304.8;
      x[5][i] = random.nextInt(3) * 5 - 5;
    }
    return new AircraftColumns(AIRCRAFT, x[0], x[1], x[2], x[3], x[4], x[5], new byte[AIRCRAFT]);
  }
}
