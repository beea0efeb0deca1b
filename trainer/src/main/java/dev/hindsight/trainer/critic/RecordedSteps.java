package dev.hindsight.trainer.critic;

import java.util.Optional;

/// What happened at each tick, as learning would read it.
public interface RecordedSteps {
  /// T.
  int ticks();

  /// Whether an agent is in limbo: it neither observes nor acts.
  boolean limbo(int tick, int agent);

  /// Writes what an agent observes.
  ///
  /// @param into receives D numbers from index `to`
  void observation(int tick, int agent, float[] into, int to);

  /// The discrete action.
  int action(int tick, int agent);

  /// Writes the numbers of an action as the environment got them.
  ///
  /// @param into receives k numbers from index `to`
  void numbers(int tick, int agent, float[] into, int to);

  /// The reward that the action brought.
  float reward(int tick, int agent);

  /// Whether the action ended the agent's episode for good.
  boolean terminal(int tick, int agent);

  /// Whether the agent's episode ended at its time limit.
  boolean timedOut(int tick, int agent);

  /// Whether the recording marks a truncation, such as the end of a trial.
  boolean truncation(int tick, int agent);

  /// What the agent would have observed after its time limit; empty if it was not recorded.
  Optional<float[]> finalObservation(int tick, int agent);
}
