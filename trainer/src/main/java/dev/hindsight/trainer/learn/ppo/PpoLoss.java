package dev.hindsight.trainer.learn.ppo;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.types.DataType;
import dev.hindsight.trainer.learn.net.GaussianHead;
import dev.hindsight.trainer.learn.net.Layers;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.ppo.MinibatchLoader.Minibatch;

/// The parts of a minibatch's loss: the clipped surrogate loss with a clipped value loss and an
/// entropy bonus.
///
/// ```
/// policy  = sum w max(-A ratio, -A clip(ratio, 1 -+ c))
/// value   = sum w max((V - R)^2, (V_old + clip(V - V_old, -+ c_v) - R)^2) / 2
/// loss    = policy + k_v value - sum w k_e H
/// ```
///
/// where H is the entropy of the softmax of the logits, or of a [GaussianHead] where actions are
/// numbers, and w gives every tick outside limbo the same share, and ticks in limbo none.
///
/// @param total what is minimised; a scalar, like the next three
/// @param policy the clipped surrogate
/// @param value half the squared error of the values
/// @param entropy mean entropy of the policy
/// @param logRatio `[N]`, new log-probability minus that of the policy clipped around; 0 in limbo
/// @param values `[N]`, new values
record PpoLoss(
    NDArray total,
    NDArray policy,
    NDArray value,
    NDArray entropy,
    NDArray logRatio,
    NDArray values) {
  /// Computes it.
  static PpoLoss of(LogitsAndValues outputs, Minibatch batch, PpoConfig config) {
    NDArray logProb;
    NDArray entropies;
    if (batch.drawn().isPresent()) {
      logProb = GaussianHead.logDensity(outputs.logits(), batch.drawn().get());
      entropies = GaussianHead.entropy(outputs.logits());
    } else {
      NDArray logProbs = batch.masked(outputs.logits()).logSoftmax(-1);
      logProb = logProbs.gather(batch.action(), 1).squeeze(1);
      entropies = logProbs.exp().mul(logProbs).sum(new int[] {1}).neg();
    }
    // What stands for the action in limbo may have any density: an infinite ratio times 0 is NaN.
    NDArray live = batch.weight().neq(0).toType(DataType.FLOAT32, false);
    NDArray logRatio = logProb.sub(batch.logProb()).mul(live);

    NDArray ratio = logRatio.exp();
    float least = (float) (1 - config.clip());
    float most = (float) (1 + config.clip());
    NDArray gain = batch.advantage().mul(ratio);
    NDArray clipped = batch.advantage().mul(ratio.clip(least, most));
    NDArray policy = NDArrays.minimum(gain, clipped).mul(batch.weight()).sum().neg();

    NDArray error = outputs.values().sub(batch.returns()).square();
    if (Double.isFinite(config.valueClip())) {
      float reach = (float) config.valueClip();
      NDArray near =
          outputs.values().sub(batch.oldValue()).clip(-reach, reach).add(batch.oldValue());
      error = NDArrays.maximum(error, near.sub(batch.returns()).square());
    }
    NDArray value = Layers.scaled(error.mul(batch.weight()).sum(), 0.5);

    NDArray entropy = entropies.mul(batch.weight()).sum();
    NDArray bonus = entropies.mul(batch.weight()).mul(batch.entropyWeight()).sum();
    NDArray total = policy.add(Layers.scaled(value, config.valueCoefficient())).sub(bonus);
    return new PpoLoss(total, policy, value, entropy, logRatio, outputs.values());
  }
}
