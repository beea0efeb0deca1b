package dev.hindsight.inspector.agents;

/// One agent at one tick.
///
/// @param agent its index
/// @param condition what it does in the world of the tick
/// @param sums since the recording began
/// @param trial since the present trial began
record AgentRow(int agent, AgentCondition condition, Sums sums, Sums trial) {
  /// What an agent has come to.
  ///
  /// @param reward sum of the rewards of the actions *before* the tick; NaN where there are none
  ///   recorded
  /// @param goals goals reached, up to the world of the tick
  /// @param collisions vehicle collisions begun, likewise
  /// @param offroad times it left the road, likewise
  public record Sums(double reward, int goals, int collisions, int offroad) {
    Sums minus(Sums before) {
      return new Sums(
          reward - before.reward,
          goals - before.goals,
          collisions - before.collisions,
          offroad - before.offroad);
    }
  }
}
