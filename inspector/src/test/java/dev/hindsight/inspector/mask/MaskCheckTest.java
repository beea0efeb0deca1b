package dev.hindsight.inspector.mask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.attention.AttentionSource;
import dev.hindsight.inspector.attention.AttentionSources;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.inspector.mask.MaskCheck.MaskFinding;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.Introspection;
import dev.hindsight.trainer.attention.MaskForm;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each planted fault of a mask is named; the masks in use have none.
class MaskCheckTest {
  private static final Span SEGMENT = new Span(0, 12);

  /// Limbo at 3 and 4, a trial's end at 5, a terminal at 8.
  private static EpisodeFlags passage() {
    byte[] terminal = new byte[12];
    terminal[8] = 1;
    byte[] truncation = new byte[12];
    truncation[5] = 1;
    byte[] removed = new byte[12];
    removed[3] = 1;
    removed[4] = 1;
    return new EpisodeFlags(terminal, truncation, removed);
  }

  private static List<MaskFault> faults(MaskForm form) {
    List<MaskRow> expected = MaskCheck.learning(passage(), SEGMENT);
    return MaskCheck.of(passage(), expected, form.open(passage(), SEGMENT)).stream()
        .map(MaskFinding::fault)
        .toList();
  }

  /// A mask by a rule for every (query, key).
  private static MaskForm rule(BiPredicate<Integer, Integer> open) {
    return (_, segment) -> {
      List<BitSet> rows = new ArrayList<>();
      for (int query = segment.from(); query < segment.to(); query++) {
        BitSet row = new BitSet();
        for (int key = segment.from(); key < segment.to(); key++) {
          row.set(key, open.test(query, key));
        }
        rows.add(row);
      }
      return rows;
    };
  }

  private static boolean right(int query, int key) {
    return MaskRow.learning(passage(), SEGMENT, query).open().get(key);
  }

  @Test
  void theRightMaskHasNoFault() {
    assertEquals(List.of(), faults(rule(MaskCheckTest::right)));
  }

  @Test
  void limboSlotsLeftOpenInTrainingAreNamed() {
    EpisodeFlags blind = new EpisodeFlags(passage().ended(), passage().truncation(), new byte[12]);
    assertEquals(
        List.of(MaskFault.LIMBO_OPEN),
        faults(rule((query, key) -> MaskRow.learning(blind, SEGMENT, query).open().get(key))));
  }

  @Test
  void aCacheNotWipedAtTerminalsIsNamed() {
    EpisodeFlags endless =
        new EpisodeFlags(new byte[12], passage().truncation(), passage().removed());
    assertEquals(
        List.of(MaskFault.OTHER_EPISODE_OPEN),
        faults(rule((query, key) -> MaskRow.learning(endless, SEGMENT, query).open().get(key))));
  }

  @Test
  void aCacheWipedAtTruncationsIsNamed() {
    assertEquals(
        List.of(MaskFault.TRIALS_APART),
        faults(rule((query, key) -> right(query, key) && (query <= 5 || key > 5))));
  }

  @Test
  void aMaskedDiagonalIsNamedAndThatTheFirstRowIsNotANumber() {
    assertEquals(
        List.of(MaskFault.DIAGONAL_MASKED, MaskFault.NO_LEGAL_KEY),
        faults(rule((query, key) -> right(query, key) && !query.equals(key))));
  }

  @Test
  void anOpenFutureIsNamed() {
    assertEquals(
        List.of(MaskFault.FUTURE_OPEN),
        faults(rule((query, key) -> right(query, key) || (key == query + 1 && key < 3))));
  }

  @Test
  void theMasksThatRunHaveNoFaultInARecordingWithLimbo(@TempDir Path folder) {
    try (Rollout rollout = DarkRoomRecordings.withLimbo(folder, 120);
        AttentionSource source = AttentionSources.open(rollout, Optional.empty())) {
      Introspection network = source.network().orElseThrow();
      EpisodeFlags episodeFlags = EpisodeFlags.of(rollout, 0);
      Span segment = new Span(40, 80);
      assertEquals(
          List.of(),
          MaskCheck.of(
              episodeFlags,
              MaskCheck.learning(episodeFlags, segment),
              network.learning().open(episodeFlags, segment)));
      assertEquals(
          List.of(),
          MaskCheck.of(
              episodeFlags,
              MaskCheck.acting(episodeFlags, network.horizon(), segment),
              network.acting().open(episodeFlags, segment)));
    }
  }

  @Test
  void weightsTellOfLimboLeftOpenAndOfTrialsApart() {
    assertEquals(List.of(), AttentionWeightCheck.of(evenly(MaskCheckTest::right), passage(), 12));
    assertEquals(
        List.of(MaskFault.LIMBO_OPEN),
        named(
            AttentionWeightCheck.of(
                evenly((q, k) -> right(q, k) || (k == 3 && q == 6)), passage(), 12)));
    assertEquals(
        List.of(MaskFault.TRIALS_APART),
        named(
            AttentionWeightCheck.of(
                evenly((q, k) -> right(q, k) && (q <= 5 || k > 5)), passage(), 12)));
  }

  @Test
  void aRowOfWeightsThatAreNotNumbersIsNamed() {
    AttentionTrace trace = evenly(MaskCheckTest::right);
    trace.plane(0, 0)[trace.offset(4)] = Float.NaN;
    List<MaskFault> named = named(AttentionWeightCheck.of(trace, passage(), 12));
    assertEquals(List.of(MaskFault.NOT_A_NUMBER), named);
  }

  private static List<MaskFault> named(List<MaskFinding> findings) {
    return findings.stream().map(MaskFinding::fault).toList();
  }

  /// One head that spreads its weight evenly over the open keys, in the stretch up to the terminal.
  private static AttentionTrace evenly(BiPredicate<Integer, Integer> open) {
    int ticks = 9;
    int[] offsets = AttentionTrace.triangle(ticks);
    float[] plane = new float[offsets[ticks]];
    for (int query = 0; query < ticks; query++) {
      int count = 0;
      for (int key = 0; key <= query; key++) {
        count += open.test(query, key) ? 1 : 0;
      }
      for (int key = 0; key <= query; key++) {
        plane[offsets[query] + key] = open.test(query, key) ? 1f / count : 0;
      }
    }
    return new AttentionTrace(
        new Span(0, ticks),
        1,
        offsets,
        new float[][] {plane},
        new float[0][],
        new float[0],
        new float[0]);
  }

  @Test
  void leakIsTheWeightOfLiveQueriesOnLimboAlone() {
    AttentionTrace leaking = evenly((q, k) -> right(q, k) || (k == 3 && q >= 4));
    float[] leak = LimboLeak.of(leaking, passage(), 0, 0);
    assertEquals(0, leak[4], 0);
    assertEquals(1f / 5, leak[5], 1e-6);
    float[] none = LimboLeak.of(evenly(MaskCheckTest::right), passage(), 0, 0);
    for (float one : none) {
      assertEquals(0, one, 0);
    }
  }

  @Test
  void brokenRulesLeakAndTheRightOnesDoNotInTheRealNetwork(@TempDir Path folder) {
    try (Rollout rollout = DarkRoomRecordings.withLimbo(folder, 80);
        AttentionSource source = AttentionSources.open(rollout, Optional.empty())) {
      EpisodeFlags episodeFlags = EpisodeFlags.of(rollout, 0);
      MemoryRules open =
          new MemoryRules(
              MemoryRules.WipeRule.TERMINALS,
              MemoryRules.LimboRule.OPEN,
              MemoryRules.PositionRule.EPISODE);
      Span stretch = new Span(0, 40);
      assertEquals(
          0, sum(source.trace(0, stretch, episodeFlags, MemoryRules.RIGHT), episodeFlags), 0);
      assertTrue(sum(source.trace(0, stretch, episodeFlags, open), episodeFlags) > 0.1);
    }
  }

  private static double sum(AttentionTrace trace, EpisodeFlags episodeFlags) {
    double sum = 0;
    for (float one : LimboLeak.of(trace, episodeFlags, 0, 0)) {
      sum += one;
    }
    return sum;
  }
}
