package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.env.SettingValues;
import java.util.Locale;

/// How much an update is to live through, and in which steps that is told: with 50 agents an
/// environment step is 50 agent steps, and taking one for the other makes buffers 50 times too
/// large.
///
/// @param by what a step is
/// @param size steps; 0 for as many as the rows have room for
public record StepBudget(By by, long size) {
  /// As many as the rows have room for.
  public static final StepBudget NONE = new StepBudget(By.AGENT_STEPS, 0);

  /// What a step is.
  public enum By {
    /// A tick of an environment, however many agents act in it.
    ENV_STEPS,
    /// A tick of an agent outside limbo.
    AGENT_STEPS
  }

  public static StepBudget of(SettingValues values) {
    return new StepBudget(
        By.valueOf(values.choice("count_steps_by").toUpperCase(Locale.ROOT)),
        values.whole("train_batch_size"));
  }

  /// Ticks a row of the buffer needs: while nobody is in limbo, that many fill the budget.
  ///
  /// @param most ticks a row has without a budget
  public int ticks(int environments, int agents, int most) {
    if (size == 0) {
      return most;
    }
    long each = by == By.ENV_STEPS ? environments : agents;
    return (int) Math.clamp(Math.ceilDiv(size, each), 1, (long) most);
  }

  /// Whether that much has been lived through.
  public boolean spent(long environmentSteps, long agentSteps) {
    return size > 0 && (by == By.ENV_STEPS ? environmentSteps : agentSteps) >= size;
  }
}
