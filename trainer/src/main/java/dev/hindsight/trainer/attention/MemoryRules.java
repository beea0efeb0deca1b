package dev.hindsight.trainer.attention;

import dev.hindsight.trainer.rollout.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;

/// How an agent's memory is kept. [#RIGHT] is how this project keeps it; the others are mistakes
/// that were made, there so that a recording made with one can be told from a right one.
///
/// @param wipe when the cache is wiped
/// @param limbo whether ticks in limbo stay in it
/// @param position what a tick's place in the table of positions is
public record MemoryRules(Wipe wipe, Limbo limbo, Position position) {
  /// Wiped where episodes end, nothing of limbo kept, positions counted from the episode's start.
  public static final MemoryRules RIGHT =
      new MemoryRules(Wipe.TERMINALS, Limbo.CLOSED, Position.EPISODE);

  /// When the cache is wiped. A full one is begun anew under each of them.
  public enum Wipe {
    /// Where an episode ends for good: as it should be.
    TERMINALS,
    /// Where a trial ends too: nothing can be learned from one trial for the next.
    TERMINALS_AND_TRUNCATIONS,
    /// Not even there: episodes see each other.
    NEVER
  }

  /// What becomes of ticks in limbo.
  public enum Limbo {
    /// No other tick sees them: as it should be.
    CLOSED,
    /// They are looked at like any other.
    OPEN
  }

  /// What positions are counted from.
  public enum Position {
    /// The start of the episode: as it should be.
    EPISODE,
    /// The cache's first slot, whoever wrote it: an episode that begins later has other positions.
    SLOT
  }

  /// Every way to break them, the simplest first.
  public static List<MemoryRules> broken() {
    List<MemoryRules> all = new ArrayList<>();
    for (Wipe wipe : Wipe.values()) {
      for (Limbo limbo : Limbo.values()) {
        for (Position position : Position.values()) {
          all.add(new MemoryRules(wipe, limbo, position));
        }
      }
    }
    all.remove(RIGHT);
    all.sort(Comparator.comparingInt(MemoryRules::faults));
    return List.copyOf(all);
  }

  /// How many of the three are not as they should be.
  public int faults() {
    return (wipe == Wipe.TERMINALS ? 0 : 1)
        + (limbo == Limbo.CLOSED ? 0 : 1)
        + (position == Position.EPISODE ? 0 : 1);
  }

  /// What is wrong with them; empty where nothing is.
  public String words() {
    StringJoiner words = new StringJoiner(", ");
    switch (wipe) {
      case TERMINALS -> {}
      case TERMINALS_AND_TRUNCATIONS -> words.add("cache wiped at truncations");
      case NEVER -> words.add("cache not wiped at terminals");
    }
    if (limbo == Limbo.OPEN) {
      words.add("limbo slots left open");
    }
    if (position == Position.SLOT) {
      words.add("positions counted by slot instead of by place in the episode");
    }
    return words.toString();
  }

  /// The stretches of a passage during which nothing is forgotten.
  ///
  /// @param horizon S, slots of the cache; a stretch is no longer
  public List<Span> stretches(Passage passage, int horizon) {
    List<Span> stretches = new ArrayList<>();
    int from = 0;
    for (int tick = 1; tick <= passage.ticks(); tick++) {
      boolean wiped = tick == passage.ticks() || tick - from == horizon || wipes(passage, tick - 1);
      if (wiped) {
        stretches.add(new Span(from, tick));
        from = tick;
      }
    }
    return stretches;
  }

  private boolean wipes(Passage passage, int tick) {
    return switch (wipe) {
      case TERMINALS -> passage.terminal()[tick] != 0;
      case TERMINALS_AND_TRUNCATIONS ->
          passage.terminal()[tick] != 0 || passage.truncation()[tick] != 0;
      case NEVER -> false;
    };
  }
}
