package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import java.util.ArrayList;
import java.util.List;

/// The critic of an agent that decides alone, with discrete actions: the encoder and layers of a
/// network without memory, and a value for each action.
///
/// @param encoder of what the actor sees
/// @param head with an output for each action
public record LoneCriticNetwork(Encoder encoder, CriticHead head) implements CriticNetwork {
  private static final String NAME = "policy.q";

  /// @param heads the policy's: a critic has as many outputs and sees what the value head sees
  public static LoneCriticNetwork of(Encoder encoder, ActorCriticHeads heads) {
    return new LoneCriticNetwork(
        encoder,
        new CriticHead(
            NAME, encoder.width(), heads.actions(), heads.criticOnly(), heads.sizes().critic()));
  }

  @Override
  public ParameterLayout parameters() {
    List<Parameter> all = new ArrayList<>(FeedForward.parameters(encoder));
    all.addAll(head.parameters(1));
    return new ParameterLayout(all);
  }

  @Override
  public NDArray values(NamedWeights weights, NDArray observation, NDArray action, WeightUse use) {
    NDArray encoded = CriticNetwork.bind(encoder, weights, use).encode(observation);
    return head.values(
        FeedForward.hidden(encoded, weights), head.criticOnly().cut(observation), weights);
  }
}
