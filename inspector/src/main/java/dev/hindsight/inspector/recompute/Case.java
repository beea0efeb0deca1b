package dev.hindsight.inspector.recompute;

import dev.hindsight.trainer.attention.Passage;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.Tolerance;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/// A recording, the network that should have put out what is in it, and what was put out instead.
/// One owner thread.
final class Case {
  /// Numbers of right outputs that are kept.
  private static final int KEPT = 1 << 24;

  /// Of the ticks that differ: a hypothesis that leaves more of them is not looked at any closer.
  private static final double LEFT = 0.25;

  /// Ticks that may be left besides, where a state tips.
  private static final int STRAY = 3;

  /// Times the tolerance of what is right, for that first look.
  private static final double WIDE = 4;

  private final Rollout rollout;
  private final Recomputer network;
  private final Target target;
  private final Cancellation cancellation;
  private final Map<Integer, Passage> passages = new HashMap<>();
  private final Map<Asked, Outputs> right;
  private int kept;

  private record Asked(int agent, Span span, int nudge) {}

  /// What was put out.
  @FunctionalInterface
  interface Target {
    /// Over a span; a number for each logit and each value.
    Outputs of(int agent, Span span);
  }

  Case(Rollout rollout, Recomputer network, Target target, Cancellation cancellation) {
    this.rollout = rollout;
    this.network = network;
    this.target = target;
    this.cancellation = cancellation;
    this.right = new LinkedHashMap<>();
  }

  Rollout rollout() {
    return rollout;
  }

  Recomputer network() {
    return network;
  }

  int agents() {
    return rollout.manifest().agents();
  }

  Passage passage(int agent) {
    return passages.computeIfAbsent(agent, who -> Passage.of(rollout, who));
  }

  /// What was put out.
  Outputs target(int agent, Span span) {
    return target.of(agent, span);
  }

  /// What should have been put out.
  Outputs right(int agent, Span span, int nudge) {
    Asked asked = new Asked(agent, span, nudge);
    Outputs known = right.get(asked);
    if (known != null) {
      return known;
    }
    Outputs fresh = network.of(Premise.RIGHT, agent, span, nudge);
    int size = fresh.logits().length + fresh.values().length;
    if (kept + size > KEPT) {
      right.clear();
      kept = 0;
    }
    kept += size;
    right.put(asked, fresh);
    return fresh;
  }

  /// Whether a hypothesis predicts what was put out in a segment, and does so better than the right
  /// outputs do.
  ///
  /// @param until tick of the recording up to which it is looked at
  boolean holds(Hypothesis hypothesis, Discrepancy discrepancy, int until) {
    cancellation.throwIfCancelled();
    int agent = discrepancy.agent();
    Span segment = discrepancy.segment();
    int to = hypothesis.causal() ? Math.min(until, segment.to()) : segment.to();
    Span span = new Span(segment.from(), to);
    Passage passage = judged(hypothesis, agent, span);
    Outputs wanted = target(agent, span);
    Outputs predicted = hypothesis.predict(this, agent, span, 0);
    if (predicted.actions() != wanted.actions()) {
      return false;
    }
    Outputs.Apart apart = predicted.apart(wanted, passage, Tolerance.floor(predicted));
    if (apart.nowhere()) {
      return true;
    }
    Tolerance wide = discrepancy.tolerance().part(0, span.ticks()).times(WIDE);
    int left = predicted.apart(wanted, passage, wide).ticks().cardinality();
    if (left > STRAY + LEFT * discrepancy.apart().ticks().cardinality()) {
      return false;
    }
    Tolerance tolerance = Tolerance.floor(predicted);
    for (int nudges : network.nudges()) {
      tolerance = tolerance(hypothesis, agent, span, predicted, nudges);
      apart = predicted.apart(wanted, passage, tolerance);
      if (apart.nowhere()) {
        break;
      }
    }
    return apart.nowhere()
        // Where rounding could do it all, nothing is explained.
        && !right(agent, span, 0).apart(wanted, passage, tolerance).nowhere();
  }

  private Tolerance tolerance(
      Hypothesis hypothesis, int agent, Span span, Outputs predicted, int nudges) {
    return Tolerance.measured(
        predicted,
        IntStream.rangeClosed(1, nudges)
            .mapToObj(nudge -> hypothesis.predict(this, agent, span, nudge))
            .toList());
  }

  /// Ticks a hypothesis says nothing of count as limbo does.
  private Passage judged(Hypothesis hypothesis, int agent, Span span) {
    Passage part = passage(agent).part(span);
    byte[] out = part.removed().clone();
    for (int t = 0; t < out.length; t++) {
      out[t] = hypothesis.knows(this, agent, span.from() + t) ? out[t] : 1;
    }
    return new Passage(part.terminal(), part.truncation(), out);
  }

  /// The first tick at which what a hypothesis predicts differs from what was put out, or the
  /// span's end.
  int firstApart(Hypothesis hypothesis, int agent, Span span) {
    cancellation.throwIfCancelled();
    Outputs predicted = hypothesis.predict(this, agent, span, 0);
    Outputs wanted = target(agent, span);
    Passage passage = judged(hypothesis, agent, span);
    if (predicted.apart(wanted, passage, Tolerance.floor(predicted)).nowhere()) {
      return span.to();
    }
    Outputs.Apart apart = predicted.apart(wanted, passage, Tolerance.floor(predicted));
    for (int nudges : network.nudges()) {
      apart =
          apart.nowhere()
              ? apart
              : predicted.apart(
                  wanted, passage, tolerance(hypothesis, agent, span, predicted, nudges));
    }
    return apart.nowhere() ? span.to() : span.from() + apart.first().tick();
  }
}
