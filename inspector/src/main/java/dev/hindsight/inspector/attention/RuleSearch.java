package dev.hindsight.inspector.attention;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.attention.Passage;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;

/// Finds out by which rules an agent's memory was kept when it was recorded: the right ones if they
/// reproduce its logits, or else the simplest mistake that does.
///
/// @param rules those that reproduce what was recorded best
/// @param agreement of these rules
/// @param right agreement of the right rules
public record RuleSearch(MemoryRules rules, Agreement agreement, Agreement right) {
  /// Ticks that are enough to tell; whole stretches are taken.
  private static final int ENOUGH = 2048;

  /// Searches, a forward a stretch and rule.
  public static RuleSearch of(
      AttentionSource source,
      Rollout rollout,
      int agent,
      Passage passage,
      Cancellation cancellation) {
    Agreement right = agreement(source, rollout, agent, passage, MemoryRules.RIGHT, cancellation);
    RuleSearch best = new RuleSearch(MemoryRules.RIGHT, right, right);
    if (right.holds()) {
      return best;
    }
    for (MemoryRules broken : MemoryRules.broken()) {
      Agreement other = agreement(source, rollout, agent, passage, broken, cancellation);
      if (other.holds()) {
        return new RuleSearch(broken, other, right);
      }
    }
    return best;
  }

  private static Agreement agreement(
      AttentionSource source,
      Rollout rollout,
      int agent,
      Passage passage,
      MemoryRules rules,
      Cancellation cancellation) {
    Agreement all = Agreement.NONE;
    if (source.network().isEmpty()) {
      return all;
    }
    for (Span stretch : source.stretches(agent, passage, rules)) {
      if (stretch.from() >= ENOUGH) {
        break;
      }
      cancellation.throwIfCancelled();
      AttentionTrace trace = source.trace(agent, stretch, passage, rules);
      all = all.and(Agreement.of(rollout, agent, trace));
    }
    return all;
  }

  /// What they say about who acted; empty where all is as it should be.
  public String words() {
    if (agreement.holds()) {
      return rules.words().isEmpty()
          ? ""
          : "%s: that reproduces what acted; the right rules are %s off"
              .formatted(rules.words(), NumberWords.significant(right.worst(), 2));
    }
    return "no rule known here reproduces what acted, the right ones are %s off: another checkpoint?"
        .formatted(NumberWords.significant(right.worst(), 2));
  }
}
