package dev.hindsight.trainer.learn.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.ActionBound;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.action.ActionSpace.Factor;
import dev.hindsight.trainer.env.ActionMask;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OutputGuardTest {
  /// Turn left, not, right; climb, not, descend: hold is 4.
  private static final ActionSpace.Discrete GRID =
      new ActionSpace.Discrete(
          List.of(
              new Factor("turn", "deg", List.of(-22.5f, 0f, 22.5f)),
              new Factor("level", "ft", List.of(-1000f, 0f, 1000f))));

  private static EnvironmentShape shape(ActionSpace actions) {
    return new EnvironmentShape(3, new ObservationLayout(List.of()), actions, 5, 1, 10, List.of());
  }

  @Test
  void theNeutralActionIsTheOneThatDoesNothing() {
    assertEquals(4, GRID.neutral());
    assertEquals(1, new Factor("gear", "", List.of(1f, 2f, 3f)).neutral(), "else the middle one");
  }

  @Test
  void whoseOutputIsNoNumberHoldsOnAndIsCounted() {
    PolicyOutput output = new PolicyOutput(shape(GRID));
    output.logits[9 + 2] = Float.NaN;
    output.value[2] = Float.POSITIVE_INFINITY;
    OutputGuard guard = new OutputGuard(shape(GRID));
    guard.apply(output, new byte[] {0, 0, 0}, 7);
    Actions actions = new Actions(shape(GRID));
    float[] logProb = new float[3];
    new ActionSelector(new ActionSelection.Sample(), shape(GRID), 1)
        .choose(new StepBuffer(shape(GRID)), output, 7, actions, logProb);
    assertEquals(GRID.neutral(), actions.joint[1]);
    assertEquals(GRID.neutral(), actions.joint[2]);
    assertEquals(0, logProb[1]);
    assertFalse(guard.replaced(0));
    assertTrue(guard.replaced(1) && guard.replaced(2));
    assertEquals(2, guard.count());
    assertTrue(
        guard
            .first(agent -> "agent " + agent)
            .startsWith("agent 1 at tick 7: value 0.0, logits [0.0, 0.0, NaN,"));
  }

  @Test
  void whoIsInLimboIsNotCounted() {
    PolicyOutput output = new PolicyOutput(shape(GRID));
    output.logits[0] = Float.NaN;
    OutputGuard guard = new OutputGuard(shape(GRID));
    guard.apply(output, new byte[] {1, 0, 0}, 0);
    assertEquals(0, guard.count());
    assertTrue(Float.isFinite(output.logits[0]));
  }

  @ParameterizedTest
  @EnumSource
  void numbersAreZeroHoweverTheyAreBounded(ActionBound bound) {
    EnvironmentShape shape = shape(new ActionSpace.Continuous(List.of("heading", "speed")));
    OutputGuard guard = new OutputGuard(shape);
    ActionSelector selector = new ActionSelector(new ActionSelection.Sample(), shape, 1);
    Actions actions = new Actions(shape);
    float[] logProb = new float[3];
    for (int tick = 0; tick < 50; tick++) {
      PolicyOutput output = new PolicyOutput(shape);
      output.bound(bound);
      Arrays.fill(output.logits, 1);
      output.logits[4] = Float.NaN;
      guard.apply(output, new byte[3], tick);
      selector.choose(new StepBuffer(shape), output, tick, actions, logProb);
      assertEquals(0, actions.continuous[2], 1e-30);
      assertEquals(0, actions.continuous[3], 1e-30);
      assertTrue(Math.abs(actions.continuous[0]) > 1e-3, "the others are drawn");
      assertTrue(Float.isFinite(logProb[1]), "its density");
    }
  }

  @Test
  void aLegalActionIsTakenWhereTheNeutralOneIsIllegal() {
    EnvironmentShape shape = shape(GRID).with(ActionMask.APPLIES);
    OutputGuard guard = new OutputGuard(shape);
    ActionSelector selector = new ActionSelector(new ActionSelection.Sample(), shape, 1);
    StepBuffer seen = new StepBuffer(shape);
    Arrays.fill(seen.actionMask, 9, 18, (byte) 0);
    seen.actionMask[9 + 2] = 1;
    seen.actionMask[9 + 7] = 1;
    Actions actions = new Actions(shape);
    float[] logProb = new float[3];
    Set<Integer> taken = new TreeSet<>();
    for (int tick = 0; tick < 50; tick++) {
      PolicyOutput output = new PolicyOutput(shape);
      output.logits[9] = Float.NaN;
      guard.apply(output, new byte[3], tick);
      selector.choose(seen, output, tick, actions, logProb);
      taken.add(actions.joint[1]);
      assertEquals(-Math.log(2), logProb[1], 1e-6);
    }
    assertEquals(Set.of(2, 7), taken);
  }
}
