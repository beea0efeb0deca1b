package dev.hindsight.trainer.outcome;

import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Sums over agents and trials.
///
/// @param events how often each event began
/// @param earned sum of rewards; NaN where none are recorded
/// @param limboTicks ticks off the map
/// @param untold the events whose counts may be too low
public record Totals(
    Map<EventKind, Long> events, double earned, long limboTicks, Set<EventKind> untold) {
  /// Copies the collections, keeping the order of the events.
  public Totals {
    events = Collections.unmodifiableMap(new LinkedHashMap<>(events));
    untold = Set.copyOf(untold);
  }

  /// Sums over some trials of agents.
  static Totals of(Stream<AgentTrial> some) {
    return some.map(
            agent -> {
              Map<EventKind, Long> events = new LinkedHashMap<>();
              agent.events().forEach((kind, count) -> events.put(kind, (long) count));
              return new Totals(events, agent.earned(), agent.limboTicks(), agent.untold());
            })
        .reduce(new Totals(Map.of(), 0, 0, Set.of()), Totals::plus);
  }

  /// The sum of both.
  public Totals plus(Totals other) {
    Map<EventKind, Long> sum = new LinkedHashMap<>(events);
    other.events.forEach((kind, count) -> sum.merge(kind, count, Long::sum));
    Set<EventKind> open = new HashSet<>(untold);
    open.addAll(other.untold);
    return new Totals(sum, earned + other.earned, limboTicks + other.limboTicks, open);
  }

  /// How often an event began, or empty if there may be more than the recordings tell.
  public Optional<Long> told(EventKind kind) {
    return exact(kind) ? Optional.of(count(kind)) : Optional.empty();
  }

  /// Whether the count of an event is complete.
  public boolean exact(EventKind kind) {
    return !untold.contains(kind);
  }

  /// How often an event began.
  public long count(EventKind kind) {
    return events.getOrDefault(kind, 0L);
  }

  /// Goals reached.
  public long goals() {
    return count(EventKind.GOAL);
  }

  /// Vehicle collisions begun.
  public long collisions() {
    return count(EventKind.COLLISION);
  }

  /// How often agents left the road.
  public long offroad() {
    return count(EventKind.OFFROAD);
  }
}
