package dev.hindsight.trainer.outcome;

/// The result of one agent in one trial. Events are counted when they begin.
///
/// @param agent its index
/// @param side whether it is an ego or a co-player
/// @param score in `[0, 1]`; NaN if the trial did not end or the recording does not say
/// @param goals goals reached
/// @param reachedAt tick whose action reached the first of them, or [#NEVER]
/// @param earned sum of the rewards; NaN if none are recorded
/// @param collisions vehicle collisions
/// @param offroad how often it crossed a road edge
/// @param conflicts how often a loss of separation was newly predicted
/// @param losses how often separation was lost
/// @param limboTicks ticks it was off the map
/// @param untold bits of the [EventKind]s whose counts may be too low
public record AgentTrial(
    int agent,
    Side side,
    double score,
    int goals,
    int reachedAt,
    double earned,
    int collisions,
    int offroad,
    int conflicts,
    int losses,
    int limboTicks,
    int untold) {
  /// It reached no goal.
  public static final int NEVER = -1;

  /// Whether the count of a kind is complete.
  public boolean exact(EventKind kind) {
    return (untold & kind.bit()) == 0;
  }
}
