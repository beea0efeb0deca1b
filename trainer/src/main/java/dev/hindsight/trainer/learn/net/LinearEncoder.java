package dev.hindsight.trainer.learn.net;

import java.util.List;

/// One linear layer, `policy.encoder`: enough for observations made of one-hot vectors.
///
/// @param inputs D
/// @param width d
public record LinearEncoder(int inputs, int width) implements Encoder {
  private static final String NAME = "policy.encoder";

  @Override
  public List<Parameter> parameters() {
    return Parameter.linear(NAME, inputs, width, 1);
  }

  @Override
  public List<FirstLayer> firstLayers() {
    return List.of(new FirstLayer(NAME, inputs, inputs, 0, 1, 0));
  }

  @Override
  public Encoding learning(NamedWeights namedWeights) {
    return observation -> Layers.linear(observation, namedWeights, NAME);
  }

  @Override
  public Encoding acting(NamedWeights namedWeights) {
    return learning(namedWeights);
  }
}
