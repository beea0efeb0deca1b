package dev.hindsight.inspector.attention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.attention.MemoryRules.Limbo;
import dev.hindsight.trainer.attention.MemoryRules.Position;
import dev.hindsight.trainer.attention.MemoryRules.Wipe;
import dev.hindsight.trainer.attention.Passage;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Faults planted in who acts are each named, from the recording and the checkpoint alone.
class RuleSearchTest {
  private static final Map<String, String> LIMBO = Map.of("after_goal", "limbo");
  private static final int TICKS = 200;

  @TempDir private Path folder;

  private RuleSearch search(Rollout rollout) {
    try (rollout;
        AttentionSource source = AttentionOpening.open(rollout, Optional.empty())) {
      Passage passage = Passage.of(rollout, 0);
      return RuleSearch.of(source, rollout, 0, passage, new Cancellation());
    }
  }

  private RuleSearch search(FaultyMemory.Fault fault) {
    return search(RoomRecordings.record(folder, LIMBO, fault, TICKS));
  }

  @Test
  void aRightRecordingIsReproducedWithinAHundredThousandth() {
    RuleSearch search = search(FaultyMemory.Fault.NONE);
    assertEquals(MemoryRules.RIGHT, search.rules());
    assertEquals(TICKS, search.agreement().ticks());
    assertTrue(search.agreement().worst() < 1e-5, search.agreement().words());
    assertEquals("", search.words());
  }

  @Test
  void aCacheWipedAtTruncationsIsNamed() {
    RuleSearch search = search(FaultyMemory.Fault.WIPED_AT_TRUNCATIONS);
    assertTrue(search.words().startsWith("cache wiped at truncations:"), search.words());
  }

  @Test
  void aCacheNotWipedAtTerminalsIsNamed() {
    // Episodes of this room are shorter than the cache; others would be wiped when it is full.
    RuleSearch search =
        search(
            RoomRecordings.record(
                folder, Map.of(), FaultyMemory.Fault.NOT_WIPED_AT_TERMINALS, TICKS));
    assertTrue(search.words().startsWith("cache not wiped at terminals:"), search.words());
  }

  @Test
  void limboSlotsLeftOpenAreNamed() {
    RuleSearch search = search(FaultyMemory.Fault.LIMBO_OPEN);
    assertTrue(search.words().startsWith("limbo slots left open:"), search.words());
  }

  @Test
  void positionsCountedBySlotAreNamed() {
    MemoryRules bySlot = new MemoryRules(Wipe.TERMINALS, Limbo.CLOSED, Position.SLOT);
    Rollout right = RoomRecordings.trained(folder, TICKS);
    Rollout planted = saying(right, bySlot);
    try (right;
        AttentionSource source = AttentionOpening.open(right, Optional.empty())) {
      RuleSearch search =
          RuleSearch.of(source, planted, 0, Passage.of(right, 0), new Cancellation());
      assertTrue(
          search.words().startsWith("positions counted by slot instead of by place"),
          search.words());
    }
  }

  @Test
  void whoeverActsRightlyIsReproducedWhateverItIsWrittenIn() {
    RuleSearch search =
        search(RoomRecordings.byLoops(folder, PlainTransformer.Mistake.NONE, TICKS));
    assertEquals(MemoryRules.RIGHT, search.rules());
    assertTrue(search.agreement().worst() < 1e-4, search.agreement().words());
  }

  @Test
  void anActorOfItsOwnThatCountsPositionsBySlotIsNamed() {
    RuleSearch search =
        search(RoomRecordings.byLoops(folder, PlainTransformer.Mistake.BY_SLOT, TICKS));
    assertTrue(
        search.words().startsWith("positions counted by slot instead of by place"), search.words());
  }

  @Test
  void anotherCheckpointIsToldFromAFault() {
    Rollout right = RoomRecordings.trained(folder, TICKS);
    MemoryRollout other =
        new MemoryRollout("darkroom", 1, TICKS, 4)
            .with("logits", Dtype.F4, (t, i) -> Math.sin(t + i), 1, 4);
    try (right;
        AttentionSource source = AttentionOpening.open(right, Optional.empty())) {
      RuleSearch search = RuleSearch.of(source, other, 0, Passage.of(right, 0), new Cancellation());
      assertTrue(search.words().endsWith("another checkpoint?"), search.words());
    }
  }

  /// What a policy would have said that keeps its memory by other rules.
  private static Rollout saying(Rollout rollout, MemoryRules rules) {
    float[] logits = new float[rollout.ticks() * 4];
    float[] values = new float[rollout.ticks()];
    try (AttentionSource source = AttentionOpening.open(rollout, Optional.empty())) {
      Passage passage = Passage.of(rollout, 0);
      for (Span stretch : source.stretches(0, passage, rules)) {
        AttentionTrace trace = source.trace(0, stretch, passage, rules);
        System.arraycopy(trace.logits(), 0, logits, stretch.from() * 4, trace.logits().length);
        System.arraycopy(trace.values(), 0, values, stretch.from(), trace.values().length);
      }
    }
    return new MemoryRollout("darkroom", 1, rollout.ticks(), 4)
        .with("logits", Dtype.F4, (t, i) -> logits[t * 4 + i], 1, 4)
        .with("value", Dtype.F4, (t, _) -> values[t], 1);
  }
}
