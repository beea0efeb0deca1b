package dev.hindsight.inspector.derived;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.attention.AttentionReading;
import dev.hindsight.inspector.attention.AttentionReadingCache;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.inspector.lookback.LookBack;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Derived channels on the timeline agree with the panels.
class DerivedChannelsTest {
  private static final int TICKS = 80;

  @TempDir private Path folder;

  private static Channel named(List<Channel> channels, String name) {
    return channels.stream()
        .filter(channel -> channel.spec().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void anotherCheckpointIsAnotherEditionAndIsTold() {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, TICKS)) {
      AttentionReadingCache library = new AttentionReadingCache(rollout);
      DerivedChannels derived = DerivedChannels.of(rollout, library);
      List<Integer> told = new ArrayList<>();
      Runnable unwatch = derived.watch(() -> told.add(derived.edition()));

      library.choose(folder.resolve("one.safetensors"));
      library.choose(folder.resolve("other.safetensors"));
      unwatch.run();
      library.choose(folder.resolve("third.safetensors"));

      assertEquals(List.of(1, 2), told);
      assertEquals(3, derived.edition());
    }
  }

  @Test
  void massesAreThoseOfTheLookBackPanelAndSumToOne() {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, TICKS)) {
      AttentionReadingCache library = new AttentionReadingCache(rollout);
      List<Channel> channels = DerivedChannels.of(rollout, library).channels();
      for (int tick : new int[] {0, 17, 41, TICKS - 1}) {
        AttentionReading reading = library.reading(0, tick, new Cancellation());
        LookBack back = LookBack.of(reading.trace(), rollout.trials(), tick);
        double sum = 0;
        for (int trial = 0; trial < 4; trial++) {
          int number = trial;
          double mean =
              back.rows().stream()
                  .filter(weightRow -> weightRow.name().endsWith(" mean"))
                  .mapToDouble(weightRow ->
                      back.trials().stream()
                          .filter(trialSpan -> trialSpan.trial() == number)
                          .mapToDouble(trialSpan -> weightRow.mass(trialSpan.ticks()))
                          .sum())
                  .average()
                  .orElseThrow();
          double mass = named(channels, DerivedChannels.mass(trial)).value(tick, 0);
          assertEquals(mean, mass, 1e-5, "tick " + tick + ", trial " + trial);
          sum += mass;
        }
        assertEquals(1, sum, 1e-5, "tick " + tick);
      }
    }
  }

  @Test
  void aRightPolicyHasNoLeakAnywhereAndIsNotAskedWhereItIsInLimbo() {
    try (Rollout rollout = DarkRoomRecordings.withLimbo(folder, TICKS)) {
      List<Channel> channels =
          DerivedChannels.of(rollout, new AttentionReadingCache(rollout)).channels();
      Channel removed = rollout.channel("removed").orElseThrow();
      int limbo = 0;
      for (int tick = 0; tick < TICKS; tick++) {
        boolean away = removed.integer(tick, 0) != 0;
        limbo += away ? 1 : 0;
        assertEquals(0, named(channels, DerivedChannels.LEAK).value(tick, 0));
        assertEquals(away, Double.isNaN(named(channels, DerivedChannels.ENTROPY).value(tick, 0)));
      }
      assertTrue(limbo > 0);
    }
  }

  @Test
  void storedWeightsThatLeakLeakOnTheLaneToo() {
    MemoryRollout leaking =
        new MemoryRollout("martian", 1, 4, 1)
            .with("removed", Dtype.BOOL, (t, _) -> t == 1 ? 1 : 0, 1)
            .with(
                "attention/layer0", Dtype.F4, (t, slot) -> slot <= t ? 1.0 / (t + 1) : 0, 1, 1, 4);
    Channel leak =
        named(
            DerivedChannels.of(leaking, new AttentionReadingCache(leaking)).channels(),
            DerivedChannels.LEAK);
    assertEquals(0, leak.value(0, 0));
    assertEquals(1 / 3.0, leak.value(2, 0), 1e-6);
    assertEquals(1 / 4.0, leak.value(3, 0), 1e-6);
  }

  @Test
  void withoutTheCheckpointTheReasonIsTold() {
    MemoryRollout elsewhere =
        new MemoryRollout("martian", 1, 4, 1)
            .with("attention/layer0", Dtype.F4, (_, _) -> 0, 1, 1, 4);
    Rollout promising = DarkRoomRecordings.trained(folder, 12);
    AttentionReadingCache library = new AttentionReadingCache(promising);
    library.choose(folder.resolve("no-such.safetensors"));
    List<Channel> channels = DerivedChannels.of(promising, library).channels();
    assertThrows(Problem.class, () -> named(channels, DerivedChannels.LEAK).value(0, 0));
    promising.close();
    assertEquals(
        List.of(),
        DerivedChannels.of(
                new MemoryRollout("martian", 1, 4, 1), new AttentionReadingCache(elsewhere))
            .channels());
  }
}
