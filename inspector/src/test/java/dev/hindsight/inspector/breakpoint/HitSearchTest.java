package dev.hindsight.inspector.breakpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.breakpoint.Breakpoint.When;
import dev.hindsight.inspector.event.Direction;
import dev.hindsight.inspector.event.Landing;
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

/// Running to hits against a list of all of them.
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
    Found found =
        Found.of(condition, BuiltInSignals.of(rollout), Progress.SILENT, new Cancellation());
    assertTrue(found instanceof Found.There, condition + ": " + found);
    return new HitSearch((Found.There) found, when);
  }

  private List<Landing> expected(When when) {
    List<Landing> all = new ArrayList<>();
    for (int tick = 0; tick < TICKS; tick++) {
      for (int agent = 0; agent < AGENTS; agent++) {
        boolean before = tick > 0 && planted[(tick - 1) * AGENTS + agent];
        if (planted[tick * AGENTS + agent] && !(when == When.BEGINS && before)) {
          all.add(new Landing(tick, agent));
        }
      }
    }
    return all;
  }

  private static List<Landing> walk(HitSearch search, Landing from, int only, Direction way) {
    List<Landing> found = new ArrayList<>();
    Optional<Landing> next = search.next(from, only, way);
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
    List<Landing> all = expected(when);

    List<Landing> forward = walk(search, new Landing(0, -1), Moment.NO_AGENT, Direction.NEXT);
    List<Landing> back =
        walk(search, new Landing(TICKS - 1, AGENTS), Moment.NO_AGENT, Direction.PREVIOUS);

    assertEquals(all, forward);
    assertEquals(all.reversed(), back);
    assertEquals(all.size(), search.count());
  }

  @ParameterizedTest
  @EnumSource
  void hitsOfOneAgentPassOthersBy(When when) {
    List<Landing> own =
        expected(when).stream().filter(hit -> hit.agent() == 3 && hit.tick() > 0).toList();

    assertEquals(own, walk(search("odd[a]", when), new Landing(0, 3), 3, Direction.NEXT));
  }

  @Test
  void conditionAboutTicksIsNobodysAndIsLeftBehind() {
    HitSearch search = search("tick % 50 == 10", When.HOLDS);

    assertEquals(
        List.of(
            new Landing(10, -1), new Landing(60, -1), new Landing(110, -1), new Landing(160, -1)),
        walk(search, new Landing(0, 2), 2, Direction.NEXT));
    assertEquals(
        Optional.of(new Landing(10, -1)),
        search.next(new Landing(60, 4), Moment.NO_AGENT, Direction.PREVIOUS));
  }

  @Test
  void conditionThatMeansNothingHereSaysWhy() {
    Found found =
        Found.of("entropy[a] < 1", BuiltInSignals.of(rollout), Progress.SILENT, new Cancellation());

    assertTrue(
        found instanceof Found.Wrong(String why) && why.contains("no policy with attention acted"),
        found.toString());
  }
}
