package dev.hindsight.inspector.mask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.rollout.Span;
import java.util.BitSet;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MaskRowTest {
  private static final int HORIZON = 8;

  /// @param terminal ticks whose action ended the episode
  /// @param limbo ticks in limbo
  static EpisodeFlags passage(int ticks, BitSet terminal, BitSet limbo) {
    byte[] ends = new byte[ticks];
    byte[] removed = new byte[ticks];
    for (int t = 0; t < ticks; t++) {
      ends[t] = (byte) (terminal.get(t) ? 1 : 0);
      removed[t] = (byte) (limbo.get(t) ? 1 : 0);
    }
    return new EpisodeFlags(ends, new byte[ticks], removed);
  }

  static BitSet ticks(int... ticks) {
    BitSet set = new BitSet();
    for (int tick : ticks) {
      set.set(tick);
    }
    return set;
  }

  private static String letters(MaskRow row) {
    return row.cells().stream().map(MaskReason::letter).collect(Collectors.joining());
  }

  @Test
  void learningSeesTheEpisodeUpToItselfWithoutLimbo() {
    EpisodeFlags episodeFlags = passage(8, ticks(1), ticks(3));
    assertEquals("EEALASFF", letters(MaskRow.learning(episodeFlags, new Span(0, 8), 5)));
  }

  @Test
  void actingSeesTheSameFromTheFirstSlotOn() {
    EpisodeFlags episodeFlags = passage(8, ticks(1), ticks(3));
    MaskRow row = MaskRow.acting(episodeFlags, HORIZON, 5);
    assertEquals(2, row.first());
    assertEquals("ALASNNNN", letters(row));
  }

  @Test
  void slotsAnEarlierEpisodeWroteAreTold() {
    EpisodeFlags episodeFlags = passage(12, ticks(5), ticks());
    assertEquals("ASEEEENN", letters(MaskRow.acting(episodeFlags, HORIZON, 7)));
  }

  @Test
  void slotsFromBeforeTheCacheWasFullAreTold() {
    EpisodeFlags episodeFlags = passage(12, ticks(), ticks());
    MaskRow row = MaskRow.acting(episodeFlags, HORIZON, 9);
    assertEquals(8, row.first());
    assertEquals("ASHHHHHH", letters(row));
  }

  @Test
  void aQueryInLimboKeepsItselfOpenAndBeginsWithNothingElse() {
    EpisodeFlags episodeFlags = passage(4, ticks(), ticks(0, 1));
    assertEquals("LSFF", letters(MaskRow.learning(episodeFlags, new Span(0, 4), 1)));
    assertEquals(ticks(1), MaskRow.acting(episodeFlags, HORIZON, 1).open());
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
      EpisodeFlags episodeFlags = passage(HORIZON, terminal, limbo);
      for (int query = 0; query < HORIZON; query++) {
        MaskRow learning = MaskRow.learning(episodeFlags, new Span(0, HORIZON), query);
        MaskRow acting = MaskRow.acting(episodeFlags, HORIZON, query);
        assertEquals(0, MaskDifference.of(learning, acting).count());
        assertEquals(learning.open(), acting.open());
        assertEquals(HORIZON, learning.cells().size());
        assertEquals(HORIZON, acting.cells().size());
      }
    }
  }

  @Test
  void limboLeftOpenInOneFormIsADifference() {
    EpisodeFlags right = passage(6, ticks(), ticks(2, 3));
    EpisodeFlags open = passage(6, ticks(), ticks());
    MaskDifference difference =
        MaskDifference.of(
            MaskRow.learning(open, new Span(0, 6), 5), MaskRow.acting(right, HORIZON, 5));
    assertEquals(2, difference.count());
    assertEquals(MaskDifference.CellDifference.ONLY_LEARNING, difference.cells().get(2));
  }

  @Test
  void whatTheSegmentCutsOffContradictsNothing() {
    EpisodeFlags episodeFlags = passage(8, ticks(), ticks());
    MaskDifference difference =
        MaskDifference.of(
            MaskRow.learning(episodeFlags, new Span(4, 8), 6),
            MaskRow.acting(episodeFlags, HORIZON, 6));
    assertEquals(0, difference.count());
    assertTrue(difference.cells().contains(MaskDifference.CellDifference.NOT_IN_SEGMENT));
  }
}
