package dev.hindsight.trainer.outcome;

import java.util.stream.Stream;

/// Sums over agents and trials.
///
/// @param goals goals reached
/// @param collisions vehicle collisions begun
/// @param offroad road edges crossed
/// @param earned sum of rewards; NaN where none are recorded
/// @param limboTicks ticks off the map
public record Totals(long goals, long collisions, long offroad, double earned, long limboTicks) {
  /// Sums over some trials of agents.
  static Totals of(Stream<AgentTrial> some) {
    return some.map(agent ->
            new Totals(
                agent.goals(),
                agent.collisions(),
                agent.offroad(),
                agent.earned(),
                agent.limboTicks()))
        .reduce(new Totals(0, 0, 0, 0, 0), Totals::plus);
  }

  /// The sum of both.
  public Totals plus(Totals other) {
    return new Totals(
        goals + other.goals,
        collisions + other.collisions,
        offroad + other.offroad,
        earned + other.earned,
        limboTicks + other.limboTicks);
  }
}
