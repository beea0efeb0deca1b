package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.attention.AttentionSource;
import dev.hindsight.inspector.attention.AttentionSources;
import dev.hindsight.inspector.attention.MemoryRuleSearch;
import dev.hindsight.inspector.mask.LimboLeak;
import dev.hindsight.inspector.mask.MaskCheck;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.Introspection;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Measures the weight that queries on the map put on limbo, and checks the masks that should keep
/// it at 0.
final class LimboAttention {
  /// The length of a segment, in ticks, whose masks are checked cell by cell.
  private static final int SEGMENT = 128;

  private final Rollout rollout;
  private final AuditFindings auditFindings;
  private double total;
  private String rules = "";

  LimboAttention(Rollout rollout, AuditFindings auditFindings) {
    this.rollout = rollout;
    this.auditFindings = auditFindings;
  }

  /// @param checkpoint of the policy that acted, if it is available
  /// @return whether there was any attention to check
  boolean check(Optional<Path> checkpoint, Progress progress, Cancellation cancellation) {
    if (AttentionSources.missing(rollout.manifest()).isPresent()) {
      return false;
    }
    try (AttentionSource source = AttentionSources.open(rollout, checkpoint)) {
      int agents = rollout.manifest().agents();
      for (int agent = 0; agent < agents; agent++) {
        cancellation.throwIfCancelled();
        agent(source, agent, cancellation);
        progress.report(agent + 1L, agents, wording("LimboAttention.agents_weight_on_limbo"));
      }
      auditFindings.remark(
          String.format(
              Locale.ROOT,
              wording("LimboAttention.weight_on_limbo_slots_in_all"),
              NumberWords.significant(total, 4),
              rules));
      return true;
    } catch (Problem _) {
      // The policy has no attention, or its checkpoint is not available.
      return false;
    }
  }

  private void agent(AttentionSource source, int agent, Cancellation cancellation) {
    EpisodeFlags episodeFlags = EpisodeFlags.of(rollout, agent);
    MemoryRuleSearch search =
        MemoryRuleSearch.of(source, rollout, agent, episodeFlags, cancellation);
    if (!search.words().isEmpty()) {
      rules = wording("LimboAttention.as_it_acted", search.words());
    }
    for (Span stretch : source.stretches(agent, episodeFlags, search.rules())) {
      cancellation.throwIfCancelled();
      leak(agent, source.trace(agent, stretch, episodeFlags, search.rules()), episodeFlags);
    }
    source.network().ifPresent(network -> masks(agent, network, episodeFlags));
  }

  private void leak(int agent, AttentionTrace trace, EpisodeFlags episodeFlags) {
    for (int layer = 0; layer < trace.layers(); layer++) {
      for (int head = 0; head < trace.heads(); head++) {
        float[] leak = LimboLeak.of(trace, episodeFlags, layer, head);
        for (int query = 0; query < leak.length; query++) {
          if (leak[query] != 0) {
            total += leak[query];
            auditFindings.add(
                trace.span().from() + query,
                agent,
                wording("LimboAttention.attention_layer_head", layer + 1, head + 1),
                leak[query],
                wording("LimboAttention.limbo_slots_left_open_a_query"));
          }
        }
      }
    }
  }

  /// Checks the masks in use around the first tick in limbo.
  private void masks(int agent, Introspection network, EpisodeFlags episodeFlags) {
    int limbo = 0;
    while (limbo < episodeFlags.ticks() && episodeFlags.live(limbo)) {
      limbo++;
    }
    if (limbo == episodeFlags.ticks()) {
      return;
    }
    int from = Math.max(0, limbo - SEGMENT / 4);
    Span segment = new Span(from, Math.min(episodeFlags.ticks(), from + SEGMENT));
    named(
        agent,
        wording("LimboAttention.the_training_form"),
        MaskCheck.of(
            episodeFlags,
            MaskCheck.learning(episodeFlags, segment),
            network.learning().open(episodeFlags, segment)));
    named(
        agent,
        wording("LimboAttention.the_acting_form"),
        MaskCheck.of(
            episodeFlags,
            MaskCheck.acting(episodeFlags, network.horizon(), segment),
            network.acting().open(episodeFlags, segment)));
  }

  private void named(int agent, String form, List<MaskCheck.MaskFinding> found) {
    found.forEach(each ->
        auditFindings.add(
            each.query(),
            agent,
            wording("LimboAttention.mask_key_tick", each.key()),
            each.cells(),
            wording("LimboAttention.in", each.fault().words(), form)));
  }
}
