package dev.hindsight.trainer.learn.sac;

import ai.djl.ndarray.NDArray;
import dev.hindsight.trainer.learn.net.GroupActors;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.learn.training.Adam;
import dev.hindsight.trainer.policy.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The networks of a group's actors with their weights and optimisers. Several learners may share
/// them. One owner thread.
///
/// @param actors what they compute
/// @param weights of each network
/// @param optimisers of each network
record ActorWeights(GroupActors actors, List<WeightVector> weights, List<Adam> optimisers)
    implements AutoCloseable {
  /// Copies the lists.
  ActorWeights {
    weights = List.copyOf(weights);
    optimisers = List.copyOf(optimisers);
  }

  /// The weights, with gradients.
  List<NamedWeights> learning() {
    return weights.stream().map(WeightVector::weights).toList();
  }

  /// The weights, without gradients.
  List<NamedWeights> frozen() {
    return weights.stream().map(WeightVector::fixed).toList();
  }

  /// The gradient of each network in the present collector.
  List<NDArray> gradients() {
    return weights.stream().map(one -> one.flat().getGradient()).toList();
  }

  /// The optimisers' state to store in a checkpoint.
  ///
  /// @param name prefix of the arrays' names
  List<Tensor> kept(String name) {
    List<Tensor> all = new ArrayList<>();
    for (int which = 0; which < optimisers.size(); which++) {
      all.addAll(optimisers.get(which).kept(name + which(which)));
    }
    return all;
  }

  /// Restores what [#kept] stored.
  void restore(String name, Map<String, Tensor> tensors) {
    for (int which = 0; which < optimisers.size(); which++) {
      optimisers.get(which).restore(name + which(which), tensors);
    }
  }

  @Override
  public void close() {
    optimisers.forEach(Adam::close);
    weights.forEach(WeightVector::close);
  }

  private String which(int which) {
    return optimisers.size() == 1 ? "" : which + ".";
  }
}
