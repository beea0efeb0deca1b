package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import java.util.ArrayList;
import java.util.List;

/// A critic that sees what all members of a group observe, also what their actors do not see, and
/// what they do: layers of ReLUs over all of it side by side.
///
/// @param encoder of one observation; its kind decides, and its weights are used unless it is
///   linear
/// @param criticOnly the numbers of an observation that only the critic sees
/// @param members M
/// @param numbers k, numbers of a member's action; 0 for discrete ones
/// @param outputs J joint actions, or 1 if actions are numbers
/// @param layers widths of the layers
public record GroupCriticNetwork(
    Encoder encoder,
    CriticOnly criticOnly,
    int members,
    int numbers,
    int outputs,
    List<Integer> layers)
    implements CriticNetwork {
  private static final String LAYERS = "policy.q_layers";
  private static final String LAST = "policy.q";

  /// Copies the list.
  public GroupCriticNetwork {
    layers = List.copyOf(layers);
  }

  private MemberReading reading() {
    return new MemberReading(encoder, criticOnly, members);
  }

  private int inputs() {
    return reading().width() + members * numbers;
  }

  @Override
  public ParameterLayout parameters() {
    List<Parameter> all = new ArrayList<>(reading().parameters());
    all.addAll(LayerStack.parameters(LAYERS, inputs(), layers));
    all.addAll(Parameter.linear(LAST, layers.getLast(), outputs, 1));
    return new ParameterLayout(all);
  }

  @Override
  public NDArray values(NamedWeights weights, NDArray observation, NDArray action, WeightUse use) {
    NDArray seen = reading().read(weights, observation, use);
    NDArray read = numbers == 0 ? seen : NDArrays.concat(new NDList(seen, action), 1);
    return Layers.linear(LayerStack.run(read, LAYERS, layers.size(), weights), weights, LAST);
  }
}
