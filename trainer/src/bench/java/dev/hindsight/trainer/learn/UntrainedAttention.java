package dev.hindsight.trainer.learn;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.attention.Introspection;
import dev.hindsight.trainer.learn.net.LinearEncoder;
import dev.hindsight.trainer.learn.transformer.TransformerIntrospection;
import dev.hindsight.trainer.learn.transformer.TransformerNetwork;
import dev.hindsight.trainer.learn.transformer.TransformerSpec;
import dev.hindsight.trainer.policy.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Transformers of any size with initial weights, for measurements.
public final class UntrainedAttention {
  private static final int ACTIONS = 91;

  private UntrainedAttention() {}

  /// Opens one.
  ///
  /// @param numbers D, in an observation
  /// @param spec its sizes
  public static Introspection open(int numbers, TransformerSpec spec, long seed) {
    TransformerNetwork network =
        new TransformerNetwork(new LinearEncoder(numbers, spec.width()), spec, ACTIONS);
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    network
        .parameters()
        .split(network.parameters().initial(seed))
        .forEach(tensor -> tensors.put(tensor.name(), tensor));
    return new TransformerIntrospection(
        TorchEngine.scope(), network, tensors, new ActionSpace.Discrete(List.of()));
  }
}
