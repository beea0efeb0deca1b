package dev.hindsight.trainer.learn.training;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.SettingValues;
import java.util.Locale;

/// How many steps an update simulates, and what counts as a step: with 50 agents an environment
/// step is 50 agent steps, and confusing the two makes buffers 50 times too large.
///
/// @param by the kind of step
/// @param size number of steps; 0 for as many as fit into the rows
public record StepBudget(By by, long size) {
  /// As many steps as fit into the rows.
  public static final StepBudget NONE = new StepBudget(By.AGENT_STEPS, 0);

  /// The knob for the length of a run in steps.
  public static final Setting TOTAL =
      new Setting.Real(
          "total_steps", 0, 0, 1e15, "steps", wording("StepBudget.steps_of_the_whole_run"));

  /// The kind of step.
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

  /// The budget of some of the environments, rounded up.
  ///
  /// @param part number of these environments
  /// @param whole number of all environments
  StepBudget share(int part, int whole) {
    return new StepBudget(by, Math.ceilDiv(size * part, whole));
  }

  /// Ticks per row of the buffer: the number that fills the budget if no agent is in limbo.
  ///
  /// @param most ticks of a row without a budget
  public int ticks(int environments, long agents, int most) {
    if (size == 0) {
      return most;
    }
    long each = by == By.ENV_STEPS ? environments : agents;
    return (int) Math.clamp(Math.ceilDiv(size, each), 1, (long) most);
  }

  /// The smallest size, not 0, with which rows have so many ticks even if no agent is ever in
  /// limbo.
  public long smallest(int ticks, int environments, long agents) {
    return steps(ticks - 1, environments, agents) + 1;
  }

  /// Steps of an update with so many ticks per row.
  public long steps(int ticks, int environments, long agents) {
    return ticks * (by == By.ENV_STEPS ? environments : agents);
  }

  /// Whether the budget is used up.
  public boolean spent(long environmentSteps, long agentSteps) {
    return size > 0 && (by == By.ENV_STEPS ? environmentSteps : agentSteps) >= size;
  }
}
