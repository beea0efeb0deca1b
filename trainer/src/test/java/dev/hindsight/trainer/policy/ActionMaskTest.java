package dev.hindsight.trainer.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.action.IllegalLogit;
import dev.hindsight.trainer.env.ActionMask;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.MaskedWorld;
import dev.hindsight.trainer.env.StepBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class ActionMaskTest {
  private static final int TICKS = 60;
  private final Actions actions = new Actions(MaskedWorld.shape(ActionMask.APPLIES));
  private final float[] logProb = new float[2];

  private static PolicyOutput output(EnvironmentShape shape) {
    PolicyOutput output = new PolicyOutput(shape);
    for (int i = 0; i < output.logits.length; i++) {
      output.logits[i] = (i * 7 % 5) / 2f;
    }
    return output;
  }

  /// Lets a selection act, and counts illegal actions.
  private int illegal(ActionSelection selection, ActionMask actionMask) {
    Environment world = MaskedWorld.factory(actionMask).create(0);
    ActionSelector selector = new ActionSelector(selection, world.shape(), 5);
    int illegal = 0;
    for (int tick = 0; tick < TICKS; tick++) {
      selector.choose(world.buffer(), output(world.shape()), tick, actions, logProb);
      for (int agent = 0; agent < 2; agent++) {
        illegal += MaskedWorld.legal(tick, agent, actions.joint[agent]) ? 0 : 1;
      }
      world.step(actions);
    }
    return illegal;
  }

  @Test
  void onlyAMaskThatAppliesKeepsActionsLegal() {
    for (ActionSelection selection :
        List.of(
            new ActionSelection.Argmax(),
            new ActionSelection.Sample(),
            new ActionSelection.Random())) {
      assertEquals(0, illegal(selection, ActionMask.APPLIES), selection.id());
      assertTrue(illegal(selection, ActionMask.INFORMS) > TICKS / 2, selection.id());
    }
  }

  @Test
  void theLogProbabilityIsThatAmongLegalActions() {
    Environment world = MaskedWorld.factory(ActionMask.APPLIES).create(0);
    PolicyOutput output = output(world.shape());
    ActionSelector selector = new ActionSelector(new ActionSelection.Sample(), world.shape(), 5);
    selector.choose(world.buffer(), output, 0, actions, logProb);
    // At tick 0 the first agent may do 0 or 3, the second only 3.
    double other = output.logits[actions.joint[0] == 0 ? 3 : 0];
    double own = output.logits[actions.joint[0]];
    assertEquals(-Math.log1p(Math.exp(other - own)), logProb[0], 1e-6);
    assertEquals(0, logProb[1], 1e-6);
    assertEquals(output(world.shape()).logits[1], output.logits[1], "outputs stay as they were");

    ActionSelector random = new ActionSelector(new ActionSelection.Random(), world.shape(), 5);
    random.choose(world.buffer(), output, 0, actions, logProb);
    assertEquals(-Math.log(2), logProb[0], 1e-6);
    assertEquals(0, logProb[1], 1e-6);
  }

  @Test
  void everyLegalActionIsDrawnAsOftenAsItsProbabilitySays() {
    Environment world = MaskedWorld.factory(ActionMask.APPLIES).create(0);
    PolicyOutput output = output(world.shape());
    int draws = 20_000;
    for (ActionSelection selection :
        List.of(new ActionSelection.Sample(), new ActionSelection.Random())) {
      ActionSelector selector = new ActionSelector(selection, world.shape(), 5);
      int first = 0;
      double probability = 0;
      for (int tick = 0; tick < draws; tick++) {
        selector.choose(world.buffer(), output, tick, actions, logProb);
        first += actions.joint[0] == 0 ? 1 : 0;
        probability = actions.joint[0] == 0 ? Math.exp(logProb[0]) : probability;
      }
      assertEquals(probability, first / (double) draws, 0.015, selection.id());
    }
  }

  @Test
  void anAgentWithoutALegalActionIsNamedWithItsTick() {
    Environment world = MaskedWorld.stuckAt(ActionMask.APPLIES, 2).create(0);
    ActionSelector selector = new ActionSelector(new ActionSelection.Sample(), world.shape(), 5);
    for (int tick = 0; tick < 2; tick++) {
      selector.choose(world.buffer(), output(world.shape()), tick, actions, logProb);
      world.step(actions);
    }
    Problem problem =
        assertThrows(
            Problem.class,
            () -> selector.choose(world.buffer(), output(world.shape()), 2, actions, logProb));
    assertEquals("agent 1 at tick 2", problem.where());

    world.buffer().removed[1] = 1;
    selector.choose(world.buffer(), output(world.shape()), 2, actions, logProb);
  }

  @Test
  void aJointActionIsLegalIfAllItsLevelsAre() {
    Environment world = MaskedWorld.factory(ActionMask.INFORMS).create(0);
    for (int tick = 0; tick < 6; tick++) {
      for (int action = 0; action < 6; action++) {
        for (int agent = 0; agent < 2; agent++) {
          assertEquals(MaskedWorld.legal(tick, agent, action), world.buffer().legal(agent, action));
        }
      }
      world.step(actions);
    }
  }

  @Test
  void onlyDiscreteActionsHaveMasks() {
    EnvironmentShape shape = MaskedWorld.shape(ActionMask.NONE);
    assertEquals(0, new StepBuffer(shape).actionMask.length);
    assertTrue(new StepBuffer(shape).legal(1, 5), "without a mask everything is legal");
    EnvironmentShape numbers =
        new EnvironmentShape(
            1,
            shape.observation(),
            new ActionSpace.Continuous(List.of("turn")),
            1,
            1,
            1,
            List.of());
    assertThrows(IllegalArgumentException.class, () -> numbers.with(ActionMask.INFORMS));
  }

  @Test
  void aLogitThatIsNotANumberIsNotHiddenByAMask() {
    float[] logits = {1, Float.NaN, 2};
    assertEquals(1, ActionMask.fill(logits, new byte[] {1, 0, 0}, 0, 3));
    assertEquals(1, logits[0]);
    assertTrue(Float.isNaN(logits[1]));
    assertFalse(logits[2] > IllegalLogit.FILL);
  }
}
