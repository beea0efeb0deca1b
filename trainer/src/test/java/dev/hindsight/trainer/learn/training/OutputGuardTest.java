package dev.hindsight.trainer.learn.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.action.ActionSpace.Factor;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.util.List;
import org.junit.jupiter.api.Test;

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

  @Test
  void numbersBecomeZero() {
    ActionSpace space = new ActionSpace.Continuous(List.of("heading", "speed"));
    PolicyOutput output = new PolicyOutput(shape(space));
    output.logits[4] = Float.NaN;
    new OutputGuard(shape(space)).apply(output, new byte[3], 0);
    assertEquals(0, output.logits[4]);
    assertEquals(1, output.logits[6], "a deviation must not be 0");
  }
}
