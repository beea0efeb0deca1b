package dev.hindsight.trainer.env.gym;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GymHistoryTest {
  /// A history beside a plain list of what was added to it.
  private record Known(GymHistory history, List<double[]> rows) {
    Known copy() {
      return new Known(history.copy(), new ArrayList<>(rows));
    }

    void add(double... row) {
      history.add(row);
      rows.add(row.clone());
    }

    void check() {
      assertEquals(rows.size(), history.size());
      double[] row = new double[2];
      for (int i = 0; i < rows.size(); i++) {
        history.read(i, row);
        assertArrayEquals(rows.get(i), row);
      }
    }
  }

  @Test
  void copiesThatGoTheirOwnWaysChangeEachOtherInNothing() {
    Random random = new Random(8);
    List<Known> all = new ArrayList<>();
    all.add(new Known(new GymHistory(2), new ArrayList<>()));
    for (int round = 0; round < 3000; round++) {
      Known one = all.get(random.nextInt(all.size()));
      if (round % 50 == 0) {
        all.add(one.copy());
      } else {
        one.add(random.nextInt(2), 0);
      }
    }
    all.forEach(Known::check);
  }

  /// A time machine keeps a thousand copies of a world.
  @Test
  void copiesTakeNoRowsOfTheirOwnWhileTheyRepeatThePast() {
    GymHistory world = new GymHistory(2);
    List<GymHistory> kept = new ArrayList<>();
    double[] row = new double[2];
    for (int tick = 0; tick < 1000; tick++) {
      kept.add(world.copy());
      row[0] = tick;
      world.add(row);
    }
    GymHistory back = kept.get(100).copy();
    for (int tick = 100; tick < 1000; tick++) {
      row[0] = tick;
      back.add(row);
    }
    assertTrue(back.shares(world));
    assertTrue(kept.stream().allMatch(world::shares));
    GymHistory other = kept.get(100).copy();
    row[0] = -1;
    other.add(row);
    assertFalse(other.shares(world));
    assertEquals(101, other.size());
    assertEquals(1000, world.size());
  }

  @Test
  void aRowOfNumbersThatAreNotNumbersIsOneOfTheSamePast() {
    GymHistory world = new GymHistory(1);
    GymHistory before = world.copy();
    world.add(new double[] {Double.NaN});
    before.add(new double[] {Double.NaN});
    assertTrue(before.shares(world));
  }
}
