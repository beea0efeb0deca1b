package dev.hindsight.inspector.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.breakpoint.Breakpoint;
import dev.hindsight.inspector.breakpoint.BuiltInSignals;
import dev.hindsight.inspector.breakpoint.PresetBreakpoint;
import dev.hindsight.inspector.compare.AlignmentRule;
import dev.hindsight.inspector.scores.TrialMeasure;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.condition.ConditionHits;
import dev.hindsight.trainer.condition.ConditionScan;
import dev.hindsight.trainer.condition.Signals;
import dev.hindsight.trainer.env.courier.CourierEnvironmentType;
import dev.hindsight.trainer.env.courier.CourierEvents;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.EventWords;
import dev.hindsight.trainer.outcome.RecordedEvents;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever an environment declares, the instruments find by the recording alone: couriers are in
/// no list.
class DeclaredEventsViewsTest {
  @TempDir Path folder;

  private Rollout recorded() throws IOException {
    return Rollouts.open(new CourierEnvironmentType().record(folder.resolve("courier.rollout")));
  }

  /// The first tick whose action caused an event, by any agent.
  private static int first(Rollout rollout, EventKind kind) {
    AgentColumn event = AgentColumn.of(rollout, "event").orElseThrow();
    int tick = 0;
    while (((event.integer(tick, 0) | event.integer(tick, 1)) & kind.bit()) == 0) {
      tick++;
    }
    return tick;
  }

  @Test
  void theSearchOffersAndFindsEach() throws IOException {
    try (Rollout rollout = recorded()) {
      List<Landmark> offered = Landmark.in(rollout);
      LandmarkSearch search = new LandmarkSearch(rollout, new Cancellation());
      for (EventKind kind : CourierEvents.ALL) {
        assertTrue(offered.contains(new Landmark.Event(kind)), kind.name());
        // A name alone is enough, as that of a saved lane or search.
        Landmark wanted = new Landmark.Event(EventKind.named(kind.name()));
        TickAndAgent before = new TickAndAgent(0, Moment.NO_AGENT);
        Optional<TickAndAgent> found =
            search.find(wanted, before, Moment.NO_AGENT, SearchDirection.NEXT);
        assertEquals(first(rollout, kind), found.orElseThrow().tick(), kind.name());
      }
    }
  }

  @Test
  void conditionsKnowTheirNamesAndBreakpointsAreReady() throws IOException {
    try (Rollout rollout = recorded()) {
      Signals signals = BuiltInSignals.of(rollout);
      List<String> ready =
          PresetBreakpoint.in(signals.vocabulary(), RecordedEvents.of(rollout)).stream()
              .map(Breakpoint::condition)
              .toList();
      for (EventKind kind : CourierEvents.ALL) {
        Condition condition = Condition.of(kind.signal() + "[a]", signals.vocabulary());
        ConditionHits hits =
            ConditionScan.of(condition, signals, Progress.SILENT, new Cancellation());
        assertEquals(first(rollout, kind), hits.tickFrom(0), kind.name());
        assertTrue(
            kind.equals(EventKind.COLLISION) || ready.contains(kind.signal() + "[a]"),
            kind + " is not in " + ready);
      }
      assertThrows(Problem.class, () -> Condition.of("conflict[a]", signals.vocabulary()));
    }
  }

  @Test
  void scoresCountThemAndRecordingsAlignByThem() throws IOException {
    try (Rollout rollout = recorded()) {
      List<String> measures = TrialMeasure.of(rollout).stream().map(TrialMeasure::title).toList();
      List<EventKind> kinds = RecordedEvents.of(rollout).all();
      for (EventKind kind : CourierEvents.ALL) {
        assertTrue(
            kind.equals(EventKind.GOAL) || measures.contains(kind.heading()),
            kind + " is not in " + measures);
        String id = "event:" + kind.name();
        assertEquals(id, AlignmentRule.parse(id, kinds).id());
      }
    }
  }

  /// The names and headings of a recording's own events are free.
  @Test
  void theCountOfAnEventIsNoOtherMeasureHoweverItIsNamed() {
    EventKind touchdown =
        EventKind.own(
            "touchdown", 6, EventWords.of("Touchdown", "touched down", "lands", "reached"));
    TrialMeasure landed = TrialMeasure.count(touchdown);
    assertNotEquals(TrialMeasure.REACHED, landed);
    assertEquals("Reached (touchdown)", landed.title());
    TrialMeasure came =
        TrialMeasure.count(
            EventKind.own(
                "return", 7, EventWords.of("Return", "came back", "returns", "homecomings")));
    assertNotEquals(TrialMeasure.RETURN, came);
    assertEquals("event_return", came.id());
    assertEquals("Homecomings", came.title());
    assertEquals(landed, TrialMeasure.count(EventKind.named("touchdown")));
    assertEquals("collisions", TrialMeasure.count(EventKind.COLLISION).id());
  }
}
