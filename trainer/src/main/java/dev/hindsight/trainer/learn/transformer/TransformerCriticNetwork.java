package dev.hindsight.trainer.learn.transformer;

import ai.djl.ndarray.NDArray;
import dev.hindsight.trainer.learn.net.CriticHead;
import dev.hindsight.trainer.learn.net.CriticNetwork;
import dev.hindsight.trainer.learn.net.CriticOnly;
import dev.hindsight.trainer.learn.net.Encoder;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.ParameterLayout;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import java.util.List;

/// A critic with attention of its own over earlier ticks: encoder, blocks, and a value for each
/// action. The numbers of an action, and those that only the critic sees, enter behind the blocks.
public final class TransformerCriticNetwork implements CriticNetwork {
  private static final String NAME = "policy.q";

  private final TransformerBody body;
  private final CriticOnly criticOnly;
  private final int numbers;
  private final CriticHead head;

  /// @param encoder of width d
  /// @param numbers numbers of an action; 0 for discrete ones
  /// @param outputs n actions, or 1 if actions are numbers
  /// @param layers widths of the layers between blocks and value; there is at least one where
  ///   something else enters there
  public TransformerCriticNetwork(
      Encoder encoder,
      TransformerSpec spec,
      CriticOnly criticOnly,
      int numbers,
      int outputs,
      List<Integer> layers) {
    this.body = new TransformerBody(encoder, spec);
    this.criticOnly = criticOnly;
    this.numbers = numbers;
    CriticOnly entering = new CriticOnly(0, criticOnly.count() + numbers);
    this.head = new CriticHead(NAME, spec.width(), outputs, entering, layers);
  }

  @Override
  public ParameterLayout parameters() {
    return new ParameterLayout(body.parameters(head.parameters(1)));
  }

  /// Its sizes.
  public TransformerSpec spec() {
    return body.spec();
  }

  @Override
  public boolean remembers() {
    return true;
  }

  /// Every row is the first tick of an episode.
  @Override
  public NDArray values(NamedWeights weights, NDArray observation, NDArray action, WeightUse use) {
    return values(weights, SegmentBatch.single(observation), action, use);
  }

  @Override
  public NDArray values(
      NamedWeights weights, SegmentBatch segments, NDArray action, WeightUse use) {
    try (SegmentAttention attention =
        new SegmentAttention(
            body, segments.observation().getManager(), Probe.NONE, AttentionIntervention.NONE)) {
      NDArray residual =
          attention.residual(CriticNetwork.bind(body.encoder(), weights, use), weights, segments);
      return head.values(
          body.normalised(residual, weights),
          CriticNetwork.entering(criticOnly, numbers, segments, action),
          weights);
    }
  }
}
