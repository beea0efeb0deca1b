package dev.hindsight.inspector.agents;

import dev.hindsight.trainer.outcome.Counts;
import java.util.List;

/// One agent at one tick.
///
/// @param agent its index
/// @param condition what it does in the world of the tick, before its action
/// @param results what its action led to, in words: `hits a vehicle`
/// @param sums since the recording began, the results of the tick's action included
/// @param trial since the present trial began, likewise
record AgentSnapshot(
    int agent, AgentStatus condition, List<String> results, Sums sums, Sums trial) {
  /// Copies the list.
  AgentSnapshot {
    results = List.copyOf(results);
  }

  /// The state, and what the action leads to: `active, then hits a vehicle`.
  String state() {
    return results.isEmpty()
        ? condition.words()
        : condition.words() + ", then " + String.join(", ", results);
  }

  /// How often something happened.
  ///
  /// @param least as far as is told
  /// @param exact whether that is all
  record Count(int least, boolean exact) {
    @Override
    public String toString() {
      return Counts.words(least, exact);
    }
  }

  /// What an agent has come to.
  ///
  /// @param reward sum of its rewards; NaN where none are recorded
  /// @param goals goals reached
  /// @param collisions vehicle collisions begun
  /// @param offroad times it left the road
  /// @param conflicts times a loss of separation came to be predicted
  /// @param losses times it lost separation
  record Sums(
      double reward, Count goals, Count collisions, Count offroad, Count conflicts, Count losses) {}
}
