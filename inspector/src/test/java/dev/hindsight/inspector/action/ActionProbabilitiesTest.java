package dev.hindsight.inspector.action;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.BooleanNode;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ActionProbabilitiesTest {
  private static final double[] LOGITS = {0.5, 2, -1, 900};

  /// Agent 1 of two; 900 is forbidden.
  private static ActionProbabilities choice(MemoryRollout rollout) {
    return ActionProbabilities.at(new Moment(rollout, 0, 1));
  }

  private static MemoryRollout rollout() {
    return new MemoryRollout("toy", 2, 1, 1)
        .with("logits", Dtype.F4, (_, i) -> LOGITS[i % 4], 2, 4)
        .with("action_mask", Dtype.BOOL, (_, i) -> i % 4 == 3 ? 0 : 1, 2, 4)
        .with("action", Dtype.I4, (_, _) -> 1, 2);
  }

  @Test
  void probabilitiesAreTheSoftmaxOverWhatMayBeChosen() {
    double sum = Math.exp(0.5) + Math.exp(2) + Math.exp(-1);
    ActionProbabilities actionProbabilities = choice(rollout());

    assertEquals(Math.exp(0.5) / sum, actionProbabilities.probability()[0], 1e-9);
    assertEquals(Math.exp(2) / sum, actionProbabilities.probability()[1], 1e-9);
    assertEquals(0, actionProbabilities.probability()[3]);
    assertEquals(1, actionProbabilities.chosen());
  }

  @Test
  void entropyIsThatOfTheProbabilitiesAndAtMostThatOfChance() {
    ActionProbabilities actionProbabilities = choice(rollout());
    double expected = 0;
    for (int i = 0; i < 3; i++) {
      expected -=
          actionProbabilities.probability()[i] * Math.log(actionProbabilities.probability()[i]);
    }

    assertEquals(expected, actionProbabilities.entropy(), 1e-9);
    assertEquals(Math.log(3), actionProbabilities.maxEntropy(), 1e-12);
    assertTrue(actionProbabilities.entropy() < actionProbabilities.maxEntropy());
  }

  @Test
  void logitsWithoutASoftmaxHaveNoProbabilitiesAndNoEntropy() {
    for (double broken : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
      ActionProbabilities actionProbabilities =
          choice(rollout().with("logits", Dtype.F4, (_, i) -> i % 4 == 2 ? broken : i % 4, 2, 4));

      assertTrue(
          Double.isNaN(actionProbabilities.probability()[1]), "of an action that it reaches");
      assertEquals(0, actionProbabilities.probability()[3], "forbidden");
      assertTrue(Double.isNaN(actionProbabilities.entropy()));
    }
  }

  /// The same with a knob that says whether the policy had to obey the mask.
  private static ActionProbabilities knobbed(boolean applied, int action) {
    MemoryRollout rollout =
        rollout()
            .with("logits", Dtype.F4, (_, i) -> i % 4, 2, 4)
            .with("action", Dtype.I4, (_, _) -> action, 2)
            .configured(Map.of("masked_actions", BooleanNode.valueOf(applied)));
    return choice(rollout);
  }

  @Test
  void anIllegalActionKeepsItsProbabilityWhereTheMaskOnlyInforms() {
    double all = 1 + Math.exp(1) + Math.exp(2) + Math.exp(3);
    ActionProbabilities free = knobbed(false, 3);
    assertEquals(Math.exp(3) / all, free.probability()[3], 1e-9);
    assertTrue(free.may()[3] && !free.legal()[3] && free.illegal());
    assertEquals(0, knobbed(true, 0).probability()[3]);
    assertFalse(knobbed(true, 0).illegal());
  }

  @Test
  void withoutAnAgentNothingWasChosen() {
    ActionProbabilities actionProbabilities =
        ActionProbabilities.at(new Moment(rollout(), 0, Moment.NO_AGENT));

    assertEquals(0, actionProbabilities.logits().length);
    assertEquals("", actionProbabilities.words());
  }
}
