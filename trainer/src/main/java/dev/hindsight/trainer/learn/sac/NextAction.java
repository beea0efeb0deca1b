package dev.hindsight.trainer.learn.sac;

import ai.djl.ndarray.NDArray;
import dev.hindsight.trainer.learn.net.GaussianHead;
import dev.hindsight.trainer.learn.net.GaussianHead.TanhDraw;
import dev.hindsight.trainer.learn.net.GroupActors.GroupOutputs;
import dev.hindsight.trainer.learn.net.HostArray;
import dev.hindsight.trainer.learn.replay.ReplayBatch;
import dev.hindsight.trainer.learn.replay.StepSizes;
import java.util.Optional;

/// What a group does next.
///
/// @param action `[N, M * k]`, the drawn one; not read for discrete actions
record NextAction(NDArray action, ActionDistribution distribution) {
  /// @param outputs of the actors
  /// @param noise `[N * M, k]` to draw with; empty for discrete actions
  static NextAction of(
      ReplayBatch batch, StepSizes sizes, GroupOutputs outputs, Optional<HostArray> noise) {
    return noise
        .map(HostArray::onDevice)
        .map(numbers -> {
          TanhDraw drawn = GaussianHead.tanhDraw(outputs.logits(), numbers);
          return new NextAction(
              drawn.action().reshape(batch.steps(), -1),
              ActionDistribution.drawn(drawn.logDensity(), sizes.members()));
        })
        .orElseGet(() ->
            new NextAction(
                batch.action(), ActionDistribution.every(outputs.logits(), sizes.members())));
  }
}
