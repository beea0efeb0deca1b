package dev.hindsight.inspector.event;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class LandmarkSearchTest {
  private static final int TICKS = 90;
  private static final int AGENTS = 3;

  static final List<Landmark> LANDMARKS =
      List.of(
          new Landmark.Event(EventKind.COLLISION),
          new Landmark.FlagEdge("removed", "Limbo in or out"),
          new Landmark.ActionChange(),
          new Landmark.TrialEnd());

  private static MemoryRollout noise() {
    Random random = new Random(1);
    return new MemoryRollout("toy", AGENTS, TICKS, 3)
        .with("trial", Dtype.I4, (tick, _) -> Math.floorDiv(tick, 30))
        .with("collision", Dtype.I1, (_, _) -> random.nextInt(9) == 0 ? 1 : 0, AGENTS)
        .with("removed", Dtype.BOOL, (_, _) -> random.nextInt(7) == 0 ? 1 : 0, AGENTS)
        .with("action", Dtype.F4, (_, _) -> random.nextInt(2), AGENTS, 2);
  }

  /// All landmarks, by testing every tick and agent.
  private static List<TickAndAgent> all(MemoryRollout rollout, Landmark landmark) {
    List<TickAndAgent> found = new ArrayList<>();
    for (int tick = 0; tick < TICKS; tick++) {
      if (landmark instanceof Landmark.TrialEnd) {
        if (tick % 30 == 29) {
          found.add(new TickAndAgent(tick, Moment.NO_AGENT));
        }
        continue;
      }
      for (int agent = 0; agent < AGENTS; agent++) {
        if (is(rollout, landmark, tick, agent)) {
          found.add(new TickAndAgent(tick, agent));
        }
      }
    }
    return found;
  }

  private static boolean is(MemoryRollout rollout, Landmark landmark, int tick, int agent) {
    return switch (landmark) {
      case Landmark.Event _ ->
          tick % 30 != 29
              && tick + 1 < TICKS
              && at(rollout, "collision", tick + 1, agent) == 1
              && at(rollout, "collision", tick, agent) != 1;
      case Landmark.FlagEdge _ ->
          at(rollout, "removed", tick, agent)
              != (tick == 0 ? 0 : at(rollout, "removed", tick - 1, agent));
      case Landmark.ActionChange _ ->
          tick > 0
              && (at(rollout, "action", tick, 2 * agent)
                      != at(rollout, "action", tick - 1, 2 * agent)
                  || at(rollout, "action", tick, 2 * agent + 1)
                      != at(rollout, "action", tick - 1, 2 * agent + 1));
      case Landmark.TrialEnd _, Landmark.Bookmarked _, Landmark.OfOther _ -> false;
    };
  }

  private static double at(MemoryRollout rollout, String channel, int tick, int index) {
    return rollout.channel(channel).orElseThrow().value(tick, index);
  }

  @ParameterizedTest
  @FieldSource("LANDMARKS")
  void goingOnAndOnVisitsEveryoneOnceInOrderAndBackAgain(Landmark landmark) {
    MemoryRollout rollout = noise();
    List<TickAndAgent> all = all(rollout, landmark);

    assertEquals(
        all, walk(rollout, landmark, new TickAndAgent(0, Moment.NO_AGENT), SearchDirection.NEXT));
    assertEquals(
        all.reversed(),
        walk(rollout, landmark, new TickAndAgent(TICKS - 1, AGENTS), SearchDirection.PREVIOUS)
            .stream()
            .toList());
  }

  private static List<TickAndAgent> walk(
      MemoryRollout rollout,
      Landmark landmark,
      TickAndAgent from,
      SearchDirection searchDirection) {
    LandmarkSearch search = new LandmarkSearch(rollout, new Cancellation());
    List<TickAndAgent> seen = new ArrayList<>();
    boolean lastIsOne =
        landmark instanceof Landmark.TrialEnd && searchDirection == SearchDirection.PREVIOUS;
    if (lastIsOne) {
      seen.add(new TickAndAgent(TICKS - 1, Moment.NO_AGENT));
    }
    Optional<TickAndAgent> next = search.find(landmark, from, Moment.NO_AGENT, searchDirection);
    while (next.isPresent()) {
      seen.add(next.get());
      next = search.find(landmark, next.get(), Moment.NO_AGENT, searchDirection);
    }
    return seen;
  }

  @Test
  void oneAgentsEventsAreItsOwnAndBeyondTheCursor() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 2, 10, 1)
            .with("collision", Dtype.I1, (tick, agent) -> tick == 4 + agent ? 1 : 0, 2);
    LandmarkSearch search = new LandmarkSearch(rollout, new Cancellation());
    Landmark collision = new Landmark.Event(EventKind.COLLISION);

    assertEquals(
        Optional.of(new TickAndAgent(4, 1)),
        search.find(collision, new TickAndAgent(0, 0), 1, SearchDirection.NEXT));
    assertEquals(
        Optional.empty(), search.find(collision, new TickAndAgent(4, 1), 1, SearchDirection.NEXT));
    assertEquals(
        Optional.of(new TickAndAgent(3, 0)),
        search.find(collision, new TickAndAgent(9, 0), 0, SearchDirection.PREVIOUS));
  }

  @Test
  void everyBooleanChannelIsOffered() {
    MemoryRollout rollout =
        new MemoryRollout("toy", 2, 3, 1)
            .with("blinking", Dtype.BOOL, (_, _) -> 0, 2)
            .with("mask", Dtype.BOOL, (_, _) -> 0, 2, 5)
            .with("speed", Dtype.F4, (_, _) -> 0, 2);

    assertEquals(
        List.of(
            new Landmark.TrialEnd(),
            new Landmark.Bookmarked(),
            new Landmark.FlagEdge("blinking", "Edge of blinking")),
        Landmark.in(rollout));
  }
}
