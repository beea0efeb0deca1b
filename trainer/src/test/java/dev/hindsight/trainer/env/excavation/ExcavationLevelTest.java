package dev.hindsight.trainer.env.excavation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// Time limits and rewards of the levels of a curriculum.
class ExcavationLevelTest {
  private static final int WAIT = 7;

  private static EnvironmentFactory factory(String... settings) {
    Map<String, String> typed = new LinkedHashMap<>(Map.of("sites", "16", "levels", "pit, trench"));
    for (int i = 0; i < settings.length; i += 2) {
      typed.put(settings[i], settings[i + 1]);
    }
    return new ExcavationEnvironmentType()
        .prepare(ExcavationSettings.ALL.parse(typed, "test"), Optional.empty());
  }

  private static float step(Environment environment, int action) {
    Actions actions = new Actions(environment.shape());
    actions.joint[0] = action;
    environment.step(actions);
    return environment.buffer().reward[0];
  }

  /// Digs at random until the task of the first level is done.
  private static void promote(Environment environment) {
    SplittableRandom random = new SplittableRandom(9);
    for (int i = 0; i < 40_000; i++) {
      step(environment, random.nextInt(8));
      if (environment.buffer().terminal[0] == 1) {
        return;
      }
    }
    throw new AssertionError("no task was done");
  }

  /// Length of an episode of waiting, and what a step of it pays.
  private static Map.Entry<Integer, Float> waits(Environment environment) {
    float paid = step(environment, WAIT);
    int steps = 1;
    while (!environment.buffer().episodeEnded(0)) {
      step(environment, WAIT);
      steps++;
    }
    return Map.entry(steps, paid);
  }

  @Test
  void aLevelHasItsOwnTimeLimitAndRewards() {
    EnvironmentFactory factory =
        factory(
            "promotion",
            "1",
            "demotion",
            "1",
            "max_steps_by_level",
            "60, 25",
            "rewards_by_level",
            "dense, sparse");
    assertEquals(60, factory.shape().trialTimeoutTicks());
    Environment environment = factory.create(3);
    promote(environment);
    Environment copy = factory.create(8);
    copy.restore(environment.snapshot());
    for (Environment each : new Environment[] {environment, copy}) {
      assertEquals(Map.entry(25, -0.1f / 100), waits(each), "the second level");
      assertEquals(Map.entry(60, -0.25f / 70), waits(each), "back at the first");
    }
    assertEquals(environment.stateHash(), copy.stateHash());
  }

  @Test
  void standingAlongATrenchIsPaidOnlyAtItsLevel() {
    String[] levels = {"levels", "trench, trench", "rewards_by_level", ""};
    float common = step(factory(levels).create(1), WAIT);
    float first = step(withTrench(levels, "true,false"), WAIT);
    float second = step(withTrench(levels, "false,true"), WAIT);
    assertEquals(common, second);
    assertTrue(first < common, first + " with the penalty, " + common + " without");
  }

  private static Environment withTrench(String[] levels, String byLevel) {
    String[] all = Arrays.copyOf(levels, levels.length + 2);
    all[levels.length] = "trench_rewards_by_level";
    all[levels.length + 1] = byLevel;
    return factory(all).create(1);
  }

  @Test
  void staggeredStartsAreDrawnFromTheLevelsOwnLimit() {
    EnvironmentFactory factory =
        factory("staggered_starts", "true", "max_steps", "900", "max_steps_by_level", "30,900");
    for (int seed = 0; seed < 20; seed++) {
      assertTrue(waits(factory.create(seed)).getKey() <= 30);
    }
  }

  @Test
  void whatIsWrongWithAListIsSaidInOneLine() {
    assertSays("max_steps_by_level", "10", "1 value for 2 levels");
    assertSays("max_steps_by_level", "10,20,30", "3 values for 2 levels");
    assertSays("max_steps_by_level", "10,many", "many");
    assertSays("max_steps_by_level", "10,0", "0");
    assertSays("max_steps_by_level", "10,", "is not a number");
    assertSays("rewards_by_level", "dense,rich", "rich");
    assertSays("trench_rewards_by_level", "true,maybe", "maybe");
  }

  private static void assertSays(String name, String value, String words) {
    Problem problem = assertThrows(Problem.class, () -> factory(name, value));
    assertEquals(name, problem.where());
    assertTrue(problem.what().contains(words), problem.what());
  }

  @Test
  void theListsAreRecordedAsTheyTookEffect() {
    EnvironmentFactory factory = factory("max_steps_by_level", "10,20");
    assertEquals("10,20", factory.effective().text("max_steps_by_level"));
  }
}
