package dev.hindsight.trainer.outcome;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The result of one agent in one trial. Events are counted when they begin.
///
/// @param agent its index
/// @param side whether it is an ego or a co-player
/// @param score in `[0, 1]`; NaN if the trial did not end or the recording does not say
/// @param events how often the agent caused each event of the recording, by number
/// @param reachedAt tick whose action reached the first goal, or [#NEVER]
/// @param earned sum of the rewards; NaN if none are recorded
/// @param limboTicks ticks it was off the map
/// @param untold the events whose counts may be too low; the goal where the recording does not tell
///   goals
public record AgentTrial(
    int agent,
    Side side,
    double score,
    Map<EventKind, Integer> events,
    int reachedAt,
    double earned,
    int limboTicks,
    Set<EventKind> untold) {
  /// It reached no goal.
  public static final int NEVER = -1;

  /// Copies the collections, keeping the order.
  public AgentTrial {
    events = Collections.unmodifiableMap(new LinkedHashMap<>(events));
    untold = Set.copyOf(untold);
  }

  /// How often it caused an event.
  public int count(EventKind kind) {
    return events.getOrDefault(kind, 0);
  }

  /// Goals reached.
  public int goals() {
    return count(EventKind.GOAL);
  }

  /// Vehicle collisions.
  public int collisions() {
    return count(EventKind.COLLISION);
  }

  /// How often it left the road.
  public int offroad() {
    return count(EventKind.OFFROAD);
  }

  /// How often it caused an event, or empty if there may be more than the recording tells.
  public Optional<Integer> told(EventKind kind) {
    return exact(kind) ? Optional.of(count(kind)) : Optional.empty();
  }

  /// Whether the count of a kind is complete.
  public boolean exact(EventKind kind) {
    return !untold.contains(kind);
  }
}
