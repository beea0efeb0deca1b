package dev.hindsight.inspector.breakpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.breakpoint.Breakpoint.When;
import dev.hindsight.inspector.event.SearchDirection;
import dev.hindsight.inspector.event.TickAndAgent;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The search for hits agrees with a list of all of them.
class HitSearchTest {
  private static final int AGENTS = 5;
  private static final int TICKS = 200;

  private final boolean[] planted = new boolean[TICKS * AGENTS];
  private final MemoryRollout rollout;

  HitSearchTest() {
    Random random = new Random(3);
    for (int i = 0; i < planted.length; i++) {
      planted[i] = random.nextInt(6) == 0;
    }
    rollout =
        new MemoryRollout("test", AGENTS, TICKS, 1)
            .with("odd", Dtype.BOOL, (t, a) -> planted[t * AGENTS + a] ? 1 : 0, AGENTS);
  }

  private HitSearch search(String condition, When when) {
    ConditionResult conditionResult =
        ConditionResult.of(
            condition, BuiltInSignals.of(rollout), Progress.SILENT, new Cancellation());
    assertTrue(
        conditionResult instanceof ConditionResult.Completed, condition + ": " + conditionResult);
    return new HitSearch((ConditionResult.Completed) conditionResult, when);
  }

  private List<TickAndAgent> expected(When when) {
    List<TickAndAgent> all = new ArrayList<>();
    for (int tick = 0; tick < TICKS; tick++) {
      for (int agent = 0; agent < AGENTS; agent++) {
        boolean before = tick > 0 && planted[(tick - 1) * AGENTS + agent];
        if (planted[tick * AGENTS + agent] && !(when == When.BEGINS && before)) {
          all.add(new TickAndAgent(tick, agent));
        }
      }
    }
    return all;
  }

  private static List<TickAndAgent> walk(
      HitSearch search, TickAndAgent from, int only, SearchDirection way) {
    List<TickAndAgent> found = new ArrayList<>();
    Optional<TickAndAgent> next = search.next(from, only, way);
    while (next.isPresent()) {
      found.add(next.get());
      next = search.next(next.get(), only, way);
    }
    return found;
  }

  @ParameterizedTest
  @EnumSource
  void forwardAndThenBackwardPassesEveryHitOnce(When when) {
    HitSearch search = search("odd[a]", when);
    List<TickAndAgent> all = expected(when);

    List<TickAndAgent> forward =
        walk(search, new TickAndAgent(0, -1), Moment.NO_AGENT, SearchDirection.NEXT);
    List<TickAndAgent> back =
        walk(
            search, new TickAndAgent(TICKS - 1, AGENTS), Moment.NO_AGENT, SearchDirection.PREVIOUS);

    assertEquals(all, forward);
    assertEquals(all.reversed(), back);
    assertEquals(all.size(), search.count());
  }

  @ParameterizedTest
  @EnumSource
  void hitsOfOneAgentPassOthersBy(When when) {
    List<TickAndAgent> own =
        expected(when).stream().filter(hit -> hit.agent() == 3 && hit.tick() > 0).toList();

    assertEquals(
        own, walk(search("odd[a]", when), new TickAndAgent(0, 3), 3, SearchDirection.NEXT));
  }

  @Test
  void conditionAboutTicksIsNobodysAndIsLeftBehind() {
    HitSearch search = search("tick % 50 == 10", When.HOLDS);

    assertEquals(
        List.of(
            new TickAndAgent(10, -1),
            new TickAndAgent(60, -1),
            new TickAndAgent(110, -1),
            new TickAndAgent(160, -1)),
        walk(search, new TickAndAgent(0, 2), 2, SearchDirection.NEXT));
    assertEquals(
        Optional.of(new TickAndAgent(10, -1)),
        search.next(new TickAndAgent(60, 4), Moment.NO_AGENT, SearchDirection.PREVIOUS));
  }

  @Test
  void conditionThatMeansNothingHereSaysWhy() {
    ConditionResult conditionResult =
        ConditionResult.of(
            "entropy[a] < 1", BuiltInSignals.of(rollout), Progress.SILENT, new Cancellation());

    assertTrue(
        conditionResult instanceof ConditionResult.Failed(String why)
            && why.contains("no policy with attention was used"),
        conditionResult.toString());
  }
}
