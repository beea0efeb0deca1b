package dev.hindsight.inspector.event;

import dev.hindsight.trainer.scene.AgentNames;
import java.util.Arrays;
import java.util.Objects;

/// What happened in a recording, in the order it began. Sixteen bytes an event; any thread once it
/// is made.
public final class EventLog {
  /// Nothing happened.
  public static final EventLog EMPTY = new EventLog(new EventKind[0], new int[0]);

  private static final int FIELDS = 3;

  private final EventKind[] kinds;
  private final int[] fields;

  private EventLog(EventKind[] kinds, int[] fields) {
    this.kinds = kinds;
    this.fields = fields;
  }

  /// How many events there are.
  public int count() {
    return kinds.length;
  }

  /// What happened.
  public EventKind kind(int event) {
    return kinds[event];
  }

  /// To whom.
  public int agent(int event) {
    return field(event, 0);
  }

  /// When it began.
  public int first(int event) {
    return field(event, 1);
  }

  /// The last tick of it.
  public int last(int event) {
    return field(event, 2);
  }

  /// The first event that begins at a tick or after it, or [#count()].
  public int from(int tick) {
    int low = 0;
    int high = kinds.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (first(middle) < tick) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /// The most ticks an event lasts; 0 where nothing happened.
  public int longest() {
    int longest = 0;
    for (int event = 0; event < count(); event++) {
      longest = Math.max(longest, last(event) - first(event) + 1);
    }
    return longest;
  }

  private int field(int event, int field) {
    return fields[FIELDS * Objects.checkIndex(event, kinds.length) + field];
  }

  /// An event as words: `agent 3: vehicle collision at tick 41`.
  ///
  /// @param names what agents are called
  public String words(int event, AgentNames names) {
    String lasts = last(event) > first(event) ? "ticks " + first(event) + " to " + last(event) : "";
    return names.titled(agent(event))
        + ": "
        + kind(event).words()
        + (lasts.isEmpty() ? " at tick " + first(event) : ", " + lasts);
  }

  /// Takes events down in the order they begin.
  static final class Scribe {
    private EventKind[] kinds = new EventKind[16];
    private int[] fields = new int[FIELDS * 16];
    private int count;

    /// @return its number
    int begin(EventKind kind, int agent, int tick) {
      int at = FIELDS * count;
      if (count == kinds.length) {
        kinds = Arrays.copyOf(kinds, 2 * count);
        fields = Arrays.copyOf(fields, 2 * at);
      }
      kinds[count] = kind;
      fields[at] = agent;
      fields[at + 1] = tick;
      fields[at + 2] = tick;
      return count++;
    }

    void goesOn(int event, int tick) {
      fields[FIELDS * event + 2] = tick;
    }

    EventLog log() {
      return new EventLog(Arrays.copyOf(kinds, count), Arrays.copyOf(fields, FIELDS * count));
    }
  }
}
