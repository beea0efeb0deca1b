package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.recompute.Discrepancy;
import dev.hindsight.inspector.recompute.Explanation;
import dev.hindsight.inspector.recompute.Recomputation;
import dev.hindsight.inspector.recompute.Recomputation.AgentSegment;
import dev.hindsight.inspector.recompute.Recomputation.SegmentComparison;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.attention.EdgeIntrospection;
import dev.hindsight.trainer.attention.EdgeTrace;
import dev.hindsight.trainer.attention.ObservedNeighbours;
import dev.hindsight.trainer.attention.RecordedEdges;
import dev.hindsight.trainer.attention.RecordedShape;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.parity.Arithmetic;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.Tolerance;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Compares the training form of a network whose agents attend to each other with the outputs
/// recorded while it acted. The network has no memory, so every tick is independent.
final class EdgeParity {
  private final Rollout rollout;
  private final Path checkpoint;
  private final Recomputation recomputation;
  private final AuditFindings auditFindings;
  private final Optional<EdgeWeights> weights;
  private final List<BitSet> differing = new ArrayList<>();
  private final List<Discrepancy> found = new ArrayList<>();
  private final LogProbabilityCheck drawn;
  private final EdgeFinalValues finalValues;
  private double most;
  private double share;
  private long compared;

  EdgeParity(
      Rollout rollout, Path checkpoint, Recomputation recomputation, AuditFindings auditFindings) {
    this.rollout = rollout;
    this.checkpoint = checkpoint;
    this.recomputation = recomputation;
    this.auditFindings = auditFindings;
    this.drawn = new LogProbabilityCheck(rollout, auditFindings);
    this.finalValues = new EdgeFinalValues(rollout, auditFindings);
    this.weights = EdgeWeights.of(rollout, auditFindings);
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
          wording("EdgeParity.the_policy_that_acted", OutputDifferences.words(found, explanation)));
    }
    drawn.explain();
    checkStored(cancellation);
    auditFindings.compared(wording("EdgeParity.agent_tick"), compared);
    auditFindings.remark(
        String.format(
            Locale.ROOT,
            wording("EdgeParity.training_form_against_the_recording"),
            NumberWords.significant(most, 2),
            NumberWords.significant(share, 2)));
    drawn.sum();
    finalValues.sum();
    return auditFindings.report(
        wording(
            "EdgeParity.the_training_form_agrees_with_the",
            NumberWords.significant(most, 2),
            rollout.ticks(),
            rollout.manifest().agents()),
        wording("EdgeParity.no_logits_and_values_were_recorded"));
  }

  /// Checks what is stored of attention and of values before time limits, with the network as it is
  /// and with nudged weights.
  private void checkStored(Cancellation cancellation) {
    if (weights.isEmpty() && !finalValues.any()) {
      return;
    }
    try (EdgeIntrospection plain = open(Arithmetic.PLAIN);
        EdgeIntrospection one = open(Arithmetic.PLAIN.nudged(1));
        EdgeIntrospection other = open(Arithmetic.PLAIN.nudged(2))) {
      List<EdgeIntrospection> nudged = List.of(one, other);
      weights.ifPresent(stored -> stored.look(differing, plain, nudged, cancellation));
      finalValues.check(plain, nudged, cancellation);
    }
  }

  private EdgeIntrospection open(Arithmetic arithmetic) {
    return BuiltInPolicies.edges(checkpoint, RecordedShape.of(rollout), arithmetic).orElseThrow();
  }

  private void part(AgentSegment agentSegment) {
    Optional<Outputs> recorded = recomputation.recorded(agentSegment);
    int live = recomputation.live(agentSegment);
    if (recorded.isEmpty() || live == 0) {
      auditFindings.leftOut(
          wording("EdgeParity.agent_tick"),
          agentSegment.segment().ticks(),
          wording("EdgeParity.in_limbo_or_without_logits"));
      return;
    }
    SegmentComparison now = recomputation.compare(agentSegment, recorded.get());
    compared += live;
    auditFindings.leftOut(
        wording("EdgeParity.agent_tick"),
        agentSegment.segment().ticks() - live,
        wording("EdgeParity.in_limbo"));
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

  /// Compares stored weights between agents with those that the network computes from the
  /// observations. Weights that add up to 1 may still belong to other neighbours; only the network
  /// can tell. One owner thread.
  private static final class EdgeWeights {
    /// The relative rounding error of a weight in half precision.
    private static final double HALF = 0x1p-10;

    private final Rollout rollout;
    private final RecordedEdges recorded;
    private final AuditFindings auditFindings;
    private final boolean half;
    private double most;

    private EdgeWeights(Rollout rollout, RecordedEdges recorded, AuditFindings auditFindings) {
      this.rollout = rollout;
      this.recorded = recorded;
      this.auditFindings = auditFindings;
      half =
          rollout
              .channel(EdgeTrace.CHANNEL + 0)
              .filter(channel -> channel.spec().type() == Dtype.F2)
              .isPresent();
    }

    /// The stored weights of a recording; empty if it stores none.
    static Optional<EdgeWeights> of(Rollout rollout, AuditFindings auditFindings) {
      return RecordedEdges.of(rollout)
          .map(recorded -> new EdgeWeights(rollout, recorded, auditFindings));
    }

    /// Checks all ticks.
    ///
    /// @param differing by agent, the ticks at which the recorded outputs differ from the computed
    ///   ones: another network acted there, or it saw something else
    void look(
        List<BitSet> differing,
        EdgeIntrospection plain,
        List<EdgeIntrospection> nudged,
        Cancellation cancellation) {
      for (int tick = 0; tick < rollout.ticks(); tick++) {
        cancellation.throwIfCancelled();
        tick(tick, differing, plain, nudged);
      }
      auditFindings.remark(
          wording(
              "EdgeParity.stored_weights_between_agents_against",
              NumberWords.significant(most, 2)));
    }

    private void tick(
        int tick, List<BitSet> differing, EdgeIntrospection plain, List<EdgeIntrospection> nudged) {
      ObservedNeighbours seen = recorded.seen();
      byte[] removed = seen.removed(tick);
      EdgeTrace storedEdges = recorded.at(tick);
      EdgeTrace right = plain.look(seen.observation(tick), removed);
      if (storedEdges.layers() != right.layers() || storedEdges.heads() != right.heads()) {
        auditFindings.leftOut("weight", 1, wording("EdgeParity.the_recording_stores_other_layers"));
        return;
      }
      List<EdgeTrace> around = new ArrayList<>();
      for (int agent = 0; agent < seen.agents(); agent++) {
        if (removed[agent] != 0 || differing.get(agent).get(tick)) {
          continue;
        }
        for (int layer = 0; layer < right.layers(); layer++) {
          for (int head = 0; head < right.heads(); head++) {
            double[] stored = row(storedEdges, layer, head, agent);
            double[] computed = row(right, layer, head, agent);
            auditFindings.compared("weight", stored.length);
            double off = apart(stored, computed);
            most = Math.max(most, off);
            if (off > slack(0)) {
              if (around.isEmpty()) {
                nudged.forEach(
                    network -> around.add(network.look(seen.observation(tick), removed)));
              }
              double effect = effect(around, computed, layer, head, agent);
              if (!(off <= slack(effect))) {
                wrong(tick, agent, layer, head, stored, computed, slack(effect));
              }
            }
          }
        }
      }
    }

    private static double[] row(EdgeTrace trace, int layer, int head, int agent) {
      double[] row = new double[trace.rows() + 1];
      for (int i = 0; i < row.length; i++) {
        row[i] = trace.weight(layer, head, agent, i);
      }
      return row;
    }

    private static double apart(double[] one, double[] other) {
      double apart = 0;
      for (int i = 0; i < one.length; i++) {
        double off = Math.abs(one[i] - other[i]);
        apart = Math.max(apart, Double.isNaN(off) ? Double.POSITIVE_INFINITY : off);
      }
      return apart;
    }

    private static double effect(
        List<EdgeTrace> around, double[] computed, int layer, int head, int agent) {
      return around.stream()
          .mapToDouble(trace -> apart(row(trace, layer, head, agent), computed))
          .max()
          .orElse(0);
    }

    /// The rounding error of a weight, which is at most 1.
    private double slack(double effect) {
      return Math.max(Tolerance.FLOOR, Tolerance.MARGIN * effect) + (half ? HALF : 0);
    }

    private void wrong(
        int tick,
        int agent,
        int layer,
        int head,
        double[] stored,
        double[] computed,
        double slack) {
      int first = 0;
      while (Math.abs(stored[first] - computed[first]) <= slack) {
        first++;
      }
      double[] sortedStored = stored.clone();
      double[] sortedComputed = computed.clone();
      Arrays.sort(sortedStored);
      Arrays.sort(sortedComputed);
      boolean exchanged = apart(sortedStored, sortedComputed) <= slack;
      auditFindings.add(
          tick,
          agent,
          wording("EdgeParity.edges_layer_head_row").formatted(layer, head + 1, first),
          Math.abs(stored[first] - computed[first]),
          exchanged
              ? wording("EdgeParity.the_stored_weights_are_those_of")
              : wording("EdgeParity.the_stored_weight_is_not_what"));
    }
  }
}
