package dev.hindsight.inspector.patch;

import dev.hindsight.inspector.version.VersionComparison;
import dev.hindsight.inspector.version.VersionMeasure;
import dev.hindsight.inspector.version.VersionOutputs;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.BuiltInPolicies;
import dev.hindsight.trainer.learn.CheckpointFinder;
import dev.hindsight.trainer.learn.OpenedPolicy;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.parity.Outputs;
import dev.hindsight.trainer.record.ActivationPatch;
import dev.hindsight.trainer.record.PatchSweep;
import dev.hindsight.trainer.record.TeacherForcing;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TickAddress;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A sweep of patches of one tick, read as outputs next to each other. Immutable.
///
/// @param rollout the recording
/// @param agent whose activations
/// @param sweep every layer and source tick of the episode
record PatchReading(Rollout rollout, int agent, PatchSweep sweep) {
  /// Runs the sweep of a tick over its episode. For a background thread.
  ///
  /// @throws Problem if the checkpoint is not found, or has no layers to patch
  static PatchReading of(
      Rollout rollout, int agent, int tick, Progress progress, Cancellation cancellation) {
    try (OpenedPolicy opened = open(rollout)) {
      return new PatchReading(
          rollout,
          agent,
          PatchSweep.of(
              rollout,
              opened.policy(),
              agent,
              tick,
              TickAddress.episodeAt(rollout.trials(), rollout.ticks(), tick),
              progress,
              cancellation));
    }
  }

  /// What one patch of the sweep changes at later ticks. For a background thread.
  LaterEffect later(int source, int layer, Progress progress, Cancellation cancellation) {
    try (OpenedPolicy opened = open(rollout)) {
      ActivationPatch.Effect effect =
          new ActivationPatch(
                  agent, List.of(new ActivationPatch.Place(source, sweep.tick(), layer)))
              .apply(
                  rollout,
                  rollout,
                  opened.policy(),
                  new Span(sweep.tick(), sweep.sources().to()),
                  progress,
                  cancellation);
      return LaterEffect.of(LaterEffect.compare(rollout, agent, effect), sweep.tick());
    }
  }

  private static OpenedPolicy open(Rollout rollout) {
    Path file =
        CheckpointFinder.find(rollout, RunLedger.ofUser())
            .orElseThrow(() -> CheckpointFinder.missing(rollout));
    return BuiltInPolicies.open(file.toString(), TeacherForcing.shapeOf(rollout));
  }

  /// Three versions of the output at the patched tick: as recorded, patched, and what the policy
  /// put out at the source tick.
  VersionComparison outputs(int source, int layer) {
    int row = source - sweep.sources().from();
    return new VersionComparison(
        rollout,
        agent,
        List.of(at(sweep.without(), 0), at(sweep.layers().get(layer), row), at(sweep.own(), row)));
  }

  private VersionOutputs at(Outputs outputs, int row) {
    int width = outputs.actions();
    return new VersionOutputs(
        "",
        "",
        Span.at(sweep.tick()),
        new Outputs(
            Arrays.copyOfRange(outputs.logits(), row * width, (row + 1) * width),
            new float[] {outputs.values()[row]}),
        Optional.empty(),
        sweep.bound());
  }

  /// One number of every layer and source tick, `[L + 1][n]`; NaN for sources in limbo.
  float[][] matrix(VersionMeasure measure) {
    Limbo limbo = new Limbo(rollout);
    Span sources = sweep.sources();
    float[][] rows = new float[sweep.layers().size()][sources.ticks()];
    for (int layer = 0; layer < rows.length; layer++) {
      for (int tick = sources.from(); tick < sources.to(); tick++) {
        rows[layer][tick - sources.from()] =
            limbo.at(tick, agent)
                ? Float.NaN
                : (float)
                    outputs(tick, layer).at(measure, VersionComparison.BEFORE, 1, sweep.tick());
      }
    }
    return rows;
  }
}
