package dev.hindsight.trainer.policy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.rollout.NpyArray;
import java.util.List;
import org.junit.jupiter.api.Test;

class ActionSelectorTest {
  private static final EnvironmentShape FOUR_ACTIONS = shape(2, joint(4));

  @Test
  void argmaxTakesTheLowestIndexAmongEquals() {
    Chosen chosen =
        choose(new ActionSelection.Argmax(), FOUR_ACTIONS, 0, 0, 1, 3, 3, 0, 5, 1, 5, 2);
    assertArrayEquals(new int[] {1, 0}, chosen.actions().joint);
  }

  @Test
  void logProbabilitiesAreThoseOfTheSoftmaxInDoublePrecision() {
    Chosen chosen =
        choose(new ActionSelection.Argmax(), FOUR_ACTIONS, 0, 0, 1, 3, 3, 0, 500, 1, 500, 2);
    double direct = 3 - Math.log(Math.exp(1) + 2 * Math.exp(3) + 1);
    assertEquals(direct, chosen.logProb()[0], 1e-6);
    assertEquals(-Math.log(2), chosen.logProb()[1], 1e-6);
  }

  @Test
  void samplesFollowTheSoftmax() {
    int draws = 20_000;
    int[] counts = new int[4];
    for (int tick = 0; tick < draws; tick++) {
      counts[
          choose(new ActionSelection.Sample(), FOUR_ACTIONS, 7, tick, 0, 1, 2, 0.5f, 0, 0, 0, 0)
              .actions()
              .joint[0]]++;
    }
    double[] weights = {1, Math.E, Math.exp(2), Math.exp(0.5)};
    double sum = weights[0] + weights[1] + weights[2] + weights[3];
    double chiSquare = 0;
    for (int i = 0; i < 4; i++) {
      double expected = draws * weights[i] / sum;
      chiSquare += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    // 16.27 is the 99.9 % point of chi-square with three degrees of freedom; the seed is fixed.
    assertTrue(chiSquare < 16.27, "chi-square " + chiSquare);
  }

  @Test
  void aTickIsDrawnTheSameWithoutTheOnesBeforeIt() {
    ActionSelector running = new ActionSelector(new ActionSelection.Sample(), FOUR_ACTIONS, 3);
    Actions actions = new Actions(FOUR_ACTIONS);
    PolicyOutput output = new PolicyOutput(FOUR_ACTIONS);
    for (int tick = 0; tick <= 40; tick++) {
      running.choose(new StepBuffer(FOUR_ACTIONS), output, tick, actions, new float[2]);
    }
    Actions alone =
        choose(new ActionSelection.Sample(), FOUR_ACTIONS, 3, 40, new float[8]).actions();
    assertArrayEquals(actions.joint, alone.joint);
  }

  @Test
  void agentsDrawIndependently() {
    int same = 0;
    for (int tick = 0; tick < 1000; tick++) {
      int[] joint =
          choose(new ActionSelection.Random(), FOUR_ACTIONS, 1, tick, new float[8]).actions().joint;
      same += joint[0] == joint[1] ? 1 : 0;
    }
    assertTrue(same > 180 && same < 320, same + " of 1000 equal, 250 expected");
  }

  @Test
  void aLogitThatIsNotANumberNamesAgentAndTick() {
    Problem problem =
        assertThrows(
            Problem.class,
            () ->
                choose(
                    new ActionSelection.Sample(),
                    FOUR_ACTIONS,
                    0,
                    12,
                    0,
                    0,
                    0,
                    0,
                    0,
                    Float.NaN,
                    0,
                    0));
    assertEquals("agent 1 at tick 12", problem.where());
  }

  @Test
  void aScriptIsFollowedAndItsEndIsTold() {
    ActionSelection script =
        new ActionSelection.Script("a.npy", NpyArray.of(new int[] {1, 2, 3, 0}, 2, 2));
    assertArrayEquals(
        new int[] {3, 0}, choose(script, FOUR_ACTIONS, 0, 1, new float[8]).actions().joint);
    Problem problem =
        assertThrows(Problem.class, () -> choose(script, FOUR_ACTIONS, 0, 2, new float[8]));
    assertTrue(problem.what().contains("ends after 2 ticks"), problem.what());
  }

  @Test
  void aScriptedActionOutsideTheSpaceIsRefused() {
    ActionSelection script =
        new ActionSelection.Script("a.npy", NpyArray.of(new int[] {1, 4}, 1, 2));
    Problem problem =
        assertThrows(Problem.class, () -> choose(script, FOUR_ACTIONS, 0, 0, new float[8]));
    assertTrue(problem.what().contains("action 4 of agent 1 at tick 0"), problem.what());
  }

  @Test
  void aScriptForOtherAgentsIsRefusedAtOnce() {
    ActionSelection script = new ActionSelection.Script("a.npy", NpyArray.of(new int[3], 1, 3));
    assertThrows(Problem.class, () -> new ActionSelector(script, FOUR_ACTIONS, 0));
  }

  @Test
  void continuousSamplesHaveThePolicysMeanAndDeviation() {
    EnvironmentShape shape = shape(1, new ActionSpace.Continuous(List.of("turn")));
    double sum = 0;
    double squares = 0;
    int draws = 20_000;
    for (int tick = 0; tick < draws; tick++) {
      float number =
          choose(new ActionSelection.Sample(), shape, 5, tick, 0.2f, 0.1f).actions().continuous[0];
      sum += number;
      squares += number * number;
    }
    double mean = sum / draws;
    assertEquals(0.2, mean, 0.004);
    assertEquals(0.1, Math.sqrt(squares / draws - mean * mean), 0.003);
  }

  @Test
  void continuousLogDensityIsTheNormalOne() {
    EnvironmentShape shape = shape(1, new ActionSpace.Continuous(List.of("turn")));
    Chosen chosen = choose(new ActionSelection.Argmax(), shape, 0, 0, 0.3f, 0.5f);
    assertEquals(-Math.log(0.5 * Math.sqrt(2 * Math.PI)), chosen.logProb()[0], 1e-6);
  }

  @Test
  void aTanhBoundsNumbersWithTheDensityOfWhatItGives() {
    EnvironmentShape shape = shape(2, new ActionSpace.Continuous(List.of("turn")));
    PolicyOutput output = new PolicyOutput(shape);
    // Agent 0 is bounded by a tanh, agent 1 is clipped.
    output.squashed[0] = 1;
    float[] logits = {0.7f, 0.5f, 0.2f, 0.1f};
    System.arraycopy(logits, 0, output.logits, 0, 4);
    Chosen greedy = choose(new ActionSelection.Argmax(), shape, output);
    assertEquals((float) Math.tanh(0.7f), greedy.actions().continuous[0]);
    assertEquals(0.2f, greedy.actions().continuous[1]);
    double atMean = -Math.log(0.5 * Math.sqrt(2 * Math.PI));
    double slope = 1 - Math.tanh(0.7f) * Math.tanh(0.7f);
    assertEquals(atMean - Math.log(slope), greedy.logProb()[0], 1e-6);
    assertEquals(atMean + Math.log(5), greedy.logProb()[1], 1e-6);

    Chosen drawn = choose(new ActionSelection.Sample(), shape, output);
    ActionSelector selector = new ActionSelector(new ActionSelection.Sample(), shape, 3);
    for (int agent = 0; agent < 2; agent++) {
      assertEquals(
          drawn.logProb()[agent], selector.logProbability(output, drawn.actions(), agent), 1e-4);
    }
    Chosen even = choose(new ActionSelection.Random(), shape, output);
    assertEquals(-Math.log(2), even.logProb()[0], 1e-6);
  }

  @Test
  void aScriptGivesTheActionItselfWhereATanhBounds() {
    EnvironmentShape shape = shape(1, new ActionSpace.Continuous(List.of("turn")));
    PolicyOutput output = new PolicyOutput(shape);
    output.bound(ActionBound.TANH);
    output.logits[0] = 0.7f;
    output.logits[1] = 0.5f;
    NpyArray one = NpyArray.of(new float[] {0.25f}, 1, 1);
    Chosen chosen = choose(new ActionSelection.Script("a.npy", one), shape, output);
    assertEquals(0.25f, chosen.actions().continuous[0]);
    double u = 0.5 * Math.log(1.25 / 0.75);
    double z = (u - 0.7f) / 0.5;
    double expected = -0.5 * z * z - Math.log(0.5 * Math.sqrt(2 * Math.PI)) - Math.log(1 - 0.0625);
    assertEquals(expected, chosen.logProb()[0], 1e-5);
  }

  @Test
  void numbersForAnAgentInLimboNeedNotBeNumbers() {
    EnvironmentShape shape = shape(2, new ActionSpace.Continuous(List.of("turn", "speed")));
    PolicyOutput output = new PolicyOutput(shape);
    for (int i = 0; i < 8; i++) {
      output.logits[i] = 0.5f;
    }
    output.logits[1] = Float.NaN;
    output.logits[2] = Float.POSITIVE_INFINITY;
    StepBuffer seen = new StepBuffer(shape);
    seen.removed[0] = 1;
    for (ActionSelection selection :
        List.of(new ActionSelection.Argmax(), new ActionSelection.Sample())) {
      Actions actions = new Actions(shape);
      float[] logProb = {1, 1};
      ActionSelector selector = new ActionSelector(selection, shape, 3);
      selector.choose(seen, output, 0, actions, logProb);
      assertEquals(0, actions.continuous[0]);
      assertEquals(0, actions.continuous[1]);
      assertEquals(0, logProb[0]);
      assertTrue(actions.continuous[2] != 0, "the next agent acts");
      assertTrue(Float.isFinite(logProb[1]));
      seen.removed[0] = 0;
      assertThrows(Problem.class, () -> selector.choose(seen, output, 0, actions, logProb));
      seen.removed[0] = 1;
    }
  }

  private static Chosen choose(
      ActionSelection selection, EnvironmentShape shape, PolicyOutput output) {
    Actions actions = new Actions(shape);
    float[] logProb = new float[shape.agents()];
    new ActionSelector(selection, shape, 3)
        .choose(new StepBuffer(shape), output, 0, actions, logProb);
    return new Chosen(actions, logProb);
  }

  private record Chosen(Actions actions, float[] logProb) {}

  private static Chosen choose(
      ActionSelection selection, EnvironmentShape shape, long seed, int tick, float... logits) {
    PolicyOutput output = new PolicyOutput(shape);
    System.arraycopy(logits, 0, output.logits, 0, logits.length);
    Actions actions = new Actions(shape);
    float[] logProb = new float[shape.agents()];
    new ActionSelector(selection, shape, seed)
        .choose(new StepBuffer(shape), output, tick, actions, logProb);
    return new Chosen(actions, logProb);
  }

  private static ActionSpace joint(int count) {
    List<Float> levels =
        java.util.stream.IntStream.range(0, count).mapToObj(i -> (float) i).toList();
    return new ActionSpace.Discrete(List.of(new ActionSpace.Factor("level", "1", levels)));
  }

  private static EnvironmentShape shape(int agents, ActionSpace space) {
    return new EnvironmentShape(
        agents, new ObservationLayout(List.of()), space, 0.1, 1, 0, List.of());
  }
}
