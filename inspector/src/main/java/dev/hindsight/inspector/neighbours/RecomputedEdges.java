package dev.hindsight.inspector.neighbours;

import static dev.hindsight.inspector.text.InspectorText.wording;

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

/// Compares what a recording stores for some ticks with the same outputs recomputed from its
/// checkpoint, by the network's training form.
///
/// @param weights largest difference of a weight; 0 if none are stored
/// @param logits largest difference of a logit; 0 if none are stored
/// @param ticks number of ticks compared
/// @param held what the recording stores
record RecomputedEdges(double weights, double logits, int ticks, RecordedData held) {
  /// The largest difference that rounding in another order can cause; other weights cause a larger
  /// one.
  private static final double ROUNDING = 1e-4;

  /// What a recording stores of its policy's computation.
  enum RecordedData {
    /// Weights of edges, and perhaps logits.
    WEIGHTS,
    /// Logits only.
    LOGITS,
    /// Neither: nothing can be compared.
    NOTHING
  }

  /// Opens the network that acted for introspection; the caller closes it. Reads files.
  ///
  /// @throws Problem if the checkpoint is not found, or is of another kind
  static EdgeIntrospection network(Rollout rollout) {
    Path file =
        CheckpointFinder.find(rollout, RunLedger.ofUser())
            .orElseThrow(() -> CheckpointFinder.missing(rollout));
    return network(rollout, file);
  }

  /// The same for a given checkpoint.
  static EdgeIntrospection network(Rollout rollout, Path file) {
    return BuiltInPolicies.edges(file, RecordedShape.of(rollout), Arithmetic.PLAIN)
        .orElseThrow(() ->
            new Problem(
                wording("RecomputedEdges.the_policy_does_not_attend_to"),
                String.valueOf(file.getFileName()),
                wording("RecomputedEdges.record_with_a_graph_policy")));
  }

  /// The neighbours that the agents of a recording saw.
  ///
  /// @throws Problem if its observations do not name them
  static ObservedNeighbours neighbours(Rollout rollout) {
    return ObservedNeighbours.of(rollout)
        .orElseThrow(() ->
            new Problem(
                wording("RecomputedEdges.its_observations_name_no_neighbours"),
                rollout.file().toString(),
                wording("RecomputedEdges.record_with_a_graph_policy")));
  }

  /// Reads files and computes: for a background thread.
  ///
  /// @param from the first tick to compare
  /// @param step ticks between two compared ones
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
      EdgeTrace recomputed = look(seen, network, tick);
      if (recorded.isPresent()) {
        weights = Math.max(weights, recorded.get().at(tick).apart(recomputed));
      }
      logits = Math.max(logits, EdgeTrace.apart(seen.logits(tick), recomputed.logits()));
      ticks++;
    }
    boolean acted = ticks > 0 && seen.logits(from).length > 0;
    RecordedData recordedData =
        recorded.isPresent()
            ? RecordedData.WEIGHTS
            : acted ? RecordedData.LOGITS : RecordedData.NOTHING;
    return new RecomputedEdges(weights, logits, ticks, recordedData);
  }

  /// Recomputes a tick.
  static EdgeTrace look(ObservedNeighbours seen, EdgeIntrospection network, int tick) {
    return network.look(seen.observation(tick), seen.removed(tick));
  }

  boolean holds() {
    return Math.max(weights, logits) <= ROUNDING;
  }

  /// A description for users.
  String words() {
    String other = holds() ? "" : wording("RecomputedEdges.these_are_not_the_recorded_policys");
    return switch (held) {
      case WEIGHTS ->
          wording(
              "RecomputedEdges.computed_again_weights_within_logits",
              number(weights),
              number(logits),
              ticks,
              other);
      case LOGITS ->
          wording("RecomputedEdges.not_recorded_computed_now_logits", number(logits), ticks, other);
      case NOTHING -> wording("RecomputedEdges.not_recorded_computed_now_there");
    };
  }

  private static String number(double difference) {
    return NumberWords.significant(difference, 2);
  }
}
