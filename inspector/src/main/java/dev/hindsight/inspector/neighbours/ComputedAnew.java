package dev.hindsight.inspector.neighbours;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.EdgeIntrospection;
import dev.hindsight.trainer.attention.EdgeTrace;
import dev.hindsight.trainer.attention.RecordedEdges;
import dev.hindsight.trainer.attention.RecordedShape;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.RecordedCheckpoint;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.run.Ledger;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/// What a recording holds of a tick against the same computed anew from its checkpoint, by the code
/// the network learns with.
///
/// @param weights largest difference of a weight
/// @param logits largest difference of a logit
/// @param ticks compared
record ComputedAnew(double weights, double logits, int ticks) {
  /// What rounding in another order can do, and no other weights would leave.
  private static final double ROUNDING = 1e-4;

  /// Reads files and computes: for a background thread.
  ///
  /// @param from first of the ticks
  /// @param step ticks from one that is compared to the next
  /// @throws Problem if the checkpoint is not found or does not fit
  static ComputedAnew of(Rollout rollout, RecordedEdges edges, int from, int to, int step) {
    Path file =
        RecordedCheckpoint.find(rollout, Ledger.ofUser())
            .orElseThrow(() ->
                new Problem(
                    "its checkpoint is not found here",
                    rollout.manifest().policy().checkpointName(),
                    "put the file beside the recording"));
    try (EdgeIntrospection network =
        BuiltInPolicies.edges(file, RecordedShape.of(rollout))
            .orElseThrow(() ->
                new Problem(
                    "the policy does not look at neighbours",
                    String.valueOf(file.getFileName()),
                    "record with a graph policy"))) {
      return compare(rollout, edges, network, from, to, step);
    }
  }

  static ComputedAnew compare(
      Rollout rollout, RecordedEdges edges, EdgeIntrospection network, int from, int to, int step) {
    ComputedAnew worst = new ComputedAnew(0, 0, 0);
    Optional<Channel> limbo = rollout.channel("removed");
    byte[] removed = new byte[rollout.manifest().agents()];
    for (int tick = from; tick < to; tick += step) {
      for (int agent = 0; agent < removed.length && limbo.isPresent(); agent++) {
        removed[agent] = (byte) limbo.get().value(tick, agent);
      }
      EdgeTrace recorded = edges.at(tick);
      EdgeTrace anew = network.look(edges.observation(tick), removed);
      worst =
          new ComputedAnew(
              Math.max(worst.weights, recorded.apart(anew)),
              Math.max(worst.logits, EdgeTrace.apart(recorded.logits(), anew.logits())),
              worst.ticks + 1);
    }
    return worst;
  }

  boolean holds() {
    return Math.max(weights, logits) <= ROUNDING;
  }

  /// For people.
  String words() {
    return String.format(
        Locale.ROOT,
        "Computed anew from the checkpoint: largest difference of a weight %.1e, of a logit %.1e"
            + " (%d ticks).",
        weights,
        logits,
        ticks);
  }
}
