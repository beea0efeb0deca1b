package dev.hindsight.inspector.mask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.attention.Passage;
import dev.hindsight.trainer.rollout.Span;
import java.util.BitSet;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MaskRowTest {
  private static final int HORIZON = 8;

  /// @param terminal ticks whose action ended the episode
  /// @param limbo ticks in limbo
  static Passage passage(int ticks, BitSet terminal, BitSet limbo) {
    byte[] ends = new byte[ticks];
    byte[] removed = new byte[ticks];
    for (int t = 0; t < ticks; t++) {
      ends[t] = (byte) (terminal.get(t) ? 1 : 0);
      removed[t] = (byte) (limbo.get(t) ? 1 : 0);
    }
    return new Passage(ends, new byte[ticks], removed);
  }

  static BitSet ticks(int... ticks) {
    BitSet set = new BitSet();
    for (int tick : ticks) {
      set.set(tick);
    }
    return set;
  }

  private static String letters(MaskRow row) {
    return row.cells().stream().map(Reason::letter).collect(Collectors.joining());
  }

  @Test
  void learningSeesTheEpisodeUpToItselfWithoutLimbo() {
    Passage passage = passage(8, ticks(1), ticks(3));
    assertEquals("EEALASFF", letters(MaskRow.learning(passage, new Span(0, 8), 5)));
  }

  @Test
  void actingSeesTheSameFromTheFirstSlotOn() {
    Passage passage = passage(8, ticks(1), ticks(3));
    MaskRow row = MaskRow.acting(passage, HORIZON, 5);
    assertEquals(2, row.first());
    assertEquals("ALASNNNN", letters(row));
  }

  @Test
  void slotsAnEarlierEpisodeWroteAreTold() {
    Passage passage = passage(12, ticks(5), ticks());
    assertEquals("ASEEEENN", letters(MaskRow.acting(passage, HORIZON, 7)));
  }

  @Test
  void slotsFromBeforeTheCacheWasFullAreTold() {
    Passage passage = passage(12, ticks(), ticks());
    MaskRow row = MaskRow.acting(passage, HORIZON, 9);
    assertEquals(8, row.first());
    assertEquals("ASHHHHHH", letters(row));
  }

  @Test
  void aQueryInLimboKeepsItselfOpenAndBeginsWithNothingElse() {
    Passage passage = passage(4, ticks(), ticks(0, 1));
    assertEquals("LSFF", letters(MaskRow.learning(passage, new Span(0, 4), 1)));
    assertEquals(ticks(1), MaskRow.acting(passage, HORIZON, 1).open());
  }

  @Test
  void runsSayTheSameAsTheCells() {
    MaskRow row = MaskRow.learning(passage(8, ticks(1), ticks(3)), new Span(0, 8), 5);
    assertEquals(
        "E0-2 A2-3 L3-4 A4-5 S5-6 F6-8",
        row.runs().stream()
            .map(run -> run.reason().letter() + run.ticks().from() + "-" + run.ticks().to())
            .collect(Collectors.joining(" ")));
  }

  @Test
  void theTwoFormsDifferNowhereInASegmentThatBeginsWithAnEpisode() {
    Random random = new Random(6);
    for (int i = 0; i < 200; i++) {
      BitSet terminal = new BitSet();
      BitSet limbo = new BitSet();
      for (int t = 0; t < HORIZON; t++) {
        terminal.set(t, random.nextInt(4) == 0);
        limbo.set(t, random.nextInt(3) == 0);
      }
      Passage passage = passage(HORIZON, terminal, limbo);
      for (int query = 0; query < HORIZON; query++) {
        MaskRow learning = MaskRow.learning(passage, new Span(0, HORIZON), query);
        MaskRow acting = MaskRow.acting(passage, HORIZON, query);
        assertEquals(0, MaskDifference.of(learning, acting).count());
        assertEquals(learning.open(), acting.open());
        assertEquals(HORIZON, learning.cells().size());
        assertEquals(HORIZON, acting.cells().size());
      }
    }
  }

  @Test
  void limboLeftOpenInOneFormIsADifference() {
    Passage right = passage(6, ticks(), ticks(2, 3));
    Passage open = passage(6, ticks(), ticks());
    MaskDifference difference =
        MaskDifference.of(
            MaskRow.learning(open, new Span(0, 6), 5), MaskRow.acting(right, HORIZON, 5));
    assertEquals(2, difference.count());
    assertEquals(MaskDifference.Verdict.ONLY_LEARNING, difference.cells().get(2));
  }

  @Test
  void whatTheSegmentCutsOffContradictsNothing() {
    Passage passage = passage(8, ticks(), ticks());
    MaskDifference difference =
        MaskDifference.of(
            MaskRow.learning(passage, new Span(4, 8), 6), MaskRow.acting(passage, HORIZON, 6));
    assertEquals(0, difference.count());
    assertTrue(difference.cells().contains(MaskDifference.Verdict.NOT_IN_SEGMENT));
  }
}
