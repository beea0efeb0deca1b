package dev.hindsight.trainer.attention;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.rollout.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// How an agent's memory is kept. [#RIGHT] is how this project keeps it. The others are known
/// mistakes, listed so that an audit can recognise a recording made with one of them.
///
/// @param wipe when the cache is wiped
/// @param limbo whether ticks in limbo stay in it
/// @param position what the positions of ticks are counted from
/// @param mask which ticks of its episode a query may look at
/// @param window number of most recent keys a query looks at, its own included; 0 for no limit
public record MemoryRules(
    WipeRule wipe, LimboRule limbo, PositionRule position, MaskRule mask, int window) {
  /// The cache is wiped at the end of each episode and keeps no ticks in limbo; positions count
  /// from the start of the episode; every query looks at itself and all earlier ticks.
  public static final MemoryRules RIGHT =
      new MemoryRules(WipeRule.TERMINALS, LimboRule.CLOSED, PositionRule.EPISODE);

  /// Rules with the correct mask.
  public MemoryRules(WipeRule wipe, LimboRule limbo, PositionRule position) {
    this(wipe, limbo, position, MaskRule.CAUSAL, 0);
  }

  /// When the cache is wiped. Under every rule, a full cache is emptied and starts over.
  public enum WipeRule {
    /// At terminals: correct.
    TERMINALS(""),
    /// At truncations too: the policy cannot carry anything from one trial to the next.
    TERMINALS_AND_TRUNCATIONS(wording("MemoryRules.cache_wiped_at_truncations")),
    /// Never: episodes see each other.
    NEVER(wording("MemoryRules.cache_not_wiped_at_terminals")),
    /// Before every tick: the policy has no memory.
    EVERY_TICK(wording("MemoryRules.memory_wiped_every_tick")),
    /// One tick too late: the first tick of an episode still sees the previous one.
    A_TICK_LATE(wording("MemoryRules.memory_wiped_one_tick_after_terminals"));

    private final String words;

    WipeRule(String words) {
      this.words = words;
    }
  }

  /// What happens to ticks in limbo.
  public enum LimboRule {
    /// No other tick sees them: correct.
    CLOSED(""),
    /// Other ticks look at them as at any tick.
    OPEN(wording("MemoryRules.limbo_slots_left_open"));

    private final String words;

    LimboRule(String words) {
      this.words = words;
    }
  }

  /// What positions are counted from.
  public enum PositionRule {
    /// The start of the episode: correct.
    EPISODE(""),
    /// The first slot of the cache, whatever episode wrote it: an episode that begins later has
    /// other positions.
    SLOT(wording("MemoryRules.positions_counted_by_slot_instead")),
    /// The start of the trial.
    TRIAL(wording("MemoryRules.positions_counted_by_trial_instead")),
    /// The start of the episode, counted from 1 instead of 0.
    FROM_ONE(wording("MemoryRules.positions_counted_from_1_instead")),
    /// The start of the episode, not counting ticks in limbo.
    ON_THE_MAP(wording("MemoryRules.positions_not_counted_on_in_limbo")),
    /// Nothing: all positions are 0.
    NONE(wording("MemoryRules.positions_all_0"));

    private final String words;

    PositionRule(String words) {
      this.words = words;
    }
  }

  /// Which ticks of its episode a query may look at.
  public enum MaskRule {
    /// Itself and earlier ticks: correct.
    CAUSAL(""),
    /// Only earlier ticks; itself only if there are none.
    DIAGONAL_CLOSED(wording("MemoryRules.the_diagonal_of_the_mask_closed")),
    /// Later ticks too.
    FUTURE_OPEN(wording("MemoryRules.the_future_left_open_a_tick"));

    private final String words;

    MaskRule(String words) {
      this.words = words;
    }
  }

  /// All known broken rules, the simplest first: each mistake alone, and wrong wipe, limbo and slot
  /// positions together.
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

  /// Whether this combination of faults was observed in practice.
  private boolean met() {
    return wipe.compareTo(WipeRule.NEVER) <= 0
        && position.compareTo(PositionRule.SLOT) <= 0
        && mask == MaskRule.CAUSAL;
  }

  /// The same rules with a window.
  public MemoryRules within(int keys) {
    return new MemoryRules(wipe, limbo, position, mask, keys);
  }

  /// Number of rules that are not correct.
  public int faults() {
    return (wipe == WipeRule.TERMINALS ? 0 : 1)
        + (limbo == LimboRule.CLOSED ? 0 : 1)
        + (position == PositionRule.EPISODE ? 0 : 1)
        + (mask == MaskRule.CAUSAL ? 0 : 1)
        + (window == 0 ? 0 : 1);
  }

  /// The faults in words; empty if there are none.
  public String words() {
    String windowed = window == 0 ? "" : wording("MemoryRules.attention_limited_to_a_window_of");
    return Stream.of(
            wipe.words, limbo.words, position.words, mask.words, windowed.formatted(window))
        .filter(words -> !words.isEmpty())
        .collect(Collectors.joining(", "));
  }

  /// The spans of a passage between memory wipes.
  ///
  /// @param horizon S, slots of the cache and maximum length of a span
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
      case TERMINALS -> episodeFlags.ended()[tick] != 0;
      case TERMINALS_AND_TRUNCATIONS ->
          episodeFlags.ended()[tick] != 0 || episodeFlags.truncation()[tick] != 0;
      case NEVER -> false;
      case EVERY_TICK -> true;
      case A_TICK_LATE -> tick > 0 && episodeFlags.ended()[tick - 1] != 0;
    };
  }
}
