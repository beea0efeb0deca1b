package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import java.util.ArrayList;
import java.util.List;

/// Encoder and two layers: the part below the heads of a network without memory.
public final class FeedForward {
  private static final String FIRST = "policy.hidden.0";
  private static final String SECOND = "policy.hidden.1";

  private FeedForward() {}

  /// The parameters of the encoder and both layers, all of the encoder's width.
  public static List<Parameter> parameters(Encoder encoder) {
    List<Parameter> all = new ArrayList<>(encoder.parameters());
    all.addAll(Parameter.linear(FIRST, encoder.width(), encoder.width(), 1));
    all.addAll(Parameter.linear(SECOND, encoder.width(), encoder.width(), 1));
    return all;
  }

  /// @param encoded `[N, d]`
  /// @return `[N, d]`
  public static NDArray hidden(NDArray encoded, NamedWeights namedWeights) {
    NDArray first = Layers.linear(Layers.gelu(encoded, namedWeights), namedWeights, FIRST);
    return Layers.linear(Layers.gelu(first, namedWeights), namedWeights, SECOND);
  }
}
