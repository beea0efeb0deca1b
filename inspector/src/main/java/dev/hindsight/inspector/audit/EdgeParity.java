package dev.hindsight.inspector.audit;

import dev.hindsight.inspector.recompute.Discrepancy;
import dev.hindsight.inspector.recompute.Explanation;
import dev.hindsight.inspector.recompute.Recomputation;
import dev.hindsight.inspector.recompute.Recomputation.AgentSegment;
import dev.hindsight.inspector.recompute.Recomputation.SegmentComparison;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Lays what a network whose agents look at each other says, in the form it learns with, beside
/// what it was recorded to have said as it acted. It remembers nothing, so every tick stands alone.
final class EdgeParity {
  private final Rollout rollout;
  private final Recomputation recomputation;
  private final AuditFindings auditFindings;
  private final Optional<EdgeWeights> weights;
  private final List<BitSet> differing = new ArrayList<>();
  private final List<Discrepancy> found = new ArrayList<>();
  private final LogProbabilityCheck drawn;
  private double most;
  private double share;
  private long compared;

  EdgeParity(
      Rollout rollout, Path checkpoint, Recomputation recomputation, AuditFindings auditFindings) {
    this.rollout = rollout;
    this.recomputation = recomputation;
    this.auditFindings = auditFindings;
    this.drawn = new LogProbabilityCheck(rollout, auditFindings);
    this.weights = EdgeWeights.of(rollout, checkpoint, auditFindings);
    for (int agent = 0; agent < rollout.manifest().agents(); agent++) {
      differing.add(new BitSet());
    }
  }

  AuditReport run(Progress progress, Cancellation cancellation) {
    List<AgentSegment> parts = recomputation.parts();
    for (int i = 0; i < parts.size(); i++) {
      cancellation.throwIfCancelled();
      part(parts.get(i));
      progress.report(i + 1L, parts.size(), "segments");
    }
    if (!found.isEmpty()) {
      Explanation explanation = recomputation.ofRecording(found, cancellation);
      OutputDifferences.add(
          auditFindings,
          rollout,
          found,
          "the policy that acted: " + OutputDifferences.words(found, explanation));
    }
    drawn.explain();
    weights.ifPresent(stored -> stored.look(differing, cancellation));
    auditFindings.compared("agent tick", compared);
    auditFindings.remark(
        String.format(
            Locale.ROOT,
            "training form against the recording: %s at most, %s of what rounding allows there",
            NumberWords.significant(most, 2),
            NumberWords.significant(share, 2)));
    drawn.sum();
    return auditFindings.report(
        String.format(
            Locale.ROOT,
            "The training form agrees with the recording within %s over %d ticks of %d agents.",
            NumberWords.significant(most, 2),
            rollout.ticks(),
            rollout.manifest().agents()),
        "No logits and values were recorded to compare with what is computed.");
  }

  private void part(AgentSegment agentSegment) {
    Optional<Outputs> recorded = recomputation.recorded(agentSegment);
    int live = recomputation.live(agentSegment);
    if (recorded.isEmpty() || live == 0) {
      auditFindings.leftOut(
          "agent tick", agentSegment.segment().ticks(), "in limbo, or without logits");
      return;
    }
    SegmentComparison now = recomputation.compare(agentSegment, recorded.get());
    compared += live;
    auditFindings.leftOut("agent tick", agentSegment.segment().ticks() - live, "in limbo");
    most = Math.max(most, now.most().size());
    share = Math.max(share, now.share());
    now.discrepancy().ifPresent(found::add);
    now.discrepancy()
        .ifPresent(apart ->
            apart.apart().ticks().stream()
                .forEach(t ->
                    differing.get(agentSegment.agent()).set(agentSegment.segment().from() + t)));
    drawn.check(
        agentSegment.agent(),
        recomputation.sightings(agentSegment.agent()).seen(agentSegment.segment()),
        recorded.get(),
        OutputDifferences.ofLogits(now.discrepancy()));
  }
}
