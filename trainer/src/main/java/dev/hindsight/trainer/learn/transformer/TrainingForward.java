package dev.hindsight.trainer.learn.transformer;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.learn.net.Encoder;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.SegmentForward;

/// The form used to learn: every tick of every segment at once.
final class TrainingForward implements SegmentForward {
  private final TransformerNetwork network;
  private final SegmentAttention attention;

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
    this.attention = new SegmentAttention(network.body(), manager, probe, attentionIntervention);
  }

  @Override
  public LogitsAndValues run(NamedWeights namedWeights, SegmentBatch batch) {
    return run(network.encoder().learning(namedWeights), namedWeights, batch);
  }

  /// The same with a bound encoder, without gradients, for read-only uses.
  LogitsAndValues run(Encoder.Encoding encoding, NamedWeights namedWeights, SegmentBatch batch) {
    NDArray residual = attention.residual(encoding, namedWeights, batch);
    return network.heads(
        residual, network.criticOnly(batch.observation()).map(batch::chosen), namedWeights);
  }

  @Override
  public void close() {
    attention.close();
  }
}
