package dev.hindsight.trainer.run;

/// A condition that began to hold while a run was acting.
///
/// @param condition as it was armed
/// @param agent for whom; -1 where the condition is about ticks
/// @param title what that agent is called: `agent 3`, with its name where it has one; empty where
///   the condition is about ticks
/// @param lived the environment it happened in, up to and with the tick
public record BreakpointHit(String condition, int agent, String title, EnvironmentHistory lived) {
  /// The tick of the environment, from 0.
  public int tick() {
    return lived.ticks() - 1;
  }

  /// In a sentence, without a full stop.
  public String words() {
    String who = agent < 0 ? "" : " for " + title;
    return condition + who + " at tick " + tick() + " of environment " + lived.environment();
  }
}
