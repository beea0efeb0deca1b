package dev.hindsight.trainer.env.drive.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.drive.map.generate.ScenarioKind;
import dev.hindsight.trainer.env.drive.map.generate.ScenarioSpec;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Worlds that differ only in the type of one vehicle.
class DrivingHabitTest {
  @ParameterizedTest
  @CsvSource({"1, classic", "2, classic", "3, classic", "4, classic", "1, jerk", "2, jerk"})
  void whoeverKeepsLeftPassesOnTheLeftAndWhoeverKeepsRightOnTheRight(long seed, String dynamics)
      throws IOException {
    double left = narrow(seed, dynamics, DrivingHabit.LEFT, DrivingHabit.LEFT).left();
    double right = narrow(seed, dynamics, DrivingHabit.RIGHT, DrivingHabit.RIGHT).left();
    assertTrue(left > 1.1, "m " + left);
    assertTrue(right < -1.1, "m " + right);
  }

  /// With jerk dynamics some touch: they move aside too slowly.
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void vehiclesThatChooseDifferentPartsOfTheRoadPass(long seed) throws IOException {
    assertEquals(0, narrow(seed, "classic", DrivingHabit.LEFT, DrivingHabit.LEFT).collisions());
    assertEquals(0, narrow(seed, "classic", DrivingHabit.RIGHT, DrivingHabit.RIGHT).collisions());
  }

  @ParameterizedTest
  @CsvSource({"1, classic", "2, classic", "3, classic", "4, classic", "1, jerk"})
  void vehiclesThatChooseTheSamePartOfTheRoadTouch(long seed, String dynamics) throws IOException {
    assertEquals(2, narrow(seed, dynamics, DrivingHabit.LEFT, DrivingHabit.RIGHT).collisions());
    assertEquals(2, narrow(seed, dynamics, DrivingHabit.RIGHT, DrivingHabit.LEFT).collisions());
  }

  @ParameterizedTest
  @CsvSource({"1, classic", "2, classic", "3, classic", "1, jerk"})
  void theSideShowsOnlyInTheLastMomentBeforeTheyMeet(long seed, String dynamics)
      throws IOException {
    Encounter left = narrow(seed, dynamics, DrivingHabit.LEFT, DrivingHabit.LEFT);
    Encounter right = narrow(seed, dynamics, DrivingHabit.RIGHT, DrivingHabit.RIGHT);
    int alike = 0;
    while (Arrays.equals(left.one().get(alike), right.one().get(alike))) {
      alike++;
    }
    // Ticks of 0.1 s; the vehicles' centres meet a little after their fronts.
    assertTrue(left.meeting() - alike <= 13, alike + " of " + left.meeting());
    assertFalse(left.meeting() <= alike, "it shows");
  }

  /// The first vehicle crosses before the second if it is bold, and after it if it is timid.
  @Test
  void whoIsBoldGoesFirstAndWhoIsTimidWaits() throws IOException {
    int bold = crossing(35, DrivingHabit.BOLD).ahead();
    int normal = crossing(35, DrivingHabit.NORMAL).ahead();
    int timid = crossing(35, DrivingHabit.TIMID).ahead();
    assertTrue(bold > 0, "ticks " + bold);
    assertTrue(normal < 0, "ticks " + normal);
    assertTrue(timid < normal, "ticks " + timid);
  }

  @ParameterizedTest
  @CsvSource({"11", "14", "23"})
  void whoIsTimidLetsWhoeverHasToWaitForANormalDriverGoFirst(long seed) throws IOException {
    assertTrue(crossing(seed, DrivingHabit.NORMAL).ahead() > 0);
    assertTrue(crossing(seed, DrivingHabit.TIMID).ahead() < 0);
  }

  @ParameterizedTest
  @CsvSource({"LEFT", "TIMID"})
  void theSameEncounterIsDrivenTheSameWayAgain(DrivingHabit habit) throws IOException {
    Encounter once = narrow(2, "classic", habit, DrivingHabit.RIGHT);
    Encounter again = narrow(2, "classic", habit, DrivingHabit.RIGHT);
    assertArrayEquals(once.one().toArray(), again.one().toArray());
  }

  private static Encounter narrow(long seed, String dynamics, DrivingHabit one, DrivingHabit other)
      throws IOException {
    return Encounter.of(ScenarioSpec.of(ScenarioKind.NARROW, 2, seed), dynamics, one, other);
  }

  private static Encounter crossing(long seed, DrivingHabit one) throws IOException {
    return Encounter.of(
        ScenarioSpec.of(ScenarioKind.INTERSECTION, 2, seed),
        DriverScorecard.CLASSIC,
        one,
        DrivingHabit.NORMAL);
  }
}
