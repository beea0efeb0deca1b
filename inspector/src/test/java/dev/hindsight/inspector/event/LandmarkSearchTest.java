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
          new Landmark.Edge("removed", "Limbo in or out"),
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

  /// All landmarks, by looking at every tick and agent.
  private static List<Landing> all(MemoryRollout rollout, Landmark landmark) {
    List<Landing> found = new ArrayList<>();
    for (int tick = 0; tick < TICKS; tick++) {
      if (landmark instanceof Landmark.TrialEnd) {
        if (tick % 30 == 29) {
          found.add(new Landing(tick, Moment.NO_AGENT));
        }
        continue;
      }
      for (int agent = 0; agent < AGENTS; agent++) {
        if (is(rollout, landmark, tick, agent)) {
          found.add(new Landing(tick, agent));
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
      case Landmark.Edge _ ->
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
    List<Landing> all = all(rollout, landmark);

    assertEquals(all, walk(rollout, landmark, new Landing(0, Moment.NO_AGENT), Direction.NEXT));
    assertEquals(
        all.reversed(),
        walk(rollout, landmark, new Landing(TICKS - 1, AGENTS), Direction.PREVIOUS).stream()
            .toList());
  }

  private static List<Landing> walk(
      MemoryRollout rollout, Landmark landmark, Landing from, Direction direction) {
    LandmarkSearch search = new LandmarkSearch(rollout, new Cancellation());
    List<Landing> seen = new ArrayList<>();
    boolean lastIsOne = landmark instanceof Landmark.TrialEnd && direction == Direction.PREVIOUS;
    if (lastIsOne) {
      seen.add(new Landing(TICKS - 1, Moment.NO_AGENT));
    }
    Optional<Landing> next = search.find(landmark, from, Moment.NO_AGENT, direction);
    while (next.isPresent()) {
      seen.add(next.get());
      next = search.find(landmark, next.get(), Moment.NO_AGENT, direction);
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
        Optional.of(new Landing(4, 1)),
        search.find(collision, new Landing(0, 0), 1, Direction.NEXT));
    assertEquals(Optional.empty(), search.find(collision, new Landing(4, 1), 1, Direction.NEXT));
    assertEquals(
        Optional.of(new Landing(3, 0)),
        search.find(collision, new Landing(9, 0), 0, Direction.PREVIOUS));
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
            new Landmark.Edge("blinking", "Edge of blinking")),
        Landmark.in(rollout));
  }
}
