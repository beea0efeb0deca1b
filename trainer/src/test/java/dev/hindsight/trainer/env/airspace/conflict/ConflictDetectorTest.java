package dev.hindsight.trainer.env.airspace.conflict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ConflictDetectorTest {
  private static AircraftColumns two(double lon, double trk, double alt, double vs) {
    return new AircraftColumns(
        2,
        new double[] {52, 52},
        new double[] {4, lon},
        new double[] {90, trk},
        new double[] {200, 200},
        new double[] {10000, alt},
        new double[] {0, vs},
        new byte[2]);
  }

  private static Conflicts detect(AircraftColumns aircraftColumns) {
    return new ConflictDetector(2, ProtectedZone.USUAL).detect(aircraftColumns);
  }

  @Test
  void samePlaceIsALossBothWays() {
    Conflicts found = detect(two(4, 90, 10000, 0));

    assertEquals(2, found.losses());
    assertEquals(2, found.count());
    assertEquals(0, found.bearing(0));
    assertEquals(0, found.distance(0));
  }

  @Test
  void levelAircraftExactlyHalfAZoneApartNeverConflict() {
    ConflictDetector detector = new ConflictDetector(2, new ProtectedZone(9260, 300, 300));

    assertEquals(0, detector.detect(two(4.1, 270, 10300, 0)).count());
    assertEquals(0, detector.detect(two(4.1, 270, 9700, 0)).count());
    assertEquals(2, detector.detect(two(4.1, 270, 10299, 0)).count());
  }

  @Test
  void climbingIntoTheZoneIsAConflictThatBeginsWhenTheLevelIsReached() {
    Conflicts found = detect(two(4.05, 90, 8000, 10));

    assertEquals(2, found.count());
    assertEquals((2000 - 304.8) / 10, found.toLoss(0), 1e-9);
    assertEquals(0, found.losses());
  }

  @Test
  void whoIsNotThereConflictsWithNobody() {
    AircraftColumns aircraftColumns = two(4.5, 270, 10000, 0);
    assertEquals(2, detect(aircraftColumns).count());
    aircraftColumns.absent()[1] = 1;

    assertEquals(0, detect(aircraftColumns).count());
  }

  @Test
  void whatIsNoNumberConflictsWithNobody() {
    assertEquals(0, detect(two(4.5, 270, Double.NaN, 0)).count());
    assertEquals(0, detect(two(Double.NaN, 270, 10000, 0)).count());
  }

  @Test
  void resolutionsOfACrossingPushTheTwoApart() {
    AircraftColumns aircraftColumns =
        new AircraftColumns(
            2,
            new double[] {52, 51.7},
            new double[] {4, 4.5},
            new double[] {90, 2},
            new double[] {220, 210},
            new double[] {10000, 10000},
            new double[2],
            new byte[2]);
    Conflicts found = detect(aircraftColumns);
    Mvp mvp = new Mvp(ProtectedZone.USUAL);
    mvp.resolve(aircraftColumns, found, 0);
    double east = mvp.east();
    double north = mvp.north();
    mvp.resolve(aircraftColumns, found, 1);

    assertEquals(-east, mvp.east(), 1e-6);
    assertEquals(-north, mvp.north(), 1e-6);
    assertTrue(mvp.up() > 0);
  }
}
