package dev.hindsight.trainer.env.airspace.conflict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Cells leave out only pairs that are out of reach.
class NearCellsTest {
  private static final int AIRCRAFT = 400;

  @ParameterizedTest
  @CsvSource({
    "52, 4, 30", // over Europe
    "0, 179, 30", // around the date line
    "88, 0, 360", // around a pole: the plane geometry is inexact there, and cells must follow it
    "-30, 0, 360", // around the earth
    "45, 10, 0.5" // in one place
  })
  void conflictsAreThoseOfAllPairs(double latitude, double longitude, double extent) {
    SplittableRandom random = new SplittableRandom(3);
    int found = 0;
    for (int trial = 0; trial < 5; trial++) {
      AircraftColumns traffic = traffic(random, latitude, longitude, extent);
      List<String> expected = new ArrayList<>();
      PlainConflicts.reckonAll(traffic, ProtectedZone.USUAL, expected);
      Conflicts conflicts = new ConflictDetector(AIRCRAFT, ProtectedZone.USUAL).detect(traffic);
      assertEquals(expected, PlainConflicts.names(conflicts), "trial " + trial);
      found += expected.size();
    }
    assertTrue(found >= 10, "too few conflicts to tell: " + found);
  }

  @Test
  void everyPairIsFoundAtMostOnce() {
    PairScreen screen = new PairScreen(AIRCRAFT);
    AircraftColumns traffic = traffic(new SplittableRandom(4), 40, 170, 40);
    NearCells cells = screen.look(traffic, ProtectedZone.USUAL);
    Set<Integer> pairs = new HashSet<>();
    for (int own = 0; own < cells.count; own++) {
      int runs = cells.runs(own);
      for (int run = 0; run < runs; run++) {
        for (int j = cells.bounds[2 * run]; j < cells.bounds[2 * run + 1]; j++) {
          int low = Math.min(own, j);
          assertTrue(pairs.add(low * AIRCRAFT + Math.max(own, j)), own + " and " + j);
        }
      }
    }
    int all = AIRCRAFT * (AIRCRAFT - 1) / 2;
    assertTrue(pairs.size() < all / 4, pairs.size() + " of " + all);
  }

  @Test
  void whoIsGoneAndWhatIsNoNumberIsInNoPair() {
    AircraftColumns traffic = traffic(new SplittableRandom(5), 52, 4, 30);
    traffic.absent()[7] = 1;
    assertEquals(expected(traffic), PlainConflicts.names(detect(traffic)));
    traffic.latitude()[9] = Double.NaN;
    assertEquals(expected(traffic), PlainConflicts.names(detect(traffic)));
    traffic.speed()[11] = Double.POSITIVE_INFINITY;
    assertEquals(expected(traffic), PlainConflicts.names(detect(traffic)));
  }

  private static Conflicts detect(AircraftColumns traffic) {
    return new ConflictDetector(AIRCRAFT, ProtectedZone.USUAL).detect(traffic);
  }

  private static List<String> expected(AircraftColumns traffic) {
    List<String> names = new ArrayList<>();
    PlainConflicts.reckonAll(traffic, ProtectedZone.USUAL, names);
    names.removeIf(name -> name.endsWith(" 7") || name.contains(" 7 "));
    return names;
  }

  private static AircraftColumns traffic(
      SplittableRandom random, double latitude, double longitude, double extent) {
    double[][] x = new double[6][AIRCRAFT];
    double tall = Math.min(extent, 2 * (89.9 - Math.abs(latitude)));
    for (int i = 0; i < AIRCRAFT; i++) {
      x[0][i] = latitude + tall * (random.nextDouble() - 0.5);
      x[1][i] = Math.IEEEremainder(longitude + extent * (random.nextDouble() - 0.5), 360);
      x[2][i] = random.nextInt(8) * 45;
      x[3][i] = 190 + random.nextInt(3) * 30;
      x[4][i] = 9000 + random.nextInt(2) * 304.8;
      x[5][i] = random.nextInt(3) * 5 - 5;
    }
    return new AircraftColumns(AIRCRAFT, x[0], x[1], x[2], x[3], x[4], x[5], new byte[AIRCRAFT]);
  }
}
