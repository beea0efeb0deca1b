package dev.hindsight.trainer.learn.ppo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RowChoiceTest {
  private static int[] all(RowChoice[] steps) {
    return Arrays.stream(steps).flatMapToInt(step -> Arrays.stream(step.rows())).sorted().toArray();
  }

  @Test
  void aPassTakesEveryRowOnce() {
    RowChoice[] steps = RowChoice.shuffled(13, 4, new SplittableRandom(1));
    assertArrayEquals(IntStream.range(0, 13).toArray(), all(steps));
  }

  @Test
  void partsAreTheWholeInItsOrder() {
    RowChoice whole = RowChoice.shuffled(13, 1, new SplittableRandom(1))[0];
    RowChoice[] parts = whole.parts(4, 1).toArray(RowChoice[]::new);
    assertEquals(4, parts.length);
    assertArrayEquals(
        whole.rows(),
        Arrays.stream(parts).flatMapToInt(part -> Arrays.stream(part.rows())).toArray());
  }

  @Test
  void worldsAreTakenWholeAndInOrder() {
    RowChoice worlds = new RowChoice(new int[] {2, 0}, new float[] {3, 5}).ofWorlds(3);
    assertArrayEquals(new int[] {6, 7, 8, 0, 1, 2}, worlds.rows());
    assertArrayEquals(new float[] {3, 3, 3, 5, 5, 5}, worlds.weight());
  }

  @Test
  void partsAreAPowerOfTwoAndEven() {
    RowChoice whole = RowChoice.shuffled(32, 1, new SplittableRandom(1))[0];
    for (int[] mostAndCount : new int[][] {{32, 1}, {31, 2}, {11, 4}, {8, 4}, {7, 8}, {1, 32}}) {
      List<RowChoice> parts = whole.parts(mostAndCount[0], 1);
      assertEquals(mostAndCount[1], parts.size());
      parts.forEach(part -> assertEquals(32 / mostAndCount[1], part.rows().length));
    }
    assertEquals(List.of(), RowChoice.of(new int[0]).parts(4, 1));
  }

  @Test
  void partsLeaveCrewsWhole() {
    RowChoice whole = RowChoice.shuffled(5, 1, new SplittableRandom(1))[0].ofWorlds(3);
    for (int most : new int[] {1, 3, 4, 8, 100}) {
      int taken = 0;
      for (RowChoice part : whole.parts(most, 3)) {
        assertEquals(0, part.rows().length % 3);
        assertTrue(part.rows().length <= Math.max(3, most));
        assertEquals(whole.rows()[taken], part.rows()[0]);
        taken += part.rows().length;
      }
      assertEquals(15, taken);
    }
  }

  @Test
  void noRowIsDrawnTwice() {
    float[] magnitude = {0, 1, 2, 3, 100};
    for (int seed = 0; seed < 50; seed++) {
      RowChoice choice = RowChoice.prioritised(magnitude, 5, 0.85, 0.5, new SplittableRandom(seed));
      assertArrayEquals(new int[] {0, 1, 2, 3, 4}, Arrays.stream(choice.rows()).sorted().toArray());
    }
  }

  @Test
  void probabilitiesAreThoseOfTheReference() {
    double[] p = RowChoice.probabilities(new float[] {1, 4}, 0.5);
    assertArrayEquals(new double[] {(1 + 1e-6) / (3 + 1e-6), (2 + 1e-6) / (3 + 1e-6)}, p, 1e-12);
  }

  @Test
  void largeAdvantagesAreDrawnAsOftenAsTheirProbabilitySays() {
    float[] magnitude = {1, 3};
    int second = 0;
    int draws = 20_000;
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < draws; i++) {
      second += RowChoice.prioritised(magnitude, 1, 1, 0.5, random).rows()[0];
    }
    assertEquals(0.75, (double) second / draws, 0.01);
  }

  @Test
  void weightsTakeTheChoiceBack() {
    float[] magnitude = {1, 3};
    RowChoice choice = RowChoice.prioritised(magnitude, 2, 1, 1, new SplittableRandom(1));
    for (int i = 0; i < 2; i++) {
      double p = choice.rows()[i] == 0 ? 0.25 : 0.75;
      assertEquals(1 / (2 * p), choice.weight()[i], 1e-5);
    }
    RowChoice none = RowChoice.prioritised(magnitude, 2, 1, 0, new SplittableRandom(1));
    assertArrayEquals(new float[] {1, 1}, none.weight());
    assertTrue(RowChoice.shuffled(2, 1, new SplittableRandom(1))[0].weight()[0] == 1);
  }
}
