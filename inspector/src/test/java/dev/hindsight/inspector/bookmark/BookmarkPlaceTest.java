package dev.hindsight.inspector.bookmark;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class BookmarkPlaceTest {
  /// Two episodes of two trials; the trials are 10, 20, 10, 20 ticks long.
  private static final TrialIndex TRIALS =
      new TrialIndex(new int[] {0, 10, 30, 40}, new int[] {0, 1, 0, 1}, 60);

  @Test
  void everyTickIsFoundAgain() {
    for (int tick = 0; tick < 60; tick++) {
      assertEquals(OptionalInt.of(tick), BookmarkPlace.of(TRIALS, tick, 3).in(TRIALS));
    }
  }

  @Test
  void aPlaceMovesWithItsTrial() {
    TrialIndex longer = new TrialIndex(new int[] {0, 15, 45, 60}, new int[] {0, 1, 0, 1}, 90);

    assertEquals(OptionalInt.of(15 + 7), BookmarkPlace.of(TRIALS, 17, 3).in(longer));
    assertEquals(OptionalInt.of(60 + 2), BookmarkPlace.of(TRIALS, 42, 3).in(longer));
  }

  @Test
  void aShorterTrialHasNoSuchPlace() {
    TrialIndex shorter = new TrialIndex(new int[] {0, 5}, new int[] {0, 1}, 10);

    assertEquals(OptionalInt.empty(), BookmarkPlace.of(TRIALS, 17, 3).in(shorter));
    assertEquals(OptionalInt.empty(), BookmarkPlace.of(TRIALS, 42, 3).in(shorter));
  }
}
