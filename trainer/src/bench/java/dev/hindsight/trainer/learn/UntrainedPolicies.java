package dev.hindsight.trainer.learn;

import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.learn.lstm.LstmNetwork;
import dev.hindsight.trainer.learn.net.DriveEncoder;
import dev.hindsight.trainer.learn.net.Encoder;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.transformer.TransformerNetwork;
import dev.hindsight.trainer.learn.transformer.TransformerSpec;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.record.PolicySource;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Drivers of the reference's sizes with initial weights, for measurements.
///
/// @param kind of memory
public record UntrainedPolicies(Kind kind) implements PolicySource {
  private static final int WIDTH = 256;
  private static final int ENCODER = 128;

  /// The kind of memory.
  public enum Kind {
    /// Two blocks of four heads, width 256.
    TRANSFORMER,
    /// Width 256.
    LSTM
  }

  /// One of them; whoever opens it closes it.
  public Policy open(EnvironmentShape shape) {
    Encoder encoder = DriveEncoder.of(shape.observation(), ENCODER, WIDTH);
    int actions = new PolicyOutput(shape).width;
    Network network =
        switch (kind) {
          case LSTM -> new LstmNetwork(encoder, actions);
          case TRANSFORMER ->
              new TransformerNetwork(
                  encoder,
                  new TransformerSpec(
                      WIDTH, 4, 2, 2 * WIDTH, shape.trials() * shape.trialTimeoutTicks()),
                  actions);
        };
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    network
        .parameters()
        .split(network.parameters().initial(1))
        .forEach(tensor -> tensors.put(tensor.name(), tensor));
    return NetworkActor.open(TorchEngine.scope(), network, tensors, shape);
  }

  @Override
  public Optional<Policy> recorded(Rollout rollout, EnvironmentShape shape) {
    return Optional.of(open(shape));
  }

  @Override
  public Policy named(Edit.PolicyChange policyChange, EnvironmentShape shape) {
    return open(shape);
  }
}
