package dev.hindsight.inspector.audit;

import dev.hindsight.inspector.attention.AttentionOpening;
import dev.hindsight.inspector.attention.AttentionSource;
import dev.hindsight.inspector.attention.RuleSearch;
import dev.hindsight.inspector.mask.Leak;
import dev.hindsight.inspector.mask.MaskAudit;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.Introspection;
import dev.hindsight.trainer.attention.Passage;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The weight that queries on the map put on limbo, and the masks that should keep it at nothing.
final class LimboSight {
  /// Ticks of a segment whose masks are looked at cell by cell.
  private static final int SEGMENT = 128;

  private final Rollout rollout;
  private final Findings findings;
  private double total;
  private String rules = "";

  LimboSight(Rollout rollout, Findings findings) {
    this.rollout = rollout;
    this.findings = findings;
  }

  /// @param checkpoint of who acted, where it is at hand
  /// @return whether there was any attention to look at
  boolean look(Optional<Path> checkpoint, Progress progress, Cancellation cancellation) {
    if (AttentionOpening.missing(rollout.manifest()).isPresent()) {
      return false;
    }
    try (AttentionSource source = AttentionOpening.open(rollout, checkpoint)) {
      int agents = rollout.manifest().agents();
      for (int agent = 0; agent < agents; agent++) {
        cancellation.throwIfCancelled();
        agent(source, agent, cancellation);
        progress.report(agent + 1L, agents, "agents' weight on limbo");
      }
      findings.remark(
          String.format(
              Locale.ROOT,
              "weight on limbo slots: %s in all%s",
              NumberWords.significant(total, 4),
              rules));
      return true;
    } catch (Problem _) {
      // A policy without attention, or one that is not at hand: there is none to look at.
      return false;
    }
  }

  private void agent(AttentionSource source, int agent, Cancellation cancellation) {
    Passage passage = Passage.of(rollout, agent);
    RuleSearch search = RuleSearch.of(source, rollout, agent, passage, cancellation);
    if (!search.words().isEmpty()) {
      rules = ", as it acted: " + search.words();
    }
    for (Span stretch : source.stretches(agent, passage, search.rules())) {
      cancellation.throwIfCancelled();
      leak(agent, source.trace(agent, stretch, passage, search.rules()), passage);
    }
    source.network().ifPresent(network -> masks(agent, network, passage));
  }

  private void leak(int agent, AttentionTrace trace, Passage passage) {
    for (int layer = 0; layer < trace.layers(); layer++) {
      for (int head = 0; head < trace.heads(); head++) {
        float[] leak = Leak.of(trace, passage, layer, head);
        for (int query = 0; query < leak.length; query++) {
          if (leak[query] != 0) {
            total += leak[query];
            findings.add(
                trace.span().from() + query,
                agent,
                "attention layer " + (layer + 1) + " head " + (head + 1),
                leak[query],
                "limbo slots left open: a query on the map puts weight on them");
          }
        }
      }
    }
  }

  /// The masks that run, around the first tick in limbo.
  private void masks(int agent, Introspection network, Passage passage) {
    int limbo = 0;
    while (limbo < passage.ticks() && passage.live(limbo)) {
      limbo++;
    }
    if (limbo == passage.ticks()) {
      return;
    }
    int from = Math.max(0, limbo - SEGMENT / 4);
    Span segment = new Span(from, Math.min(passage.ticks(), from + SEGMENT));
    named(
        agent,
        "the form that learns",
        MaskAudit.of(
            passage,
            MaskAudit.learning(passage, segment),
            network.learning().open(passage, segment)));
    named(
        agent,
        "the form that acts",
        MaskAudit.of(
            passage,
            MaskAudit.acting(passage, network.horizon(), segment),
            network.acting().open(passage, segment)));
  }

  private void named(int agent, String form, List<MaskAudit.Finding> found) {
    found.forEach(each ->
        findings.add(
            each.query(),
            agent,
            "mask, key tick " + each.key(),
            each.cells(),
            each.fault().words() + " in " + form));
  }
}
