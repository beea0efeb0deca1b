package dev.hindsight.trainer.learn.sac;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.learn.net.ActorCriticHeads;
import dev.hindsight.trainer.learn.net.CriticHead;
import dev.hindsight.trainer.learn.net.Encoder;
import dev.hindsight.trainer.learn.net.FeedForward;
import dev.hindsight.trainer.learn.net.Layers;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.Parameter;
import dev.hindsight.trainer.learn.net.ParameterLayout;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.learn.training.Adam;
import dev.hindsight.trainer.learn.training.CheckpointTensors;
import dev.hindsight.trainer.policy.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The value of each action: a network without memory that learns, and a target network that
/// follows it slowly and provides the learning targets. One owner thread.
final class Critic implements AutoCloseable {
  private static final String NAME = "policy.q";
  private static final String WEIGHTS = "weights";
  private static final String TARGET = "target";

  private final Encoder encoder;
  private final CriticHead head;
  private final WeightVector weights;
  private final NDArray target;
  private final Adam adam;

  /// @param encoder of what the actor sees
  /// @param heads the policy's: a critic has as many outputs and sees what the value head sees
  /// @param seed of the initial weights
  Critic(NDManager manager, Encoder encoder, ActorCriticHeads heads, long seed, Adam.Betas betas) {
    this.encoder = encoder;
    this.head =
        new CriticHead(
            NAME, encoder.width(), heads.actions(), heads.criticOnly(), heads.sizes().critic());
    List<Parameter> all = new ArrayList<>(FeedForward.parameters(encoder));
    all.addAll(head.parameters(1));
    ParameterLayout layout = new ParameterLayout(all);
    float[] first = layout.initial(seed);
    this.weights = new WeightVector(manager, layout, first);
    this.target = manager.create(first);
    this.adam = new Adam(weights, betas);
  }

  /// Its weights, with gradients.
  NamedWeights learning() {
    return weights.weights();
  }

  /// `[N, n]`, its outputs with weights that are being learned.
  ///
  /// @param observation `[N, D]`
  NDArray values(NamedWeights learned, NDArray observation) {
    return head(encoder.learning(learned), learned, observation);
  }

  /// `[N, n]`, the outputs of the target network.
  ///
  /// @param observation `[N, D]`
  NDArray targetValues(NDArray observation) {
    NamedWeights frozen = NamedWeights.of(target, weights.layout());
    return head(encoder.acting(frozen), frozen, observation);
  }

  private NDArray head(Encoder.Encoding encoding, NamedWeights namedWeights, NDArray observation) {
    return head.values(
        FeedForward.hidden(encoding.encode(observation), namedWeights),
        head.criticOnly().cut(observation),
        namedWeights);
  }

  /// The gradient of its weights in the present collector.
  NDArray gradient() {
    return weights.flat().getGradient();
  }

  /// Runs one optimiser step.
  void step(NDArray gradient, double rate, double scale) {
    adam.step(gradient, rate, scale);
  }

  /// Moves the target network towards the current one.
  ///
  /// @param tau fraction of the distance
  void follow(double tau) {
    follow(target, weights.flat(), tau);
  }

  /// Moving average of weights (Polyak and Juditsky, 1992), in place: `target = tau current + (1 -
  /// tau) target`.
  ///
  /// @param target of the shape of `current`, without gradient
  /// @param tau share of the current weights
  static void follow(NDArray target, NDArray current, double tau) {
    target.addi(Layers.scaled(current.stopGradient().sub(target), tau));
  }

  /// The state to store in a checkpoint.
  ///
  /// @param name prefix of the arrays' names
  List<Tensor> kept(String name) {
    List<Tensor> all = new ArrayList<>(adam.kept(name));
    int[] shape = {weights.layout().length()};
    all.add(new Tensor(name + WEIGHTS, shape, weights.values()));
    all.add(new Tensor(name + TARGET, shape, target.toFloatArray()));
    return all;
  }

  /// Restores what [#kept] stored.
  void restore(String name, Map<String, Tensor> tensors) {
    adam.restore(name, tensors);
    weights.set(CheckpointTensors.values(tensors, name + WEIGHTS));
    target.set(CheckpointTensors.values(tensors, name + TARGET));
  }

  @Override
  public void close() {
    adam.close();
    target.close();
    weights.close();
  }
}
