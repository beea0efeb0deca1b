package dev.hindsight.trainer.run;

import static dev.hindsight.trainer.text.TrainerText.wording;

/// A condition that began to hold while a run was acting.
///
/// @param condition as it was armed
/// @param agent for which it holds; -1 if the condition is about ticks
/// @param title the agent's name: `agent 3`, followed by its own name if it has one; empty if the
///   condition is about ticks
/// @param history history of its environment up to and including the tick
public record BreakpointHit(String condition, int agent, String title, EnvironmentHistory history) {
  /// The tick of the environment, from 0.
  public int tick() {
    return history.ticks() - 1;
  }

  /// In a sentence, without a full stop.
  public String words() {
    String who = agent < 0 ? "" : wording("BreakpointHit.for", title);
    return wording(
        "BreakpointHit.at_tick_of_environment", condition + who, tick(), history.environment());
  }
}
