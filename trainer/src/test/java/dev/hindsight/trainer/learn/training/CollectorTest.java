package dev.hindsight.trainer.learn.training;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.TickWorld;
import dev.hindsight.trainer.env.darkroom.DarkRoomEnvironmentType;
import dev.hindsight.trainer.env.drive.DriveEnvironmentType;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import dev.hindsight.trainer.env.excavation.ExcavationEnvironmentType;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.training.Collector.RowKind;
import dev.hindsight.trainer.learn.training.VectorEnvironment.LearningAgents;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationPacking;
import dev.hindsight.trainer.run.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Compares recorded trajectories with simulating the same environments again.
class CollectorTest {
  private static final int COUNT = 3;
  private static final Seeds SEEDS = new Seeds(4);
  private static final DarkRoomEnvironmentType ROOM = new DarkRoomEnvironmentType();

  private static final EnvironmentFactory FACTORY =
      ROOM.prepare(ROOM.settings().parse(Map.of("after_goal", "limbo"), "test"), Optional.empty());

  /// Has no preference, and records whose memory it was told to wipe.
  private static final class Idle extends NetworkActor {
    private final List<Integer> forgotten = new ArrayList<>();
    private final int strange;
    private int ticks;

    private Idle() {
      this(-1);
    }

    /// @param strange tick at which its values are not numbers
    private Idle(int strange) {
      this.strange = strange;
    }

    @Override
    public void reset() {}

    @Override
    public void endEpisode(int agent) {
      forgotten.add(agent);
    }

    @Override
    public void act(float[] observation, byte[] removed, float[] logits, float[] values) {
      java.util.Arrays.fill(logits, 0);
      java.util.Arrays.fill(values, ticks++ == strange ? Float.NaN : 0.25f);
    }

    @Override
    protected void free() {}
  }

  private static Trajectories collect(RowKind rowKind, int ticks, Idle actor) {
    return collect(rowKind, ticks, actor, StepBudget.NONE);
  }

  private static Trajectories collect(RowKind rowKind, int ticks, Idle actor, StepBudget budget) {
    return collect(FACTORY, COUNT, rowKind, ticks, actor, budget);
  }

  /// @param rows number of agents of all environments
  private static Trajectories collect(
      EnvironmentFactory factory,
      int rows,
      RowKind rowKind,
      int ticks,
      Idle actor,
      StepBudget budget) {
    VectorEnvironment vectorEnvironment =
        new VectorEnvironment(List.of(factory), COUNT, SEEDS, LearningAgents.ALL);
    int numbers = factory.shape().observation().size();
    Trajectories all =
        new Trajectories(
            rows, ticks, ObservationStore.of(ObservationPacking.ofFloats(numbers), rows, ticks));
    try (CoPlayers none = new CoPlayers(vectorEnvironment, Optional.empty())) {
      new Collector(
              vectorEnvironment,
              actor,
              none,
              new ActionLog(rows),
              all,
              rowKind,
              new Collector.Rules(1, 0.9, 2),
              budget)
          .collect(new Seeds(9), 0);
    }
    return all;
  }

  @Test
  void everyUpdateAndEveryCollectionDrawsActionsOfItsOwn() {
    List<int[]> drawn = new ArrayList<>();
    for (long[] updateAndIndex : new long[][] {{0, 0}, {1, 0}, {0, 1}, {0, 0}}) {
      try (VectorEnvironment worlds =
              new VectorEnvironment(List.of(FACTORY), COUNT, SEEDS, LearningAgents.ALL);
          CoPlayers none = new CoPlayers(worlds, Optional.empty())) {
        int numbers = FACTORY.shape().observation().size();
        Trajectories all =
            new Trajectories(
                COUNT, 20, ObservationStore.of(ObservationPacking.ofFloats(numbers), COUNT, 20));
        Collector.Split _ =
            new Collector(
                    worlds,
                    new Idle(),
                    none,
                    new ActionLog(COUNT),
                    all,
                    RowKind.SEGMENTS,
                    new Collector.Rules(1, 0.9, 2),
                    StepBudget.NONE)
                .collect(new Seeds(9), updateAndIndex[0], updateAndIndex[1]);
        drawn.add(all.action.clone());
      }
    }
    assertArrayEquals(drawn.get(0), drawn.get(3));
    for (int i = 1; i < 3; i++) {
      assertFalse(Arrays.equals(drawn.get(0), drawn.get(i)), "collection " + i);
    }
    assertFalse(Arrays.equals(drawn.get(1), drawn.get(2)));
  }

  @ParameterizedTest
  @EnumSource(
      value = RowKind.class,
      names = {"SEGMENTS", "FRAGMENTS"})
  void aTickIsTrainedWithTheWeightsOfItsEpisodeWhereverThatBegins(RowKind rowKind) {
    DriveEnvironmentType drive = new DriveEnvironmentType();
    Map<String, String> typed =
        Map.of(
            "conditioning", "all",
            "entropy_weight_ub", "0.1",
            "discount_weight_lb", "0.5",
            "discount_weight_ub", "0.99",
            "goal_behavior", "stop",
            "scenario_length", "20",
            "roads_observed", "16");
    EnvironmentFactory factory =
        drive.prepare(
            drive.settings().parse(typed, "test"), Optional.of(BuiltInMaps.resolve("straight-1")));
    ObservedWeights observed = ObservedWeights.of(factory.shape().observation());
    int rows = COUNT * factory.shape().agents();
    Trajectories all = collect(factory, rows, rowKind, 100, new Idle(), StepBudget.NONE);
    float[] seen = new float[all.numbers];
    Set<Float> discounts = new HashSet<>();
    for (int at = 0; at < all.discount.length; at++) {
      all.observation.read(at, seen, 0);
      assertEquals(seen[observed.discount()], all.discount[at], "discount at " + at);
      assertEquals(seen[observed.entropy()], all.entropyWeight[at], "entropy at " + at);
      discounts.add(all.discount[at]);
    }
    assertTrue(discounts.size() > rows, "episodes began within rows");
  }

  @Test
  void aCollectionEndsWhenItsBudgetIsSpentInTheUnitAskedFor() {
    StepBudget agents = new StepBudget(StepBudget.By.AGENT_STEPS, 3L * COUNT);
    StepBudget environments = new StepBudget(StepBudget.By.ENV_STEPS, 2L * COUNT);

    assertEquals(3, collect(RowKind.SEGMENTS, 5, new Idle(), agents).used);
    assertEquals(2, collect(RowKind.SEGMENTS, 5, new Idle(), environments).used);
  }

  @ParameterizedTest
  @EnumSource(RowKind.class)
  void aTickHoldsWhatWasSeenAndDoneAndWhatThatBrought(RowKind rowKind) {
    int ticks = FACTORY.shape().trials() * FACTORY.shape().trialTimeoutTicks();
    Trajectories all = collect(rowKind, ticks, new Idle());
    boolean limbo = false;
    for (int e = 0; e < COUNT; e++) {
      Environment again = FACTORY.create(SEEDS.of(Seeds.Purpose.ENVIRONMENT, 0, e));
      Actions actions = new Actions(FACTORY.shape());
      StepBuffer seen = again.buffer();
      boolean over = false;
      for (int t = 0; t < all.used && !over; t++) {
        int at = all.at(e, t);
        float[] read = new float[all.numbers];
        all.observation.read(at, read, 0);
        for (int d = 0; d < all.numbers; d++) {
          assertEquals(seen.observation[d], read[d]);
        }
        assertEquals(seen.removed[0], all.removed[at]);
        assertEquals(seen.trial, all.trial[at]);
        limbo |= seen.removed[0] != 0;
        actions.joint[0] = all.action[at];
        again.step(actions);
        assertEquals(seen.reward[0], all.reward[at]);
        assertEquals(seen.terminal[0], all.terminal[at]);
        assertEquals(seen.truncation[0], all.truncation[at]);
        over = rowKind == RowKind.EPISODES && seen.terminal[0] != 0;
      }
    }
    assertTrue(limbo, "nobody was in limbo: the test shows nothing of it");
  }

  @Test
  void aProblemInAnyThreadIsThrownByTheOwnerAndNamesItsAgent() {
    try (VectorEnvironment vectorEnvironment =
        new VectorEnvironment(List.of(FACTORY), COUNT, SEEDS, LearningAgents.ALL, 3)) {
      Actions actions = new Actions(vectorEnvironment.shape());
      Actions none = new Actions(vectorEnvironment.partnerShape());
      actions.joint[2] = 9;
      boolean[] resting = new boolean[COUNT];
      Problem problem =
          assertThrows(Problem.class, () -> vectorEnvironment.step(actions, none, resting));
      assertTrue(problem.what().contains("9"), problem.getMessage());
      actions.joint[2] = 0;
      vectorEnvironment.step(actions, none, resting);
    }
  }

  /// One agent enters limbo with its second action, whose reward is not a number.
  private static final class FallingWorld extends TickWorld {
    private static final EnvironmentShape SHAPE =
        new EnvironmentShape(
            1,
            new ObservationLayout(
                List.of(new ObservationLayout.Segment("clock", 0, List.of(1), List.of("tick")))),
            new ActionSpace.Discrete(List.of(new ActionSpace.Factor("wait", "", List.of(0f)))),
            1,
            1,
            10,
            List.of());

    private FallingWorld() {
      super(SHAPE);
    }

    static EnvironmentFactory factory() {
      return factory(SHAPE, FallingWorld::new);
    }

    @Override
    protected void observe(int tick) {
      buffer.observation[0] = tick;
      buffer.removed[0] = (byte) (tick < 2 ? 0 : 1);
    }

    @Override
    public void step(Actions actions) {
      super.step(actions);
      buffer.reward[0] = buffer.trialTick == 2 ? Float.NaN : 1;
    }
  }

  @Test
  void aRewardWithWhichAnAgentEntersLimboMustBeANumberToo() {
    Problem problem =
        assertThrows(
            Problem.class,
            () ->
                collect(
                    FallingWorld.factory(),
                    COUNT,
                    RowKind.SEGMENTS,
                    4,
                    new Idle(),
                    StepBudget.NONE));
    assertTrue(problem.getMessage().contains("tick 1: the reward is NaN"), problem.getMessage());
  }

  @Test
  void allTrialsOfAnEpisodeAreLivedThrough() {
    int ticks = FACTORY.shape().trials() * FACTORY.shape().trialTimeoutTicks();
    Trajectories all = collect(RowKind.EPISODES, ticks, new Idle());
    for (int e = 0; e < COUNT; e++) {
      int last = 0;
      int ends = 0;
      for (int t = 0; t < all.used; t++) {
        last = Math.max(last, all.trial[all.at(e, t)]);
        ends += all.terminal[all.at(e, t)];
      }
      assertEquals(FACTORY.shape().trials() - 1, last);
      assertEquals(1, ends);
    }
  }

  @Test
  void memoryIsWipedWhereAnEpisodeEndsAndNowhereElse() {
    Idle actor = new Idle();
    int ticks = FACTORY.shape().trials() * FACTORY.shape().trialTimeoutTicks();
    Trajectories all = collect(RowKind.SEGMENTS, 2 * ticks, actor);
    int terminals = 0;
    int truncations = 0;
    for (int e = 0; e < COUNT; e++) {
      for (int t = 0; t < all.used - 1; t++) {
        terminals += all.terminal[all.at(e, t)];
        truncations += all.truncation[all.at(e, t)];
      }
    }
    assertTrue(truncations > terminals && terminals > 0);
    assertEquals(terminals, actor.forgotten.size());
  }

  /// In a dark room with limbo every episode takes as long.
  @Test
  void memoryIsWipedWhereAnEpisodeEndedWithTheLastFragment() {
    int ticks = FACTORY.shape().trials() * FACTORY.shape().trialTimeoutTicks();
    int numbers = FACTORY.shape().observation().size();
    Idle actor = new Idle();
    try (VectorEnvironment worlds =
            new VectorEnvironment(List.of(FACTORY), COUNT, SEEDS, LearningAgents.ALL);
        CoPlayers none = new CoPlayers(worlds, Optional.empty())) {
      Collector collector =
          new Collector(
              worlds,
              actor,
              none,
              new ActionLog(COUNT),
              new Trajectories(
                  COUNT,
                  ticks,
                  ObservationStore.of(ObservationPacking.ofFloats(numbers), COUNT, ticks)),
              RowKind.FRAGMENTS,
              new Collector.Rules(1, 0.9, 2),
              StepBudget.NONE);
      Collector.Split _ = collector.collect(SEEDS, 0);
      assertEquals(List.of(), actor.forgotten);
      Collector.Split _ = collector.collect(SEEDS, 1);
      assertEquals(List.of(0, 1, 2), actor.forgotten);
    }
  }

  @Test
  void anEpisodeThatBeginsAtSomeAgeHasMadeProgress() {
    ExcavationEnvironmentType site = new ExcavationEnvironmentType();
    Map<String, String> typed = Map.of("staggered_starts", "true", "max_steps", "40");
    EnvironmentFactory factory =
        site.prepare(site.settings().parse(typed, "test"), Optional.empty());
    Trajectories all = collect(factory, COUNT, RowKind.SEGMENTS, 2, new Idle(), StepBudget.NONE);
    for (int e = 0; e < COUNT; e++) {
      Environment again = factory.create(SEEDS.of(Seeds.Purpose.ENVIRONMENT, 0, e));
      float age = again.buffer().startAge / 40f;
      assertTrue(age > 0);
      assertEquals(age, all.progress[all.at(e, 0)], 1e-6f);
    }
  }

  @Test
  void theValueBeyondASegmentIsKnownWhereTheAgentLives() {
    Trajectories all = collect(RowKind.SEGMENTS, 3, new Idle());
    for (int e = 0; e < COUNT; e++) {
      assertEquals(0.25f, all.tail[e]);
    }
  }

  @Test
  void theValueBeyondAnEpisodeThatTheBudgetCutsIsKnownAndBeyondAWholeOneIsNot() {
    StepBudget two = new StepBudget(StepBudget.By.ENV_STEPS, 2L * COUNT);
    int ticks = FACTORY.shape().trials() * FACTORY.shape().trialTimeoutTicks();
    Trajectories cut = collect(RowKind.EPISODES, ticks, new Idle(), two);
    Trajectories whole = collect(RowKind.EPISODES, ticks, new Idle());
    for (int e = 0; e < COUNT; e++) {
      assertEquals(0.25f, cut.tail[e]);
      assertEquals(Float.NaN, whole.tail[e]);
    }
  }

  @Test
  void aValueBehindTheLastTickThatIsNotANumberIsUnknown() {
    Trajectories all = collect(RowKind.SEGMENTS, 3, new Idle(3));
    for (int e = 0; e < COUNT; e++) {
      assertEquals(0.25f, all.value[all.at(e, 2)]);
      assertEquals(Float.NaN, all.tail[e]);
    }
  }
}
