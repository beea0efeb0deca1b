package dev.hindsight.app.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.compare.AgentPairs;
import dev.hindsight.inspector.compare.Alignment;
import dev.hindsight.inspector.event.SearchDirection;
import dev.hindsight.inspector.event.TickAndAgent;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.EventScan;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OtherEventsTest {
  /// Ticks 0 to 3 of A and B correspond; 10 to 19 of A correspond to 5 to 14 of B; 4 of B has no
  /// counterpart.
  private static final Alignment ALIGNMENT =
      new Alignment(
          List.of(new Alignment.SideBySide(0, 0, 4), new Alignment.SideBySide(10, 5, 10)), 20, 16);

  private static MemoryRollout other() {
    return new MemoryRollout("toy", 2, 16, 1)
        .with("event", Dtype.U1, (tick, agent) -> event(tick, agent), 2)
        .with("collision", Dtype.U1, (tick, i) -> i == 1 && tick > 7 && tick < 11 ? 1 : 0, 2);
  }

  private static int event(int tick, int agent) {
    return agent == 0
        ? tick == 2 || tick == 4 || tick == 12 ? 1 : 0
        : tick == 7 ? 2 : tick == 2 ? 1 : 0;
  }

  private static OtherEvents placed(Alignment alignment) {
    return OtherEvents.of(
        EventScan.ofAll(other(), new Cancellation()), alignment, AgentNames.of(other()));
  }

  @Test
  void eventsOfBStandAtTheTicksOfABesideTheirs() {
    OtherEvents events = placed(ALIGNMENT);

    assertEquals(
        List.of(2, 2, 12, 17), events.places().stream().map(OtherEvents.Place::at).toList());
    assertEquals(1, events.alone(), "tick 4 of B stands beside nothing");
    OtherEvents.Place hit = events.places().get(2);
    assertEquals(13, hit.from());
    assertEquals(16, hit.to());
    assertEquals(
        "B: agent 1: vehicle collision at tick 7, in collision at ticks 8 to 10",
        events.words(hit));
  }

  @Test
  void anotherAlignmentPlacesThemElsewhere() {
    Alignment same = new Alignment(List.of(new Alignment.SideBySide(0, 0, 16)), 20, 16);

    assertEquals(
        List.of(2, 2, 4, 7, 12),
        placed(same).places().stream().map(OtherEvents.Place::at).toList());
    assertEquals(0, placed(same).alone());
  }

  @Test
  void whatLastsIsNearAsLongAsItLasts() {
    OtherEvents events = placed(ALIGNMENT);

    assertTrue(events.near(15, 0).contains(events.places().get(2)));
    assertTrue(events.near(16, 0).isEmpty());
    assertEquals(2, events.near(3, 1).size());
  }

  private static Optional<OtherEventSearch.Found> find(
      EventKind kind,
      TickAndAgent from,
      Optional<TickAndAgent> last,
      int only,
      SearchDirection searchDirection) {
    OtherEventSearch search =
        new OtherEventSearch(other(), ALIGNMENT, AgentPairs.of(other(), other()));
    return search.find(kind, from, last, only, searchDirection, new Cancellation());
  }

  @Test
  void theNextEventOfBIsReachedByItsCounterpartAndOneWithoutIsPassedOver() {
    Optional<OtherEventSearch.Found> first =
        find(
            EventKind.GOAL,
            new TickAndAgent(0, Moment.NO_AGENT),
            Optional.empty(),
            Moment.NO_AGENT,
            SearchDirection.NEXT);
    assertEquals(
        Optional.of(new OtherEventSearch.Found(new TickAndAgent(2, 0), new TickAndAgent(2, 0))),
        first);
    assertEquals(
        Optional.of(new OtherEventSearch.Found(new TickAndAgent(2, 1), new TickAndAgent(2, 1))),
        find(
            EventKind.GOAL,
            new TickAndAgent(2, 0),
            Optional.of(new TickAndAgent(2, 0)),
            Moment.NO_AGENT,
            SearchDirection.NEXT));
    assertEquals(
        Optional.of(new OtherEventSearch.Found(new TickAndAgent(17, 0), new TickAndAgent(12, 0))),
        find(EventKind.GOAL, new TickAndAgent(2, 1), Optional.empty(), 0, SearchDirection.NEXT));
    assertEquals(
        Optional.empty(),
        find(EventKind.GOAL, new TickAndAgent(17, 0), Optional.empty(), 0, SearchDirection.NEXT));
  }

  @Test
  void fromATickWithoutCounterpartBothWaysAreFound() {
    TickAndAgent between = new TickAndAgent(6, Moment.NO_AGENT);
    assertEquals(
        Optional.of(new TickAndAgent(12, 1)),
        find(EventKind.COLLISION, between, Optional.empty(), Moment.NO_AGENT, SearchDirection.NEXT)
            .map(OtherEventSearch.Found::here));
    assertEquals(
        Optional.of(new TickAndAgent(2, 1)),
        find(EventKind.GOAL, between, Optional.empty(), Moment.NO_AGENT, SearchDirection.PREVIOUS)
            .map(OtherEventSearch.Found::here));
  }
}
