package dev.hindsight.inspector.scores;

import java.util.List;
import java.util.stream.DoubleStream;

/// One trial of one episode.
///
/// @param number from 0
/// @param start its first tick
/// @param ticks how long it took, as far as it is recorded
/// @param ending how it ended
/// @param agents one each, in their order
public record Trial(int number, int start, int ticks, Ending ending, List<AgentTrial> agents) {
  /// How a trial ended.
  public enum Ending {
    /// The world ended it.
    ENDED,
    /// The recording ended before it did: it has no score and is in no mean.
    CUT_OFF
  }

  /// Copies the list.
  public Trial {
    agents = List.copyOf(agents);
  }

  /// Mean score of a side; NaN where it has none.
  public double score(Side side) {
    return scores(side).average().orElse(Double.NaN);
  }

  /// Mean score of all agents, as who forgets about sides would count.
  double scoreOfAll() {
    return DoubleStream.concat(scores(Side.EGO), scores(Side.CO_PLAYER))
        .average()
        .orElse(Double.NaN);
  }

  private DoubleStream scores(Side side) {
    return agents.stream()
        .filter(agent -> agent.side() == side)
        .mapToDouble(AgentTrial::score)
        .filter(score -> !Double.isNaN(score));
  }
}
