package dev.hindsight.trainer.outcome;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntFunction;

/// The events of a recording, in the order in which they begin. Each event belongs to the tick
/// whose action caused it; the state it begins lasts over a span of ticks. Any thread once it is
/// built.
///
/// A state that holds from the first tick of a trial, or begins without a noted event, has no
/// causing tick: the log contains it for its span but does not count it as an event.
public final class EventLog {
  /// A log without events.
  public static final EventLog EMPTY = new EventLog(new EventKind[0], new int[0]);

  /// Stands for a missing causing tick.
  public static final int UNCAUSED = -1;

  static final int FIELDS = 5;
  static final int AGENT = 0;
  static final int TICK = 1;
  static final int FROM = 2;
  static final int TO = 3;
  static final int DETAIL = 4;

  /// Detail of a truncation: the trial ended with it.
  static final int WITH_TRIAL = 1;

  /// Detail of a truncation: the trial ended with it, and at the goal.
  static final int AT_GOAL = 2;

  private final EventKind[] kinds;
  private final int[] fields;

  EventLog(EventKind[] kinds, int[] fields) {
    this.kinds = kinds;
    this.fields = fields;
  }

  /// Number of entries.
  public int count() {
    return kinds.length;
  }

  /// The kind of an entry.
  public EventKind kind(int event) {
    return kinds[event];
  }

  /// The agent of an entry.
  public int agent(int event) {
    return field(event, AGENT);
  }

  /// The tick whose action caused it, or [#UNCAUSED].
  public int tick(int event) {
    return field(event, TICK);
  }

  /// Whether a tick's action caused it.
  public boolean caused(int event) {
    return tick(event) != UNCAUSED;
  }

  /// The tick that entries are sorted by: the causing tick, else the first tick of the span.
  public int at(int event) {
    return caused(event) ? tick(event) : from(event);
  }

  /// First tick at which the state holds.
  public int from(int event) {
    return field(event, FROM);
  }

  /// End of the span in which the state holds, exclusive; [#from] if it does not last.
  public int to(int event) {
    return field(event, TO);
  }

  /// The first entry at or after a tick, or [#count()].
  public int firstAt(int tick) {
    int low = 0;
    int high = kinds.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (at(middle) < tick) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /// The most ticks from an entry's tick to the end of its span; 0 without entries.
  public int longest() {
    int longest = 0;
    for (int event = 0; event < count(); event++) {
      longest = Math.max(longest, to(event) - at(event));
    }
    return longest;
  }

  /// Number of events of a kind caused in `[from, to)`.
  public int count(EventKind kind, int from, int to) {
    int count = 0;
    for (int event = firstAt(from); event < kinds.length && at(event) < to; event++) {
      count += kinds[event].equals(kind) && caused(event) ? 1 : 0;
    }
    return count;
  }

  private int field(int event, int field) {
    return fields[FIELDS * Objects.checkIndex(event, kinds.length) + field];
  }

  /// An event in words: `agent 3: vehicle collision at tick 41, in it at ticks 42 to 45`.
  ///
  /// @param names the name of each agent: `agent 3`
  public String words(int event, IntFunction<String> names) {
    String who = names.apply(agent(event)) + ": ";
    int last = to(event) - 1;
    String span =
        last < from(event)
            ? ""
            : last == from(event)
                ? wording("EventLog.tick", last)
                : wording("EventLog.ticks_to", from(event), last);
    if (!caused(event)) {
      return who + kind(event).state() + ", " + span;
    }
    String what =
        switch (field(event, DETAIL)) {
          case WITH_TRIAL -> wording("EventLog.truncation_the_trial_ended");
          case AT_GOAL -> wording("EventLog.truncation_the_trial_ended_at_the");
          default -> kind(event).words();
        };
    return wording(
        "EventLog.at_tick",
        who + what,
        tick(event),
        span.isEmpty() ? "" : wording("EventLog.at", kind(event).state(), span));
  }

  /// Collects events in the order in which they begin. One owner thread.
  static final class Builder {
    private EventKind[] kinds = new EventKind[16];
    private int[] fields = new int[FIELDS * 16];
    private int count;

    int count() {
      return count;
    }

    /// Drops all but the first entries.
    void keep(int first) {
      count = first;
    }

    /// @return its number
    int caused(EventKind kind, int agent, int tick, int detail) {
      int event = add(kind, agent, tick, tick);
      fields[FIELDS * event + DETAIL] = detail;
      return event;
    }

    /// @return its number
    int uncaused(EventKind kind, int agent, int from) {
      int event = add(kind, agent, UNCAUSED, from);
      return event;
    }

    private int add(EventKind kind, int agent, int tick, int from) {
      if (count == kinds.length) {
        kinds = Arrays.copyOf(kinds, 2 * count);
        fields = Arrays.copyOf(fields, 2 * FIELDS * count);
      }
      int at = FIELDS * count;
      kinds[count] = kind;
      fields[at + AGENT] = agent;
      fields[at + TICK] = tick;
      fields[at + FROM] = from;
      fields[at + TO] = from;
      fields[at + DETAIL] = 0;
      return count++;
    }

    /// Notes that the state of an event holds at a tick.
    void isSo(int event, int tick) {
      int at = FIELDS * event;
      if (fields[at + TO] == fields[at + FROM]) {
        fields[at + FROM] = tick;
      }
      fields[at + TO] = tick + 1;
    }

    EventLog log() {
      return new EventLog(Arrays.copyOf(kinds, count), Arrays.copyOf(fields, FIELDS * count));
    }
  }
}
