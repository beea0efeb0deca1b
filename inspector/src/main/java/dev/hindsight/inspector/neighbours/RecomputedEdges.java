package dev.hindsight.inspector.neighbours;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.EdgeIntrospection;
import dev.hindsight.trainer.attention.EdgeTrace;
import dev.hindsight.trainer.attention.ObservedNeighbours;
import dev.hindsight.trainer.attention.RecordedEdges;
import dev.hindsight.trainer.attention.RecordedShape;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.CheckpointFinder;
import dev.hindsight.trainer.parity.Arithmetic;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.run.ledger.RunLedger;
import java.nio.file.Path;
import java.util.Optional;

/// What a recording holds of some ticks against the same computed anew from its checkpoint, by the
/// code the network learns with.
///
/// @param weights largest difference of a weight; 0 where none were recorded
/// @param logits largest difference of a logit; 0 where none were recorded
/// @param ticks compared
/// @param held what was recorded to compare with
record RecomputedEdges(double weights, double logits, int ticks, RecordedData held) {
  /// What rounding in another order can do, and no other weights would leave.
  private static final double ROUNDING = 1e-4;

  /// What a recording holds of how its policy acted.
  enum RecordedData {
    /// Weights of edges, and perhaps logits.
    WEIGHTS,
    /// Logits alone.
    LOGITS,
    /// Neither: nothing can be compared.
    NOTHING
  }

  /// The network that acted, opened to be looked into; to be closed. Reads files.
  ///
  /// @throws Problem if the checkpoint is not found, or is of another kind
  static EdgeIntrospection network(Rollout rollout) {
    Path file =
        CheckpointFinder.find(rollout, RunLedger.ofUser())
            .orElseThrow(() ->
                new Problem(
                    "its checkpoint is not found here",
                    rollout.manifest().policy().checkpointName(),
                    "put the file beside the recording"));
    return BuiltInPolicies.edges(file, RecordedShape.of(rollout), Arithmetic.PLAIN)
        .orElseThrow(() ->
            new Problem(
                "the policy does not attend to neighbours",
                String.valueOf(file.getFileName()),
                "record with a graph policy"));
  }

  /// Reads files and computes: for a background thread.
  ///
  /// @param from first of the ticks
  /// @param step ticks from one that is compared to the next
  /// @throws Problem if the checkpoint is not found or does not fit
  static RecomputedEdges of(Rollout rollout, ObservedNeighbours seen, int from, int to, int step) {
    try (EdgeIntrospection network = network(rollout)) {
      return compare(seen, RecordedEdges.of(rollout), network, from, to, step);
    }
  }

  static RecomputedEdges compare(
      ObservedNeighbours seen,
      Optional<RecordedEdges> recorded,
      EdgeIntrospection network,
      int from,
      int to,
      int step) {
    double weights = 0;
    double logits = 0;
    int ticks = 0;
    for (int tick = from; tick < to; tick += step) {
      EdgeTrace anew = look(seen, network, tick);
      if (recorded.isPresent()) {
        weights = Math.max(weights, recorded.get().at(tick).apart(anew));
      }
      logits = Math.max(logits, EdgeTrace.apart(seen.logits(tick), anew.logits()));
      ticks++;
    }
    boolean acted = ticks > 0 && seen.logits(from).length > 0;
    RecordedData recordedData =
        recorded.isPresent()
            ? RecordedData.WEIGHTS
            : acted ? RecordedData.LOGITS : RecordedData.NOTHING;
    return new RecomputedEdges(weights, logits, ticks, recordedData);
  }

  /// A tick computed anew.
  static EdgeTrace look(ObservedNeighbours seen, EdgeIntrospection network, int tick) {
    return network.look(seen.observation(tick), seen.removed(tick));
  }

  boolean holds() {
    return Math.max(weights, logits) <= ROUNDING;
  }

  /// For people.
  String words() {
    String other = holds() ? "" : " These are not the recorded policy's weights.";
    return switch (held) {
      case WEIGHTS ->
          "Computed again: weights within "
              + number(weights)
              + ", logits within "
              + number(logits)
              + " ("
              + ticks
              + " ticks)."
              + other;
      case LOGITS ->
          "Not recorded, computed now: logits within "
              + number(logits)
              + " of what acted ("
              + ticks
              + " ticks)."
              + other;
      case NOTHING -> "Not recorded, computed now: there is nothing to compare it with.";
    };
  }

  private static String number(double difference) {
    return NumberWords.significant(difference, 2);
  }
}
