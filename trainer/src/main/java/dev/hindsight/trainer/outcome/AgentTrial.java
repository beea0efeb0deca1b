package dev.hindsight.trainer.outcome;

/// What one agent came to in one trial. Events are counted when they begin.
///
/// @param agent its index
/// @param side whom it counts for
/// @param score in `[0, 1]`; NaN where the trial did not end, or the recording does not tell
/// @param goals goals reached
/// @param reachedAt tick of the recording whose action reached the first of them, or [#NEVER]
/// @param earned sum of the rewards; NaN where none are recorded
/// @param collisions vehicle collisions
/// @param offroad times it came across a road edge
/// @param conflicts times a loss of separation came to be predicted
/// @param losses times separation was lost
/// @param limboTicks ticks it was off the map
/// @param untold bits of the [EventKind]s that may have happened more often than is counted
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

  /// Whether all events of a kind are counted.
  public boolean exact(EventKind kind) {
    return (untold & kind.bit()) == 0;
  }
}
