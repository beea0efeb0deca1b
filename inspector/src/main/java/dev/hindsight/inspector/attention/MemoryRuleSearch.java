package dev.hindsight.inspector.attention;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;

/// Finds the rules by which an agent's memory was kept when it was recorded: the right ones if they
/// reproduce its logits, or else the simplest mistake that does.
///
/// @param rules the rules that reproduce the recording best
/// @param agreement of these rules
/// @param right agreement of the right rules with the recording
public record MemoryRuleSearch(
    MemoryRules rules, RecomputationAgreement agreement, RecomputationAgreement right) {
  /// Enough ticks to tell rules apart; the search takes whole stretches.
  private static final int ENOUGH = 2048;

  /// Searches with one forward pass for each stretch and rule.
  public static MemoryRuleSearch of(
      AttentionSource source,
      Rollout rollout,
      int agent,
      EpisodeFlags episodeFlags,
      Cancellation cancellation) {
    RecomputationAgreement right =
        agreement(source, rollout, agent, episodeFlags, MemoryRules.RIGHT, cancellation);
    MemoryRuleSearch best = new MemoryRuleSearch(MemoryRules.RIGHT, right, right);
    if (right.holds()) {
      return best;
    }
    for (MemoryRules broken : MemoryRules.broken()) {
      RecomputationAgreement other =
          agreement(source, rollout, agent, episodeFlags, broken, cancellation);
      if (other.holds()) {
        return new MemoryRuleSearch(broken, other, right);
      }
    }
    return best;
  }

  private static RecomputationAgreement agreement(
      AttentionSource source,
      Rollout rollout,
      int agent,
      EpisodeFlags episodeFlags,
      MemoryRules rules,
      Cancellation cancellation) {
    RecomputationAgreement all = RecomputationAgreement.NONE;
    if (source.network().isEmpty()) {
      return all;
    }
    for (Span stretch : source.stretches(agent, episodeFlags, rules)) {
      if (stretch.from() >= ENOUGH) {
        break;
      }
      cancellation.throwIfCancelled();
      AttentionTrace trace = source.trace(agent, stretch, episodeFlags, rules);
      all = all.and(RecomputationAgreement.of(rollout, agent, trace));
    }
    return all;
  }

  /// What the rules say about the policy that acted; empty if it kept its memory by the right
  /// rules.
  public String words() {
    if (agreement.holds()) {
      return rules.words().isEmpty()
          ? ""
          : wording("MemoryRuleSearch.this_reproduces_the_recorded_output")
              .formatted(rules.words(), NumberWords.significant(right.worst(), 2));
    }
    return wording("MemoryRuleSearch.no_known_rule_reproduces_the_recorded")
        .formatted(NumberWords.significant(right.worst(), 2));
  }
}
