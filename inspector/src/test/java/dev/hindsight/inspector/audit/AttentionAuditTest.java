package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.neighbours.EdgeRecordings;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import org.junit.jupiter.api.Test;

/// Impossible stored weights, positions and garbage marks are named at the first tick that shows
/// them.
class AttentionAuditTest {
  private static final int SLOTS = 10;
  private static final int END = 7;

  /// Two agents and two heads; agent 1 is in limbo at ticks 4 and 5; an episode ends at tick 7.
  private static MemoryRollout stored() {
    return new MemoryRollout("toy", 2, 14, 1)
        .with("terminal", Dtype.BOOL, (t, _) -> t == END ? 1 : 0, 2)
        .with("removed", Dtype.BOOL, (t, i) -> limbo(t, i) ? 1 : 0, 2)
        .with("cache_position", Dtype.I4, (t, _) -> own(t), 2)
        .with(
            "cache_garbage",
            Dtype.BOOL,
            (t, i) -> garbage(t, i / SLOTS, i % SLOTS) ? 1 : 0,
            2,
            SLOTS)
        .with("attention/layer0", Dtype.F4, AttentionAuditTest::weight, 2, 2, SLOTS);
  }

  private static boolean limbo(int tick, int agent) {
    return agent == 1 && (tick == 4 || tick == 5);
  }

  private static int own(int tick) {
    return tick <= END ? tick : tick - END - 1;
  }

  private static boolean garbage(int tick, int agent, int slot) {
    return slot < own(tick) && limbo(tick - own(tick) + slot, agent);
  }

  /// Half on the first slot, half on the query's own.
  private static double weight(int tick, int index) {
    int slot = index % SLOTS;
    return (slot == 0 ? 0.5 : 0) + (slot == own(tick) ? 0.5 : 0);
  }

  private static AuditAssertions changed(int tick, int index, double value) {
    return AuditAssertions.of(
        "attention",
        stored()
            .with(
                "attention/layer0",
                Dtype.F4,
                (t, i) -> t == tick && i == index ? value : weight(t, i),
                2,
                2,
                SLOTS));
  }

  @Test
  void whatLooksBackAtWhatWasPasses() {
    AuditAssertions.of("attention", stored()).passes();
  }

  @Test
  void aDiagonalThatIsAlwaysClosedIsRemarked() {
    MemoryRollout closed =
        stored().with("attention/layer0", Dtype.F4, (_, i) -> i % SLOTS == 0 ? 1 : 0, 2, 2, SLOTS);
    AuditAssertions found = AuditAssertions.of("attention", closed);
    found.passes();
    assertTrue(found.words().contains("no tick attends to itself"), found.words());
    AuditAssertions right = AuditAssertions.of("attention", stored());
    assertFalse(right.words().contains("no tick attends to itself"), right.words());
  }

  @Test
  void weightsThatDoNotSumToOneLookAheadOrIntoLimboAreNamed() {
    AuditFinding found = changed(3, 2 * SLOTS, 0.3).failsAt(3, "do not sum to 1");
    assertEquals(1, found.agent());
    changed(3, 6, 0.2).failsAt(3, "no tick has been written to yet");
    changed(3, 0, Double.NaN).failsAt(3, "not a number");
    changed(3, 0, -0.5).failsAt(3, "not between 0 and 1");
    AuditAssertions.of(
            "attention",
            stored()
                .with(
                    "attention/layer0",
                    Dtype.F4,
                    (t, i) ->
                        t == 6 && i / (2 * SLOTS) == 1 ? (i % SLOTS == 4 ? 1 : 0) : weight(t, i),
                    2,
                    2,
                    SLOTS))
        .failsAt(6, "weight on limbo slots");
  }

  @Test
  void aWrongPositionAndWrongGarbageAreNamed() {
    AuditAssertions.of(
            "attention",
            stored()
                .with("cache_position", Dtype.I4, (t, i) -> own(t) + (t == 9 && i == 1 ? 1 : 0), 2))
        .failsAt(9, "not the number of ticks since the cache was wiped");
    AuditAssertions.of(
            "attention",
            stored()
                .with(
                    "cache_garbage",
                    Dtype.BOOL,
                    (t, i) -> t != 6 && garbage(t, i / SLOTS, i % SLOTS) ? 1 : 0,
                    2,
                    SLOTS))
        .failsAt(6, "a limbo slot is not marked as garbage");
    AuditAssertions.of(
            "attention",
            stored()
                .with(
                    "cache_garbage",
                    Dtype.BOOL,
                    (t, i) -> (t == 3 && i == 1) || garbage(t, i / SLOTS, i % SLOTS) ? 1 : 0,
                    2,
                    SLOTS))
        .failsAt(3, "marked as garbage though its tick was not in limbo");
  }

  /// The same, if a truncation ends what ends at [#END].
  private static MemoryRollout truncated(int numberAfter) {
    return stored()
        .with("terminal", Dtype.BOOL, (_, _) -> 0, 2)
        .with("truncation", Dtype.BOOL, (t, _) -> t == END ? 1 : 0, 2)
        .with("trial", Dtype.I4, (t, _) -> t <= END ? 0 : numberAfter);
  }

  @Test
  void aCacheThatIsWipedBetweenTrialsIsNamedAndOneWipedBetweenEpisodesPasses() {
    AuditAssertions.of("attention", truncated(1))
        .failsAt(END + 1, "the cache is wiped between two trials of an episode");
    AuditAssertions.of("attention", truncated(0)).passes();
  }

  @Test
  void weightsOnNeighboursThatAreNotThereAreNamed() {
    AuditAssertions limbo = AuditAssertions.of("attention", EdgeRecordings.recording());
    assertEquals(0, limbo.failsAt(0, "weight on a neighbour in limbo").agent());
    MemoryRollout there = EdgeRecordings.recording().with("removed", Dtype.BOOL, (_, _) -> 0, 3);
    there.with("edges/layer1", Dtype.F4, (_, i) -> i % 3 == 2 ? 1 : 0, 3, 2, 3);
    AuditAssertions.of("attention", there).passes();
    there.with("edges/layer1", Dtype.F4, (t, i) -> t == 2 ? 0.4 : i % 3 == 2 ? 1 : 0, 3, 2, 3);
    AuditAssertions.of("attention", there).failsAt(2, "do not sum to 1");
    there.with(
        "edges/layer1",
        Dtype.F4,
        (t, i) -> t == 1 && i >= 12 ? (i % 3 == 1 ? 1 : 0) : i % 3 == 2 ? 1 : 0,
        3,
        2,
        3);
    AuditAssertions.of("attention", there).failsAt(1, "weight on an empty neighbour row");
  }
}
