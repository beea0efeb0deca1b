package dev.hindsight.inspector.agents;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.outcome.Counts;
import dev.hindsight.trainer.outcome.EventKind;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// One agent at one tick.
///
/// @param agent its index
/// @param condition its status in the world of the tick, before its action
/// @param states states that the environment declares as its own and that hold, in words
/// @param results what its action led to, in words: `hits a vehicle`
/// @param sums totals since the recording began, including the results of the tick's action
/// @param trial totals since the current trial began, including the same results
record AgentSnapshot(
    int agent,
    AgentStatus condition,
    List<String> states,
    List<String> results,
    Sums sums,
    Sums trial) {
  /// Copies the lists.
  AgentSnapshot {
    states = List.copyOf(states);
    results = List.copyOf(results);
  }

  /// The status, and what the action leads to: `active, then hits a vehicle`.
  String state() {
    String now =
        condition == AgentStatus.ACTIVE && !states.isEmpty()
            ? String.join(", ", states)
            : condition.words();
    return results.isEmpty() ? now : wording("AgentSnapshot.then", now, String.join(", ", results));
  }

  /// How often something happened.
  ///
  /// @param least the number of recorded occurrences
  /// @param exact whether no others can be missing
  record Count(int least, boolean exact) implements Comparable<Count> {
    private static final Comparator<Count> ORDER =
        Comparator.comparingInt(Count::least).thenComparing(count -> !count.exact);

    @Override
    public int compareTo(Count other) {
      return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
      return Counts.words(least, exact);
    }
  }

  /// Totals of an agent.
  ///
  /// @param reward sum of its rewards; NaN where none are recorded
  /// @param events how often it caused each event of the recording
  record Sums(double reward, Map<EventKind, Count> events) {
    /// Copies the map.
    Sums {
      events = Map.copyOf(events);
    }

    /// How often it caused an event.
    Count of(EventKind kind) {
      return events.getOrDefault(kind, new Count(0, true));
    }
  }
}
