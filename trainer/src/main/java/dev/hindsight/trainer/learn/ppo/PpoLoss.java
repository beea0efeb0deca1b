package dev.hindsight.trainer.learn.ppo;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import dev.hindsight.trainer.learn.net.Layers;
import dev.hindsight.trainer.learn.net.LogitsAndValues;

/// The clipped surrogate loss (Schulman et al., "Proximal Policy Optimization Algorithms", 2017)
/// with a clipped value loss and an entropy bonus:
///
/// ```
/// policy  = sum w max(-A ratio, -A clip(ratio, 1 -+ c))
/// value   = sum w max((V - R)^2, (V_old + clip(V - V_old, -+ c_v) - R)^2) / 2
/// loss    = policy + k_v value - sum w k_e H
/// ```
///
/// where w shares every mean among the ticks outside limbo.
///
/// @param total what is minimised, a scalar as the others
/// @param policy the first line
/// @param value the second line
/// @param entropy `sum w H`
/// @param logRatio `[N]`, new log-probability less the old
/// @param values `[N]`, new values
record PpoLoss(
    NDArray total,
    NDArray policy,
    NDArray value,
    NDArray entropy,
    NDArray logRatio,
    NDArray values) {

  static PpoLoss of(LogitsAndValues logitsAndValues, Minibatch batch, PpoConfig config) {
    NDArray logProbs = logitsAndValues.logits().logSoftmax(-1);
    NDArray logRatio = logProbs.gather(batch.action(), 1).squeeze(1).sub(batch.logProb());
    NDArray each = logProbs.exp().mul(logProbs).sum(new int[] {1}).neg();
    NDArray policy = policy(logRatio.exp(), batch, config.clip());
    NDArray value = value(logitsAndValues.values(), batch, config.valueClip());
    NDArray entropy = each.mul(batch.weight()).sum();
    NDArray bonus = each.mul(batch.weight()).mul(batch.entropyWeight()).sum();
    NDArray total = policy.add(Layers.scaled(value, config.valueCoefficient())).sub(bonus);
    return new PpoLoss(total, policy, value, entropy, logRatio, logitsAndValues.values());
  }

  private static NDArray policy(NDArray ratio, Minibatch batch, double clip) {
    NDArray gain = batch.advantage().mul(ratio);
    NDArray clipped = batch.advantage().mul(ratio.clip((float) (1 - clip), (float) (1 + clip)));
    return NDArrays.minimum(gain, clipped).mul(batch.weight()).sum().neg();
  }

  private static NDArray value(NDArray values, Minibatch batch, double clip) {
    NDArray error = values.sub(batch.returns()).square();
    if (Double.isFinite(clip)) {
      NDArray near =
          values.sub(batch.oldValue()).clip((float) -clip, (float) clip).add(batch.oldValue());
      error = NDArrays.maximum(error, near.sub(batch.returns()).square());
    }
    return Layers.scaled(error.mul(batch.weight()).sum(), 0.5);
  }
}
