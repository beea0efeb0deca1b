package dev.hindsight.trainer.env.drive.simulation;

/// Decides which lane an agent is on. Hot loop: no allocation; one owner thread.
public interface LaneRule {
  /// Writes the agent's lane and its position relative to it.
  ///
  /// @param end place in the scan at which the search stops
  void locate(Bodies bodies, int agent, int end);
}
