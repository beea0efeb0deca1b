package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.learn.net.CriticNetwork.WeightUse;
import java.util.List;

/// How critics read what all members of a group observe: side by side.
///
/// Observations that a linear encoder reads enter as they are. Others are encoded first, each
/// member's by the same encoder, followed by a ReLU. What actors do not see enters too.
///
/// @param encoder of one observation; its kind decides, and its weights are used unless it is
///   linear
/// @param criticOnly the numbers of an observation that only the critic sees
/// @param members M
record MemberReading(Encoder encoder, CriticOnly criticOnly, int members) {
  private boolean plain() {
    return encoder instanceof LinearEncoder
        || (encoder instanceof ActorEncoder(Encoder seen, int _) && seen instanceof LinearEncoder);
  }

  /// Numbers read of all members.
  int width() {
    return members * (plain() ? encoder.inputs() : encoder.width() + criticOnly.count());
  }

  List<Parameter> parameters() {
    return plain() ? List.of() : encoder.parameters();
  }

  /// @param observation `[N, M * D]`
  /// @return `[N, width]`
  NDArray read(NamedWeights weights, NDArray observation, WeightUse use) {
    if (plain()) {
      return observation;
    }
    long rows = observation.getShape().get(0);
    NDArray each = observation.reshape(new Shape(rows * members, encoder.inputs()));
    NDArray vector = Layers.relu(CriticNetwork.bind(encoder, weights, use).encode(each), weights);
    NDArray all =
        criticOnly.cut(each).map(own -> NDArrays.concat(new NDList(own, vector), 1)).orElse(vector);
    return all.reshape(new Shape(rows, width()));
  }
}
