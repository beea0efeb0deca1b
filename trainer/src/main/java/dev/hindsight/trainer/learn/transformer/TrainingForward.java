package dev.hindsight.trainer.learn.transformer;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.index.NDIndex;
import dev.hindsight.trainer.learn.net.Encoder;
import dev.hindsight.trainer.learn.net.Layers;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.SegmentForward;

/// The form used to learn: every tick of every segment at once, under a mask. Gradients flow.
final class TrainingForward implements SegmentForward {
  private final TransformerNetwork network;
  private final TransformerSpec spec;
  private final Probe probe;
  private final AttentionIntervention attentionIntervention;
  private final NDArray positions;

  TrainingForward(TransformerNetwork network, NDManager manager, Probe probe) {
    this(network, manager, probe, AttentionIntervention.NONE);
  }

  /// @param attentionIntervention with one row per tick of a segment
  TrainingForward(
      TransformerNetwork network,
      NDManager manager,
      Probe probe,
      AttentionIntervention attentionIntervention) {
    this.network = network;
    this.spec = network.spec();
    this.probe = probe;
    this.attentionIntervention = attentionIntervention;
    this.positions = network.positions(manager);
  }

  @Override
  public LogitsAndValues run(NamedWeights namedWeights, SegmentBatch batch) {
    return run(network.encoder().learning(namedWeights), namedWeights, batch);
  }

  /// The same with a bound encoder, without gradients, for read-only uses.
  LogitsAndValues run(Encoder.Encoding encoding, NamedWeights namedWeights, SegmentBatch batch) {
    NDArray mask = AttentionMask.of(batch);
    NDArray residual =
        encoding
            .encode(batch.observation())
            .reshape(batch.rows(), batch.ticks(), spec.width())
            .add(positions.get(new NDIndex("{}", batch.position())));
    probe.see(Probe.ProbedArray.RESIDUAL, -1, residual);
    for (int index = 0; index < network.layers().size(); index++) {
      TransformerLayer layer = network.layers().get(index);
      NDArray attended = attend(layer.project(residual, namedWeights), mask, batch, index);
      residual = layer.absorb(residual, attended, namedWeights);
      probe.see(Probe.ProbedArray.RESIDUAL, index, residual);
    }
    return network.heads(
        residual.reshape((long) batch.rows() * batch.ticks(), spec.width()),
        network.criticOnly(batch.observation()),
        namedWeights);
  }

  /// @param projected `[B, T, 3 * d]`
  /// @return `[B, T, d]`
  private NDArray attend(NDArray projected, NDArray mask, SegmentBatch batch, int index) {
    NDList parts = projected.split(3, 2);
    NDArray queries = Layers.scaled(heads(parts.get(0), batch), spec.queryScale());
    NDArray keys = heads(parts.get(1), batch);
    NDArray values = heads(parts.get(2), batch);
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
