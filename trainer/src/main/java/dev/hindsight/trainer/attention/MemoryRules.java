package dev.hindsight.trainer.attention;

import dev.hindsight.trainer.rollout.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// How an agent's memory is kept. [#RIGHT] is how this project keeps it; the others are mistakes
/// that were made, there so that a recording made with one can be told from a right one.
///
/// @param wipe when the cache is wiped
/// @param limbo whether ticks in limbo stay in it
/// @param position what a tick's place in the table of positions is
/// @param mask which ticks of its episode a query may look at
/// @param window keys a query looks at, the last ones, itself included; 0 where there is no limit
public record MemoryRules(
    WipeRule wipe, LimboRule limbo, PositionRule position, MaskRule mask, int window) {
  /// Wiped where episodes end, nothing of limbo kept, positions counted from the episode's start,
  /// every query looks at itself and at all that was before.
  public static final MemoryRules RIGHT =
      new MemoryRules(WipeRule.TERMINALS, LimboRule.CLOSED, PositionRule.EPISODE);

  /// With the right mask.
  public MemoryRules(WipeRule wipe, LimboRule limbo, PositionRule position) {
    this(wipe, limbo, position, MaskRule.CAUSAL, 0);
  }

  /// When the cache is wiped. A full one is begun anew under each of them.
  public enum WipeRule {
    /// Where an episode ends for good: as it should be.
    TERMINALS(""),
    /// Where a trial ends too: nothing can be learned from one trial for the next.
    TERMINALS_AND_TRUNCATIONS("cache wiped at truncations"),
    /// Not even there: episodes see each other.
    NEVER("cache not wiped at terminals"),
    /// Before every tick: there is no memory.
    EVERY_TICK("memory wiped every tick"),
    /// One tick after it should be: the first tick of an episode still sees the last one.
    A_TICK_LATE("memory wiped one tick after terminals");

    private final String words;

    WipeRule(String words) {
      this.words = words;
    }
  }

  /// What becomes of ticks in limbo.
  public enum LimboRule {
    /// No other tick sees them: as it should be.
    CLOSED(""),
    /// They are looked at like any other.
    OPEN("limbo slots left open");

    private final String words;

    LimboRule(String words) {
      this.words = words;
    }
  }

  /// What positions are counted from.
  public enum PositionRule {
    /// The start of the episode: as it should be.
    EPISODE(""),
    /// The cache's first slot, whoever wrote it: an episode that begins later has other positions.
    SLOT("positions counted by slot instead of by place in the episode"),
    /// The start of the trial.
    TRIAL("positions counted by trial instead of by place in the episode"),
    /// The start of the episode, which is 1 and not 0.
    FROM_ONE("positions counted from 1 instead of 0"),
    /// The start of the episode, without the ticks in limbo.
    ON_THE_MAP("positions not counted on in limbo"),
    /// Nothing: all are 0.
    NONE("positions all 0");

    private final String words;

    PositionRule(String words) {
      this.words = words;
    }
  }

  /// Which ticks of its episode a query may look at.
  public enum MaskRule {
    /// Itself and those before it: as it should be.
    CAUSAL(""),
    /// Those before it without itself, but where there are none.
    DIAGONAL_CLOSED("the diagonal of the mask closed: a tick does not attend to itself"),
    /// Those after it too.
    FUTURE_OPEN("the future left open: a tick attends to later ones");

    private final String words;

    MaskRule(String words) {
      this.words = words;
    }
  }

  /// Every way to break them that was seen, the simplest first: each rule alone, and wiping, limbo
  /// and positions by slot together.
  public static List<MemoryRules> broken() {
    List<MemoryRules> all = new ArrayList<>();
    for (WipeRule wipeRule : WipeRule.values()) {
      for (LimboRule limboRule : LimboRule.values()) {
        for (PositionRule positionRule : PositionRule.values()) {
          for (MaskRule maskRule : MaskRule.values()) {
            all.add(new MemoryRules(wipeRule, limboRule, positionRule, maskRule, 0));
          }
        }
      }
    }
    all.removeIf(rules -> rules.faults() == 0 || (rules.faults() > 1 && !rules.met()));
    all.sort(Comparator.comparingInt(MemoryRules::faults));
    return List.copyOf(all);
  }

  /// Whether these faults were met together.
  private boolean met() {
    return wipe.compareTo(WipeRule.NEVER) <= 0
        && position.compareTo(PositionRule.SLOT) <= 0
        && mask == MaskRule.CAUSAL;
  }

  /// The same with a window.
  public MemoryRules within(int keys) {
    return new MemoryRules(wipe, limbo, position, mask, keys);
  }

  /// How many of them are not as they should be.
  public int faults() {
    return (wipe == WipeRule.TERMINALS ? 0 : 1)
        + (limbo == LimboRule.CLOSED ? 0 : 1)
        + (position == PositionRule.EPISODE ? 0 : 1)
        + (mask == MaskRule.CAUSAL ? 0 : 1)
        + (window == 0 ? 0 : 1);
  }

  /// What is wrong with them; empty where nothing is.
  public String words() {
    String windowed = window == 0 ? "" : "attention limited to a window of the last %d keys";
    return Stream.of(
            wipe.words, limbo.words, position.words, mask.words, windowed.formatted(window))
        .filter(words -> !words.isEmpty())
        .collect(Collectors.joining(", "));
  }

  /// The stretches of a passage during which nothing is forgotten.
  ///
  /// @param horizon S, slots of the cache; a stretch is no longer
  public List<Span> stretches(EpisodeFlags episodeFlags, int horizon) {
    List<Span> stretches = new ArrayList<>();
    int from = 0;
    for (int tick = 1; tick <= episodeFlags.ticks(); tick++) {
      boolean wiped =
          tick == episodeFlags.ticks() || tick - from == horizon || wipes(episodeFlags, tick - 1);
      if (wiped) {
        stretches.add(new Span(from, tick));
        from = tick;
      }
    }
    return stretches;
  }

  private boolean wipes(EpisodeFlags episodeFlags, int tick) {
    return switch (wipe) {
      case TERMINALS -> episodeFlags.terminal()[tick] != 0;
      case TERMINALS_AND_TRUNCATIONS ->
          episodeFlags.terminal()[tick] != 0 || episodeFlags.truncation()[tick] != 0;
      case NEVER -> false;
      case EVERY_TICK -> true;
      case A_TICK_LATE -> tick > 0 && episodeFlags.terminal()[tick - 1] != 0;
    };
  }
}
