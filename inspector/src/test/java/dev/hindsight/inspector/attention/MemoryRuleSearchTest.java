package dev.hindsight.inspector.attention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.attention.MemoryRules.LimboRule;
import dev.hindsight.trainer.attention.MemoryRules.PositionRule;
import dev.hindsight.trainer.attention.MemoryRules.WipeRule;
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

/// Each fault planted in acting is named from the recording and the checkpoint alone.
class MemoryRuleSearchTest {
  private static final Map<String, String> LIMBO = Map.of("after_goal", "limbo");
  private static final int TICKS = 200;

  @TempDir private Path folder;

  private MemoryRuleSearch search(Rollout rollout) {
    try (rollout;
        AttentionSource source = AttentionSources.open(rollout, Optional.empty())) {
      EpisodeFlags episodeFlags = EpisodeFlags.of(rollout, 0);
      return MemoryRuleSearch.of(source, rollout, 0, episodeFlags, new Cancellation());
    }
  }

  private MemoryRuleSearch search(FaultyMemory.MemoryFault memoryFault) {
    return search(DarkRoomRecordings.record(folder, LIMBO, memoryFault, TICKS));
  }

  @Test
  void aRightRecordingIsReproducedWithinAHundredThousandth() {
    MemoryRuleSearch search = search(FaultyMemory.MemoryFault.NONE);
    assertEquals(MemoryRules.RIGHT, search.rules());
    assertEquals(TICKS, search.agreement().ticks());
    assertTrue(search.agreement().worst() < 1e-5, search.agreement().words());
    assertEquals("", search.words());
  }

  @Test
  void aCacheWipedAtTruncationsIsNamed() {
    MemoryRuleSearch search = search(FaultyMemory.MemoryFault.WIPED_AT_TRUNCATIONS);
    assertTrue(search.words().startsWith("cache wiped at truncations:"), search.words());
  }

  @Test
  void aCacheNotWipedAtTerminalsIsNamed() {
    // Episodes of this room are shorter than the cache; longer ones would be wiped when it is full.
    MemoryRuleSearch search =
        search(
            DarkRoomRecordings.record(
                folder, Map.of(), FaultyMemory.MemoryFault.NOT_WIPED_AT_TERMINALS, TICKS));
    assertTrue(search.words().startsWith("cache not wiped at terminals:"), search.words());
  }

  @Test
  void limboSlotsLeftOpenAreNamed() {
    MemoryRuleSearch search = search(FaultyMemory.MemoryFault.LIMBO_OPEN);
    assertTrue(search.words().startsWith("limbo slots left open:"), search.words());
  }

  @Test
  void positionsCountedBySlotAreNamed() {
    MemoryRules bySlot = new MemoryRules(WipeRule.TERMINALS, LimboRule.CLOSED, PositionRule.SLOT);
    Rollout right = DarkRoomRecordings.trained(folder, TICKS);
    Rollout planted = saying(right, bySlot);
    try (right;
        AttentionSource source = AttentionSources.open(right, Optional.empty())) {
      MemoryRuleSearch search =
          MemoryRuleSearch.of(source, planted, 0, EpisodeFlags.of(right, 0), new Cancellation());
      assertTrue(
          search.words().startsWith("positions counted by slot instead of by place"),
          search.words());
    }
  }

  @Test
  void whoeverActsRightlyIsReproducedWhateverItIsWrittenIn() {
    MemoryRuleSearch search =
        search(DarkRoomRecordings.byLoops(folder, PlainTransformer.Mistake.NONE, TICKS));
    assertEquals(MemoryRules.RIGHT, search.rules());
    assertTrue(search.agreement().worst() < 1e-4, search.agreement().words());
  }

  @Test
  void anActorOfItsOwnThatCountsPositionsBySlotIsNamed() {
    MemoryRuleSearch search =
        search(DarkRoomRecordings.byLoops(folder, PlainTransformer.Mistake.BY_SLOT, TICKS));
    assertTrue(
        search.words().startsWith("positions counted by slot instead of by place"), search.words());
  }

  @Test
  void anotherCheckpointIsToldFromAFault() {
    Rollout right = DarkRoomRecordings.trained(folder, TICKS);
    MemoryRollout other =
        new MemoryRollout("darkroom", 1, TICKS, 4)
            .with("logits", Dtype.F4, (t, i) -> Math.sin(t + i), 1, 4);
    try (right;
        AttentionSource source = AttentionSources.open(right, Optional.empty())) {
      MemoryRuleSearch search =
          MemoryRuleSearch.of(source, other, 0, EpisodeFlags.of(right, 0), new Cancellation());
      assertTrue(search.words().endsWith("wrong checkpoint?"), search.words());
    }
  }

  /// The recording that a policy with other memory rules would have made.
  private static Rollout saying(Rollout rollout, MemoryRules rules) {
    float[] logits = new float[rollout.ticks() * 4];
    float[] values = new float[rollout.ticks()];
    try (AttentionSource source = AttentionSources.open(rollout, Optional.empty())) {
      EpisodeFlags episodeFlags = EpisodeFlags.of(rollout, 0);
      for (Span stretch : source.stretches(0, episodeFlags, rules)) {
        AttentionTrace trace = source.trace(0, stretch, episodeFlags, rules);
        System.arraycopy(trace.logits(), 0, logits, stretch.from() * 4, trace.logits().length);
        System.arraycopy(trace.values(), 0, values, stretch.from(), trace.values().length);
      }
    }
    return new MemoryRollout("darkroom", 1, rollout.ticks(), 4)
        .with("logits", Dtype.F4, (t, i) -> logits[t * 4 + i], 1, 4)
        .with("value", Dtype.F4, (t, _) -> values[t], 1);
  }
}
