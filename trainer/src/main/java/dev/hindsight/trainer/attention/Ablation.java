package dev.hindsight.trainer.attention;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.rollout.Span;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/// Parts of a policy's attention that are switched off, in words that mean the same in every
/// recording.
///
/// A tick's own slot always stays open: a query with no open slot would yield NaN. What later
/// layers have stored about a tick stays stored after it is switched off: an ablation stops queries
/// from looking, it does not undo what earlier ticks saw.
///
/// @param heads whose output is replaced
/// @param keys slots that no head may look at
/// @param fill the replacement
public record Ablation(Set<Head> heads, Set<Keys> keys, Fill fill) {
  /// Nothing is switched off.
  public static final Ablation NONE = new Ablation(Set.of(), Set.of(), Fill.ZERO);

  /// Copies the sets in order; duplicates count once.
  public Ablation {
    heads = java.util.Collections.unmodifiableSet(new LinkedHashSet<>(heads));
    keys = java.util.Collections.unmodifiableSet(new LinkedHashSet<>(keys));
  }

  /// Switches off keys only.
  public static Ablation of(Fill fill, Keys... keys) {
    return new Ablation(Set.of(), new LinkedHashSet<>(java.util.List.of(keys)), fill);
  }

  /// Switches off heads only.
  public static Ablation of(Fill fill, Collection<Head> heads) {
    return new Ablation(new LinkedHashSet<>(heads), Set.of(), fill);
  }

  /// A head of a layer, both counted from 0.
  public record Head(int layer, int head) {
    /// The name that panels show.
    public String words() {
      return wording("Ablation.layer_head", layer + 1, head + 1);
    }
  }

  /// What replaces the parts that are switched off.
  public enum Fill {
    /// The slot's weight is removed and the others are rescaled to sum to 1; a head outputs 0.
    ZERO,
    /// A slot keeps its weight but holds the mean value of all slots the query may look at; a head
    /// outputs its mean over the live ticks of the span.
    MEAN
  }

  /// Slots, selected by their content.
  public sealed interface Keys {
    /// Wording for the middle of a sentence.
    String words();

    /// Whether it selects the slot at a place.
    ///
    /// @param query place of the query
    boolean names(MemoryContents memory, int place, int query);

    /// Ticks of the recording, or of a run that continues it.
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

    /// Slots, counted from the start of the agent's memory.
    record Slots(Span span) implements Keys {
      @Override
      public String words() {
        return (span.ticks() == 1 ? wording("Ablation.slot") : wording("Ablation.slots"))
            + span.bounds();
      }

      @Override
      public boolean names(MemoryContents memory, int place, int query) {
        return span.holds(place);
      }
    }

    /// A whole trial of the episode.
    ///
    /// @param trial from 0
    record WholeTrial(int trial) implements Keys {
      @Override
      public String words() {
        return wording("Ablation.all_of_trial", trial + 1);
      }

      @Override
      public boolean names(MemoryContents memory, int place, int query) {
        return memory.trial(place) == trial;
      }
    }

    /// All trials before the query's.
    record EarlierTrials() implements Keys {
      @Override
      public String words() {
        return wording("Ablation.all_earlier_trials");
      }

      @Override
      public boolean names(MemoryContents memory, int place, int query) {
        return memory.trial(place) != memory.trial(query);
      }
    }

    /// All ticks in limbo. With a correct mask they are closed already, and this changes nothing.
    record LimboTicks() implements Keys {
      @Override
      public String words() {
        return wording("Ablation.all_limbo_slots");
      }

      @Override
      public boolean names(MemoryContents memory, int place, int query) {
        return memory.limbo(place);
      }
    }

    /// All slots except the query's own.
    record Others() implements Keys {
      @Override
      public String words() {
        return wording("Ablation.everything_but_the_tick_itself");
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

  /// In words: `layer 1 head 2, all of trial 1 (zero)`.
  public String words() {
    java.util.StringJoiner words = new java.util.StringJoiner(", ");
    heads.forEach(head -> words.add(head.words()));
    keys.forEach(key -> words.add(key.words()));
    return isNone()
        ? "nothing"
        : words + (fill == Fill.MEAN ? wording("Ablation.by_the_mean") : "");
  }

  /// Its effect on one query.
  ///
  /// @param memory the agent's memory, including the query
  /// @param query place of the query
  /// @param means `[d / H]` for each head it names; unused with [Fill#ZERO]
  public QueryAblation forQuery(MemoryContents memory, int query, Map<Head, float[]> means) {
    return new AgentAblation(this, means).forQuery(memory, query);
  }
}
