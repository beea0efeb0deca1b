package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import dev.hindsight.trainer.learn.net.CriticNetwork.WeightUse;
import java.util.ArrayList;
import java.util.List;

/// Turns what all members of a group observe into one vector, for a critic with a memory: a linear
/// layer over all of it, what actors do not see included.
///
/// @param encoder of one observation
/// @param criticOnly the numbers of an observation that only the critic sees
/// @param members M
public record JointEncoder(Encoder encoder, CriticOnly criticOnly, int members) implements Encoder {
  private static final String NAME = "policy.joint";

  private MemberReading reading() {
    return new MemberReading(encoder, criticOnly, members);
  }

  /// M * D.
  @Override
  public int inputs() {
    return members * encoder.inputs();
  }

  @Override
  public int width() {
    return encoder.width();
  }

  @Override
  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(reading().parameters());
    all.addAll(Parameter.linear(NAME, reading().width(), width(), 1));
    return all;
  }

  /// Empty: critics read inputs as they are.
  @Override
  public List<FirstLayer> firstLayers() {
    return List.of();
  }

  @Override
  public Encoding learning(NamedWeights weights) {
    return observation -> encode(weights, observation, WeightUse.LEARNING);
  }

  @Override
  public Encoding acting(NamedWeights weights) {
    return observation -> encode(weights, observation, WeightUse.FIXED);
  }

  private NDArray encode(NamedWeights weights, NDArray observation, WeightUse use) {
    return Layers.linear(reading().read(weights, observation, use), weights, NAME);
  }
}
