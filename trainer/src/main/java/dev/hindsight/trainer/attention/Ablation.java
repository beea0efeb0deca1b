package dev.hindsight.trainer.attention;

import dev.hindsight.trainer.rollout.Span;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/// What of a policy's attention is switched off, in words that mean the same in every recording.
///
/// A tick's own slot stays open whatever is named: a query that saw nothing would be NaN. What
/// later layers stored of a tick that is switched off stays stored: this closes eyes, it does not
/// undo what was seen.
///
/// @param heads whose output is replaced
/// @param keys what no head may look at any more
/// @param fill by what
public record Ablation(Set<Head> heads, Set<Keys> keys, Fill fill) {
  /// Nothing is switched off.
  public static final Ablation NONE = new Ablation(Set.of(), Set.of(), Fill.ZERO);

  /// Copies, keeping the order; naming a thing twice is naming it once.
  public Ablation {
    heads = java.util.Collections.unmodifiableSet(new LinkedHashSet<>(heads));
    keys = java.util.Collections.unmodifiableSet(new LinkedHashSet<>(keys));
  }

  /// Switches off keys alone.
  public static Ablation of(Fill fill, Keys... keys) {
    return new Ablation(Set.of(), new LinkedHashSet<>(java.util.List.of(keys)), fill);
  }

  /// Switches off heads alone.
  public static Ablation of(Fill fill, Collection<Head> heads) {
    return new Ablation(new LinkedHashSet<>(heads), Set.of(), fill);
  }

  /// A head of a layer, both counted from 0.
  public record Head(int layer, int head) {
    /// As panels name it.
    public String words() {
      return "layer " + (layer + 1) + " head " + (head + 1);
    }
  }

  /// What takes the place of what is switched off.
  public enum Fill {
    /// A slot's weight is taken away and the rest made to sum to 1; a head puts out 0.
    ZERO,
    /// A slot keeps its weight and holds the mean value of all slots the query may look at; a head
    /// puts out its mean over the live ticks of the stretch.
    MEAN
  }

  /// Slots, by what they hold.
  public sealed interface Keys {
    /// For people, in the middle of a sentence.
    String words();

    /// Whether it names what lies in a place.
    ///
    /// @param query place of who looks
    boolean names(MemoryContents memory, int place, int query);

    /// Ticks of the recording, or of the run that goes on from it.
    record Ticks(Span span) implements Keys {
      @Override
      public String words() {
        return span.words();
      }

      @Override
      public boolean names(MemoryContents memory, int place, int query) {
        return span.holds(memory.tick(place));
      }
    }

    /// Slots, counted from where the agent's memory began.
    record Slots(Span span) implements Keys {
      @Override
      public String words() {
        return (span.ticks() == 1 ? "slot " : "slots ") + span.bounds();
      }

      @Override
      public boolean names(MemoryContents memory, int place, int query) {
        return span.holds(place);
      }
    }

    /// All of a trial of the episode.
    ///
    /// @param trial from 0
    record WholeTrial(int trial) implements Keys {
      @Override
      public String words() {
        return "all of trial " + (trial + 1);
      }

      @Override
      public boolean names(MemoryContents memory, int place, int query) {
        return memory.trial(place) == trial;
      }
    }

    /// All of the trials before the one the query is in.
    record EarlierTrials() implements Keys {
      @Override
      public String words() {
        return "all earlier trials";
      }

      @Override
      public boolean names(MemoryContents memory, int place, int query) {
        return memory.trial(place) != memory.trial(query);
      }
    }

    /// All ticks in limbo. They are closed anyway, if masks are right: then this changes nothing.
    record LimboTicks() implements Keys {
      @Override
      public String words() {
        return "all limbo slots";
      }

      @Override
      public boolean names(MemoryContents memory, int place, int query) {
        return memory.limbo(place);
      }
    }

    /// Everything but the query itself.
    record Others() implements Keys {
      @Override
      public String words() {
        return "everything but the tick itself";
      }

      @Override
      public boolean names(MemoryContents memory, int place, int query) {
        return true;
      }
    }
  }

  /// Whether anything is switched off at all.
  public boolean isNone() {
    return heads.isEmpty() && keys.isEmpty();
  }

  /// For people: `layer 1 head 2, all of trial 1 (zero)`.
  public String words() {
    java.util.StringJoiner words = new java.util.StringJoiner(", ");
    heads.forEach(head -> words.add(head.words()));
    keys.forEach(key -> words.add(key.words()));
    return isNone() ? "nothing" : words + (fill == Fill.MEAN ? " (by the mean)" : "");
  }

  /// What it means to one query.
  ///
  /// @param memory what the agent remembers, the query in it
  /// @param query place of the query
  /// @param means of the heads it names, `[d / H]` each; not looked at with [Fill#ZERO]
  public QueryAblation forQuery(MemoryContents memory, int query, Map<Head, float[]> means) {
    return new AgentAblation(this, means).forQuery(memory, query);
  }
}
