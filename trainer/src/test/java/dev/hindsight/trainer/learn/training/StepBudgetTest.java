package dev.hindsight.trainer.learn.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.learn.training.StepBudget.By;
import org.junit.jupiter.api.Test;

/// Fifty agents, episodes of 400 ticks, ten environments.
class StepBudgetTest {
  private static final int ENVIRONMENTS = 10;
  private static final int AGENTS = 500;
  private static final int EPISODE = 400;

  @Test
  void agentStepsBoundTheBufferByTheBatch() {
    int ticks = new StepBudget(By.AGENT_STEPS, 100_000).ticks(ENVIRONMENTS, AGENTS, EPISODE);

    assertEquals(200, ticks);
    assertEquals(100_000, ticks * AGENTS);
  }

  /// The bug: 20,000 taken for agent steps are 40 ticks of a row, as environment steps 2,000.
  @Test
  void stepsCountedInTheWrongUnitAskForFiftyTimesTheBuffer() {
    int right = new StepBudget(By.AGENT_STEPS, 20_000).ticks(ENVIRONMENTS, AGENTS, 100_000);
    int wrong = new StepBudget(By.ENV_STEPS, 20_000).ticks(ENVIRONMENTS, AGENTS, 100_000);

    assertEquals(40, right);
    assertEquals(50 * right, wrong);
  }

  @Test
  void aBudgetIsSpentInItsOwnUnit() {
    StepBudget agents = new StepBudget(By.AGENT_STEPS, 1000);
    StepBudget environments = new StepBudget(By.ENV_STEPS, 1000);

    assertTrue(agents.spent(20, 1000));
    assertFalse(environments.spent(20, 1000));
    assertTrue(environments.spent(1000, 1000));
    assertFalse(StepBudget.NONE.spent(Long.MAX_VALUE, Long.MAX_VALUE));
  }

  @Test
  void noBufferIsLongerThanAnEpisode() {
    assertEquals(EPISODE, new StepBudget(By.ENV_STEPS, 1_000_000).ticks(1, 50, EPISODE));
    assertEquals(EPISODE, StepBudget.NONE.ticks(1, 50, EPISODE));
    assertEquals(1, new StepBudget(By.AGENT_STEPS, 10).ticks(ENVIRONMENTS, AGENTS, EPISODE));
  }
}
