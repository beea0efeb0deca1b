package dev.hindsight.trainer.learn.transformer;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import dev.hindsight.trainer.learn.net.Encoder;
import dev.hindsight.trainer.learn.net.Layers;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.ReplayedTicks;
import dev.hindsight.trainer.learn.net.SegmentBatch;

/// The blocks over whole segments: every tick of every segment at once, under a mask. Gradients
/// flow, except into keys and values of a burn-in.
final class SegmentAttention implements AutoCloseable {
  private final TransformerBody body;
  private final TransformerSpec spec;
  private final Probe probe;
  private final AttentionIntervention attentionIntervention;
  private final NDArray positions;

  /// @param attentionIntervention with one row per tick of a segment
  SegmentAttention(
      TransformerBody body,
      NDManager manager,
      Probe probe,
      AttentionIntervention attentionIntervention) {
    this.body = body;
    this.spec = body.spec();
    this.probe = probe;
    this.attentionIntervention = attentionIntervention;
    this.positions = body.positions(manager);
  }

  /// @param encoding the encoder with its weights
  /// @return `[K, d]`, the residual after the last block at the chosen ticks, or at all
  NDArray residual(Encoder.Encoding encoding, NamedWeights namedWeights, SegmentBatch batch) {
    NDArray mask = AttentionMask.of(batch);
    NDArray residual =
        encoding
            .encode(batch.observation())
            .reshape(batch.rows(), batch.ticks(), spec.width())
            .add(positions.get(new NDIndex("{}", batch.position())));
    probe.see(Probe.ProbedArray.RESIDUAL, -1, residual);
    for (int index = 0; index < body.layers().size(); index++) {
      TransformerLayer layer = body.layers().get(index);
      NDArray attended = attend(layer.project(residual, namedWeights), mask, batch, index);
      residual = layer.absorb(residual, attended, namedWeights);
      probe.see(Probe.ProbedArray.RESIDUAL, index, residual);
    }
    return batch.chosen(residual.reshape((long) batch.rows() * batch.ticks(), spec.width()));
  }

  /// @param projected `[B, T, 3 * d]`
  /// @return `[B, T, d]`
  private NDArray attend(NDArray projected, NDArray mask, SegmentBatch batch, int index) {
    NDList parts = projected.split(3, 2);
    NDArray queries = Layers.scaled(heads(parts.get(0), batch), spec.queryScale());
    NDArray keys = heads(remembered(parts.get(1), batch), batch);
    NDArray values = heads(remembered(parts.get(2), batch), batch);
    NDArray scores = queries.matMul(keys.transpose(0, 1, 3, 2)).add(mask);
    NDArray attention =
        attentionIntervention.weights(attentionIntervention.scores(scores).softmax(-1), mask);
    probe.see(Probe.ProbedArray.KEYS, index, keys);
    probe.see(Probe.ProbedArray.VALUES, index, values);
    probe.see(Probe.ProbedArray.ATTENTION, index, attention);
    NDArray outputs =
        attentionIntervention.outputs(index, attention.matMul(values)).transpose(0, 2, 1, 3);
    probe.see(Probe.ProbedArray.OUTPUTS, index, outputs);
    return outputs.reshape(batch.rows(), batch.ticks(), spec.width());
  }

  /// Keys or values, those of a burn-in without gradients.
  ///
  /// @param all `[B, T, d]`
  private static NDArray remembered(NDArray all, SegmentBatch batch) {
    int burnIn = batch.replayed().map(ReplayedTicks::burnIn).orElse(0);
    if (burnIn == 0) {
      return all;
    }
    NDArray before = all.get(new NDIndex().addAllDim().addSliceDim(0, burnIn).addAllDim());
    NDArray after =
        all.get(new NDIndex().addAllDim().addSliceDim(burnIn, batch.ticks()).addAllDim());
    return NDArrays.concat(new NDList(before.stopGradient(), after), 1);
  }

  /// From `[B, T, d]` to `[B, H, T, d / H]`.
  private NDArray heads(NDArray side, SegmentBatch batch) {
    return side.reshape(batch.rows(), batch.ticks(), spec.heads(), spec.headWidth())
        .transpose(0, 2, 1, 3);
  }

  @Override
  public void close() {
    positions.close();
  }
}
