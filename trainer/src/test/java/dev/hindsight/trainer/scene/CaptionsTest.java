package dev.hindsight.trainer.scene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.hindsight.trainer.outcome.RunningCounts;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CaptionsTest {
  private static final int TICKS = 10;
  private static final Set<Overlay> CAPTION = EnumSet.of(Overlay.CAPTION);

  private static MemoryRollout trials(int count) {
    return new MemoryRollout("any", 2, count * TICKS, count)
        .with("trial", Dtype.I4, (tick, _) -> Math.floorDiv(tick, TICKS));
  }

  private static Captions at(MemoryRollout rollout, int tick, Set<Overlay> overlays) {
    return Captions.of(new Moment(rollout, tick, 0), overlays, new RunningCounts(rollout));
  }

  @Test
  void theOverlayRunsFromOneToFour() {
    MemoryRollout rollout = trials(4);
    Set<String> seen = new LinkedHashSet<>();
    for (int tick = 0; tick < rollout.ticks(); tick++) {
      String headline = at(rollout, tick, CAPTION).headline();
      assertEquals("Trial " + (tick / TICKS + 1) + " / 4", headline, "at tick " + tick);
      seen.add(headline);
    }
    assertEquals(
        List.of("Trial 1 / 4", "Trial 2 / 4", "Trial 3 / 4", "Trial 4 / 4"), List.copyOf(seen));
  }

  /// The reference's overlay showed an agent's counter, which stayed 0 forever.
  @Test
  void anAgentsOwnCounterThatNobodyAdvancesDoesNotShow() {
    MemoryRollout rollout =
        trials(4)
            .with("trial_count", Dtype.I4, (_, _) -> 0, 2)
            .with("n_trials_completed", Dtype.I4, (_, _) -> 0, 2);
    assertEquals("Trial 3 / 4", at(rollout, 2 * TICKS + 1, CAPTION).headline());
  }

  @Test
  void afterTheLastTrialTheLastOneStays() {
    MemoryRollout over =
        new MemoryRollout("any", 1, 3, 4).with("trial", Dtype.I4, (tick, _) -> tick + 2);
    assertEquals("Trial 4 / 4", at(over, 2, CAPTION).headline());
  }

  @Test
  void withoutTrialsThereIsNoHeadline() {
    assertEquals("", at(trials(1), 3, CAPTION).headline());
    assertEquals("", at(trials(4).without("trial"), 3, CAPTION).headline());
  }

  @Test
  void theClockTellsTickAndSimulatedTime() {
    assertEquals("tick 23   2.3 s", at(trials(4), 23, CAPTION).clock());
  }

  /// The ticks of a dataset last a made-up time, which only serves to play it.
  @Test
  void theClockOfADatasetTellsTheTickAlone() {
    MemoryRollout dataset =
        trials(4).withExtra(Map.of(Manifest.DATASET, JsonNodeFactory.instance.objectNode()));
    assertEquals("tick 23", at(dataset, 23, CAPTION).clock());
  }

  @Test
  void whatIsNotAskedForIsNotSaid() {
    assertTrue(at(trials(4), 3, EnumSet.noneOf(Overlay.class)).isEmpty());
  }

  /// Agent 0 arrives at tick 4 of every trial; agent 1 crashes at tick 6 of the second.
  private static MemoryRollout eventful(int agents) {
    return new MemoryRollout("any", agents, 3 * TICKS, 3)
        .with("collision", Dtype.I1, (_, _) -> 0, agents)
        .with("trial", Dtype.I4, (tick, _) -> Math.floorDiv(tick, TICKS))
        .with(
            "event",
            Dtype.U1,
            (tick, agent) -> agent == 0 ? tick % TICKS == 4 ? 1 : 0 : tick == TICKS + 6 ? 2 : 0,
            agents);
  }

  @Test
  void whatCameOfEachTrialIsToldUpToTheResultsOfTheTick() {
    Set<Overlay> film = EnumSet.of(Overlay.CAPTION, Overlay.METRICS);
    MemoryRollout rollout = eventful(2);
    assertEquals(List.of("Trial 1: 0 of 2 reached"), at(rollout, 3, film).legend());
    assertEquals(List.of("Trial 1: 1 of 2 reached"), at(rollout, 4, film).legend());
    assertEquals(
        List.of("Trial 1: 1 of 2 reached", "Trial 2: 1 of 2 reached, 1 crashed"),
        at(rollout, 2 * TICKS - 1, film).legend());
    assertEquals(3, at(rollout, 2 * TICKS, film).legend().size());
    assertEquals(List.of(), at(rollout, 3, CAPTION).legend(), "only where numbers are shown");
  }

  @Test
  void aloneAnAgentHasReachedItOrNot() {
    Set<Overlay> film = EnumSet.of(Overlay.CAPTION, Overlay.METRICS);
    assertEquals(List.of("Trial 1: on its way"), at(eventful(1), 2, film).legend());
    assertEquals(List.of("Trial 1: reached"), at(eventful(1), 9, film).legend());
  }

  @Test
  void aTrialThatTheRecordingsEndCutsOffIsNotCalledMissed() {
    Set<Overlay> film = EnumSet.of(Overlay.CAPTION, Overlay.METRICS);
    MemoryRollout cut =
        new MemoryRollout("any", 1, TICKS + 3, 3)
            .with("trial", Dtype.I4, (tick, _) -> Math.floorDiv(tick, TICKS))
            .with("trial_ended", Dtype.BOOL, (tick, _) -> tick == TICKS - 1 ? 1 : 0, 1)
            .with("event", Dtype.U1, (_, _) -> 0, 1);

    assertEquals(
        List.of("Trial 1: not reached", "Trial 2: on its way"), at(cut, TICKS + 2, film).legend());
  }

  @Test
  void metricsAreThoseTheRecordingTells() {
    MemoryRollout rollout = trials(2).with("collision", Dtype.I1, (_, _) -> 0, 2);
    assertEquals(
        List.of(new Captions.Metric("collisions", "0"), new Captions.Metric("offroad", "0")),
        at(rollout, 3, EnumSet.of(Overlay.METRICS)).metrics());
  }

  @Test
  void theResultsOfTheLastActionAreInTheLastCaption() {
    MemoryRollout rollout =
        trials(2)
            .with("event", Dtype.U1, (tick, agent) -> tick % TICKS == TICKS - 1 ? agent : 0, 2)
            .with("trial_ended", Dtype.BOOL, (tick, _) -> tick % TICKS == TICKS - 1 ? 1 : 0, 2);
    assertEquals(
        List.of(new Captions.Metric("goals", "0"), new Captions.Metric("trial 1 so far", "0.00")),
        at(rollout, TICKS - 2, EnumSet.of(Overlay.METRICS)).metrics());
    assertEquals(
        List.of(
            new Captions.Metric("goals", "2"),
            new Captions.Metric("trial 1 score", "0.50"),
            new Captions.Metric("trial 2 score", "0.50")),
        at(rollout, 2 * TICKS - 1, EnumSet.of(Overlay.METRICS)).metrics());
  }

  @Test
  void lossesOfSeparationAreShown() {
    MemoryRollout sky =
        trials(1)
            .with("event", Dtype.U1, (tick, agent) -> tick == 2 && agent == 1 ? 16 : 0, 2)
            .with("loss", Dtype.U1, (_, _) -> 0, 2);
    assertTrue(
        at(sky, 2, EnumSet.of(Overlay.METRICS))
            .metrics()
            .contains(new Captions.Metric("losses of separation", "1")));
  }

  @Test
  void anEmptyRecordingSaysNothing() {
    MemoryRollout empty = new MemoryRollout("any", 2, 0, 4);
    assertTrue(at(empty, 0, EnumSet.allOf(Overlay.class)).isEmpty());
  }
}
