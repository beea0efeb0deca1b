package dev.hindsight.trainer.outcome;

import java.util.List;

/// One trial of one episode.
///
/// @param number from 0
/// @param start its first tick
/// @param ticks recorded length
/// @param ending how it ended
/// @param agents one entry each, in their order
public record Trial(int number, int start, int ticks, Ending ending, List<AgentTrial> agents) {
  /// Copies the list.
  public Trial {
    agents = List.copyOf(agents);
  }

  /// Mean score of a side; NaN if it has no agents or a score is unknown.
  public double score(Side side) {
    return agents.stream()
        .filter(agent -> agent.side() == side)
        .mapToDouble(AgentTrial::score)
        .average()
        .orElse(Double.NaN);
  }

  /// Mean score of all agents, without regard to sides.
  public double scoreOfAll() {
    return agents.stream().mapToDouble(AgentTrial::score).average().orElse(Double.NaN);
  }
}
