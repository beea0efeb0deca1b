package dev.hindsight.inspector.recompute;

import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.parity.Tolerance;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/// A recording, the network that should have produced its outputs, and the outputs it actually has.
/// One owner thread.
final class DiscrepancyCase {
  /// The most correct outputs, in numbers, that are cached.
  private static final int KEPT = 1 << 24;

  /// The share of differing ticks that a hypothesis may leave unexplained before it is dropped at
  /// first sight.
  private static final double LEFT = 0.25;

  /// Further ticks that may stay unexplained, where a recurrent state tips.
  private static final int STRAY = 3;

  /// The factor by which the first check widens the tolerance.
  private static final double WIDE = 4;

  private final Rollout rollout;
  private final Recomputer network;
  private final ActualOutputs actualOutputs;
  private final Cancellation cancellation;
  private final Map<Integer, EpisodeFlags> passages = new HashMap<>();
  private final Map<Key, Outputs> right;
  private int kept;

  private record Key(int agent, Span span, int nudge) {}

  /// The actual outputs.
  @FunctionalInterface
  interface ActualOutputs {
    /// The outputs over a span; a number for each logit and each value.
    Outputs of(int agent, Span span);
  }

  DiscrepancyCase(
      Rollout rollout, Recomputer network, ActualOutputs actualOutputs, Cancellation cancellation) {
    this.rollout = rollout;
    this.network = network;
    this.actualOutputs = actualOutputs;
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

  EpisodeFlags passage(int agent) {
    return passages.computeIfAbsent(agent, who -> EpisodeFlags.of(rollout, who));
  }

  /// The actual outputs over a span.
  Outputs target(int agent, Span span) {
    return actualOutputs.of(agent, span);
  }

  /// The correct outputs over a span.
  Outputs right(int agent, Span span, int nudge) {
    Key key = new Key(agent, span, nudge);
    Outputs known = right.get(key);
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
    right.put(key, fresh);
    return fresh;
  }

  /// Whether a hypothesis predicts the actual outputs of a segment, and does so better than the
  /// correct outputs do.
  ///
  /// @param until the tick of the recording up to which to compare
  boolean holds(Hypothesis hypothesis, Discrepancy discrepancy, int until) {
    cancellation.throwIfCancelled();
    int agent = discrepancy.agent();
    Span segment = discrepancy.segment();
    int to = hypothesis.causal() ? Math.min(until, segment.to()) : segment.to();
    Span span = new Span(segment.from(), to);
    EpisodeFlags episodeFlags = judged(hypothesis, agent, span);
    Outputs wanted = target(agent, span);
    Outputs predicted = hypothesis.predict(this, agent, span, 0);
    if (predicted.actions() != wanted.actions()) {
      return false;
    }
    Outputs.OutOfTolerance outOfTolerance =
        predicted.apart(wanted, episodeFlags, Tolerance.floor(predicted));
    if (outOfTolerance.nowhere()) {
      return true;
    }
    Tolerance wide = discrepancy.tolerance().part(0, span.ticks()).times(WIDE);
    int left = predicted.apart(wanted, episodeFlags, wide).ticks().cardinality();
    if (left > STRAY + LEFT * discrepancy.apart().ticks().cardinality()) {
      return false;
    }
    Tolerance tolerance = Tolerance.floor(predicted);
    for (int nudges : network.nudges()) {
      tolerance = tolerance(hypothesis, agent, span, predicted, nudges);
      outOfTolerance = predicted.apart(wanted, episodeFlags, tolerance);
      if (outOfTolerance.nowhere()) {
        break;
      }
    }
    return outOfTolerance.nowhere()
        // Where rounding could explain everything, a hypothesis explains nothing.
        && !right(agent, span, 0).apart(wanted, episodeFlags, tolerance).nowhere();
  }

  private Tolerance tolerance(
      Hypothesis hypothesis, int agent, Span span, Outputs predicted, int nudges) {
    return Tolerance.measured(
        predicted,
        IntStream.rangeClosed(1, nudges)
            .mapToObj(nudge -> hypothesis.predict(this, agent, span, nudge))
            .toList());
  }

  /// Treats ticks that a hypothesis cannot predict like limbo.
  private EpisodeFlags judged(Hypothesis hypothesis, int agent, Span span) {
    EpisodeFlags part = passage(agent).part(span);
    byte[] out = part.removed().clone();
    for (int t = 0; t < out.length; t++) {
      out[t] = hypothesis.knows(this, agent, span.from() + t) ? out[t] : 1;
    }
    return new EpisodeFlags(part.ended(), part.truncation(), out);
  }

  /// The first tick at which a hypothesis' prediction differs from the actual outputs, or the
  /// span's end.
  int firstApart(Hypothesis hypothesis, int agent, Span span) {
    cancellation.throwIfCancelled();
    Outputs predicted = hypothesis.predict(this, agent, span, 0);
    Outputs wanted = target(agent, span);
    EpisodeFlags episodeFlags = judged(hypothesis, agent, span);
    if (predicted.apart(wanted, episodeFlags, Tolerance.floor(predicted)).nowhere()) {
      return span.to();
    }
    Outputs.OutOfTolerance outOfTolerance =
        predicted.apart(wanted, episodeFlags, Tolerance.floor(predicted));
    for (int nudges : network.nudges()) {
      outOfTolerance =
          outOfTolerance.nowhere()
              ? outOfTolerance
              : predicted.apart(
                  wanted, episodeFlags, tolerance(hypothesis, agent, span, predicted, nudges));
    }
    return outOfTolerance.nowhere() ? span.to() : span.from() + outOfTolerance.first().tick();
  }
}
