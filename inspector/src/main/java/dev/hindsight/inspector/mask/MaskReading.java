package dev.hindsight.inspector.mask;

import dev.hindsight.inspector.attention.AttentionOpening;
import dev.hindsight.inspector.attention.AttentionReading;
import dev.hindsight.inspector.attention.AttentionSource;
import dev.hindsight.inspector.mask.MaskAudit.Finding;
import dev.hindsight.trainer.attention.Introspection;
import dev.hindsight.trainer.attention.Passage;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The masks of a segment: who should see whom, and what is wrong with who does. Immutable.
///
/// @param segment ticks that are learned from together
/// @param rows where rows of the learner begin
/// @param audited whether the masks themselves were at hand; otherwise only weights were
/// @param findings each with the form it was found in
record MaskReading(
    AttentionReading attention, Span segment, Rows rows, boolean audited, List<String> findings) {
  MaskReading {
    findings = List.copyOf(findings);
  }

  /// Where the rows begin that are learned from.
  enum Rows {
    /// Where memory begins.
    EPISODES,
    /// Every S ticks.
    SEGMENTS
  }

  /// The segment a query is in.
  static Span segment(AttentionReading attention, Rows rows, int query) {
    int horizon = attention.horizon();
    int from =
        switch (rows) {
          case EPISODES -> attention.trace().span().from();
          case SEGMENTS -> query / horizon * horizon;
        };
    return new Span(from, Math.min(attention.passage().ticks(), from + horizon));
  }

  /// Opens the network and asks its masks; for a background thread.
  ///
  /// @param chosen as in [AttentionOpening#open]
  static MaskReading of(
      Rollout rollout, AttentionReading attention, Rows rows, int query, Optional<Path> chosen) {
    Span segment = segment(attention, rows, query);
    Passage passage = attention.passage();
    List<String> findings = new ArrayList<>();
    try (AttentionSource source = AttentionOpening.open(rollout, chosen)) {
      Optional<Introspection> network = source.network();
      network.ifPresent(n -> {
        tell(
            "learning",
            MaskAudit.of(
                passage, MaskAudit.learning(passage, segment), n.learning().open(passage, segment)),
            findings);
        tell(
            "acting",
            MaskAudit.of(
                passage,
                MaskAudit.acting(passage, attention.horizon(), segment),
                n.acting().open(passage, segment)),
            findings);
      });
      tell("weights", WeightAudit.of(attention.trace(), passage, attention.horizon()), findings);
      tell(
          "garbage",
          GarbageAudit.of(
              rollout, attention.agent(), passage, attention.trace().span(), attention.horizon()),
          findings);
      return new MaskReading(attention, segment, rows, network.isPresent(), findings);
    }
  }

  private static void tell(String form, List<Finding> found, List<String> findings) {
    found.forEach(finding -> findings.add(form + ": " + finding.words()));
  }
}
