package dev.hindsight.inspector.fact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.fact.Fact.Demand;
import dev.hindsight.inspector.fact.FactVerdict.Failure;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.outcome.EventBits;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Facts on a world in which all of them hold, and on the same world with one fault: then exactly
/// the right fact fails, at the right tick.
class FactCheckTest {
  private static final int LENGTH = 10;
  private static final int TRIALS = 3;
  private static final List<Fact> FACTS =
      List.of(
          Fact.reachesGoal(1, AgentNames.NONE),
          Fact.reachesGoalBy(0, 6, AgentNames.NONE),
          Fact.noAgentCollides(),
          Fact.scores(2, 0.9),
          new Fact.Holds(
              "nobody waits in limbo early", "trial_tick > 5 || !removed[a]", Demand.ALWAYS));

  /// The planted fault.
  private enum WorldFault {
    NOTHING,
    AGENT_1_MISSES_TRIAL_2,
    AGENT_0_IS_LATE_IN_TRIAL_3,
    AGENT_1_COLLIDES,
    TRIAL_3_SCORES_LESS,
    AGENT_0_IN_LIMBO_EARLY
  }

  @TempDir private Path folder;

  /// Two agents, three trials of ten ticks, goals at tick 6 (agent 0) and 7 (agent 1).
  private static MemoryRollout world(WorldFault worldFault) {
    return new MemoryRollout("toy", 2, TRIALS * LENGTH, TRIALS)
        .withTimeout(LENGTH)
        .with("trial", Dtype.I4, (t, i) -> Math.floorDiv(t, LENGTH))
        .with("trial_tick", Dtype.I4, (t, i) -> t % LENGTH)
        .with("trial_ended", Dtype.BOOL, (t, a) -> t % LENGTH == LENGTH - 1 ? 1 : 0, 2)
        .with("event", Dtype.U1, (t, a) -> event(worldFault, t, a), 2)
        .with("removed", Dtype.BOOL, (t, a) -> removed(worldFault, t, a) ? 1 : 0, 2)
        .with("trial_score", Dtype.F4, (t, a) -> score(worldFault, t), 2);
  }

  private static int event(WorldFault worldFault, int tick, int agent) {
    int trial = Math.floorDiv(tick, LENGTH);
    boolean missed = worldFault == WorldFault.AGENT_1_MISSES_TRIAL_2 && agent == 1 && trial == 1;
    boolean late = worldFault == WorldFault.AGENT_0_IS_LATE_IN_TRIAL_3 && agent == 0 && trial == 2;
    int goal = tick % LENGTH == 6 + agent + (late ? 2 : 0) && !missed ? EventBits.GOAL : 0;
    boolean hit = worldFault == WorldFault.AGENT_1_COLLIDES && agent == 1 && tick == 13;
    return goal + (hit ? EventBits.COLLISION : 0);
  }

  private static boolean removed(WorldFault worldFault, int tick, int agent) {
    return tick % LENGTH > 7
        || (worldFault == WorldFault.AGENT_0_IN_LIMBO_EARLY && agent == 0 && tick == 22);
  }

  private static double score(WorldFault worldFault, int tick) {
    if (tick % LENGTH != LENGTH - 1) {
      return Double.NaN;
    }
    return worldFault == WorldFault.TRIAL_3_SCORES_LESS && tick == 3 * LENGTH - 1 ? 0.5 : 1;
  }

  private static List<FactVerdict> verdicts(WorldFault worldFault) {
    FactCheck check = new FactCheck(world(worldFault), Progress.SILENT, new Cancellation());
    return FACTS.stream().map(check::verdict).toList();
  }

  /// Asserts that exactly one fact fails, and where.
  private static void fails(WorldFault worldFault, int fact, int tick, int agent) {
    List<FactVerdict> verdicts = verdicts(worldFault);
    for (int i = 0; i < FACTS.size(); i++) {
      assertEquals(i != fact, verdicts.get(i).passed(), FACTS.get(i) + ": " + verdicts.get(i));
    }
    Failure failure = ((FactVerdict.Fails) verdicts.get(fact)).failures().getFirst();
    assertEquals(tick, failure.tick());
    assertEquals(agent, failure.agent());
  }

  @Test
  void allHoldsInTheWorldTheyWereSeenIn() {
    assertTrue(verdicts(WorldFault.NOTHING).stream().allMatch(FactVerdict::passed));
  }

  @Test
  void missedGoalFailsWhereItsTrialEnds() {
    fails(WorldFault.AGENT_1_MISSES_TRIAL_2, 0, 2 * LENGTH - 1, 1);
  }

  @Test
  void lateGoalFailsThoughItIsReached() {
    fails(WorldFault.AGENT_0_IS_LATE_IN_TRIAL_3, 1, 3 * LENGTH - 1, 0);
  }

  @Test
  void collisionFailsAtItsTickByItsAgent() {
    fails(WorldFault.AGENT_1_COLLIDES, 2, 13, 1);
  }

  @Test
  void lowScoreFailsWhereItsTrialBegins() {
    fails(WorldFault.TRIAL_3_SCORES_LESS, 3, 2 * LENGTH, Moment.NO_AGENT);
  }

  @Test
  void whatIsToHoldAlwaysFailsAtTheFirstTickItDoesNot() {
    fails(WorldFault.AGENT_0_IN_LIMBO_EARLY, 4, 22, 0);
  }

  @Test
  void factThatCannotBeCheckedIsNotPassed() {
    Fact nonsense = new Fact.Holds("nonsense", "speeed[a] > 1", Demand.NEVER);
    FactVerdict factVerdict =
        new FactCheck(world(WorldFault.NOTHING), Progress.SILENT, new Cancellation())
            .verdict(nonsense);

    assertTrue(
        factVerdict instanceof FactVerdict.Unknown(String why)
            && why.startsWith("column 1: there is no name 'speeed'"),
        factVerdict.toString());
  }

  @Test
  void trialThatWasCutOffIsNotJudged() {
    MemoryRollout cut = world(WorldFault.NOTHING);
    cut.comeTo(TRIALS * LENGTH - 5);

    FactVerdict factVerdict =
        new FactCheck(cut, Progress.SILENT, new Cancellation())
            .verdict(Fact.reachesGoal(1, AgentNames.NONE));

    assertTrue(factVerdict.passed(), factVerdict.toString());
  }

  @Test
  void whatIsWrittenIsRead() {
    Path file = folder.resolve("facts.json");

    new FactFile(file).write(FACTS);

    assertEquals(FACTS, new FactFile(file).read());
  }

  @Test
  void factThatSaysNothingIsNamed() throws Exception {
    Path file = folder.resolve("facts.json");
    Files.writeString(
        file, "{\"format\": \"hindsight-facts\", \"version\": 1, \"facts\": [{\"name\": \"x\"}]}");

    Problem problem = assertThrows(Problem.class, () -> new FactFile(file).read());

    assertTrue(problem.getMessage().contains("fact number 1 is empty"), problem.getMessage());
  }

  /// The message about a file with one fact of this text.
  private String refusal(String fact) throws Exception {
    Path file = folder.resolve("facts.json");
    Files.writeString(
        file, "{\"format\": \"hindsight-facts\", \"version\": 1, \"facts\": [" + fact + "]}");
    return assertThrows(Problem.class, () -> new FactFile(file).read()).getMessage();
  }

  @Test
  void aFactThatWouldOnlyBeReadInPartIsRefused() throws Exception {
    String two = refusal("{\"never\": \"tick > 1000\", \"always\": \"reward[a] > 5.0\"}");
    assertTrue(two.contains("fact number 1 states several things: never, always"), two);
    String both = refusal("{\"inEveryTrial\": \"true\", \"trial\": 0, \"meanScoreAtLeast\": 0.99}");
    assertTrue(both.contains("several things: inEveryTrial, meanScoreAtLeast"), both);
    String typo = refusal("{\"never\": \"tick > 1000\", \"agnet\": 0}");
    assertTrue(typo.contains("fact number 1 has the key agnet, which means nothing in it"), typo);
    assertTrue(typo.contains("the keys name, never, agent"), typo);
    String trial = refusal("{\"never\": \"tick > 1000\", \"trial\": 0}");
    assertTrue(trial.contains("has the key trial"), trial);
    String statement = refusal("{\"nver\": \"tick > 1000\"}");
    assertTrue(statement.contains("fact number 1 has the key nver"), statement);
    assertTrue(statement.contains("under never, always or inEveryTrial"), statement);
    String half = refusal("{\"trial\": 0, \"agent\": 1}");
    assertTrue(half.contains("fact number 1 is empty"), half);
  }

  @Test
  void aValueOfTheWrongKindIsNamedWithItsKey() throws Exception {
    String words = refusal("{\"trial\": 0, \"meanScoreAtLeast\": \"x\"}");
    assertTrue(words.contains("meanScoreAtLeast of fact number 1 is not a number"), words);
    String trial = refusal("{\"trial\": -1, \"meanScoreAtLeast\": 0.5}");
    assertTrue(trial.contains("trial of fact number 1 is not a whole number from 0"), trial);
    String agent = refusal("{\"never\": \"tick > 1\", \"agent\": \"0\"}");
    assertTrue(agent.contains("agent of fact number 1 is not a whole number from 0"), agent);
    String condition = refusal("{\"never\": true}");
    assertTrue(condition.contains("never of fact number 1 is not a condition"), condition);
    Path file = folder.resolve("facts.json");
    Files.writeString(file, "{\"format\": \"hindsight-facts\", \"version\": 1}");
    String none = assertThrows(Problem.class, () -> new FactFile(file).read()).getMessage();
    assertTrue(none.contains("there is no list of facts"), none);
  }
}
