package dev.hindsight.trainer.learn.lstm;

import ai.djl.ndarray.NDArray;
import dev.hindsight.trainer.learn.net.CriticHead;
import dev.hindsight.trainer.learn.net.CriticNetwork;
import dev.hindsight.trainer.learn.net.CriticOnly;
import dev.hindsight.trainer.learn.net.Encoder;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.ParameterLayout;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import java.util.List;

/// A critic with a memory of its own, of one agent: encoder, LSTM, and a value for each action. The
/// numbers of an action, and those that only the critic sees, enter behind the memory.
public final class LstmCriticNetwork implements CriticNetwork {
  private static final String NAME = "policy.q";

  private final LstmLayer layer;
  private final CriticOnly criticOnly;
  private final int numbers;
  private final CriticHead head;

  /// @param encoder of width H, which is also the LSTM's
  /// @param numbers k, numbers of an action; 0 for discrete ones
  /// @param outputs n actions, or 1 if actions are numbers
  /// @param layers widths of the layers between memory and value; there is at least one where
  ///   something else enters there
  public LstmCriticNetwork(
      Encoder encoder, CriticOnly criticOnly, int numbers, int outputs, List<Integer> layers) {
    this.layer = new LstmLayer(encoder);
    this.criticOnly = criticOnly;
    this.numbers = numbers;
    CriticOnly entering = new CriticOnly(0, criticOnly.count() + numbers);
    this.head = new CriticHead(NAME, encoder.width(), outputs, entering, layers);
  }

  @Override
  public ParameterLayout parameters() {
    return new ParameterLayout(layer.parameters(head.parameters(1)));
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
    NDArray hidden =
        layer.hidden(CriticNetwork.bind(layer.encoder(), weights, use), weights, segments);
    return head.values(
        hidden, CriticNetwork.entering(criticOnly, numbers, segments, action), weights);
  }
}
