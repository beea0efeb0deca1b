package dev.hindsight.trainer.learn.sac;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.learn.net.CriticNetwork;
import dev.hindsight.trainer.learn.net.CriticNetwork.WeightUse;
import dev.hindsight.trainer.learn.net.EngineMemory;
import dev.hindsight.trainer.learn.net.Layers;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.ParameterLayout;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.learn.training.Adam;
import dev.hindsight.trainer.learn.training.CheckpointTensors;
import dev.hindsight.trainer.policy.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The value of actions: a network that learns, with or without a memory of its own, and a target
/// network that follows it slowly and provides the learning targets. One owner thread.
///
/// The memory begins empty with every sequence: no state is kept, as critics do not act.
final class Critic implements AutoCloseable {
  private static final String WEIGHTS = "weights";
  private static final String TARGET = "target";

  private final CriticNetwork network;
  private final WeightVector weights;
  private final NDArray target;
  private final NamedWeights targetWeights;
  private final Adam adam;

  /// @param seed of the initial weights
  Critic(NDManager manager, CriticNetwork network, long seed, Adam.Betas betas) {
    this.network = network;
    ParameterLayout layout = network.parameters();
    float[] first = layout.initial(seed);
    this.weights = new WeightVector(manager, layout, first);
    this.target = manager.create(first);
    this.targetWeights = NamedWeights.lasting(target, layout);
    this.adam = new Adam(weights, betas);
  }

  /// Its weights, with gradients.
  NamedWeights learning() {
    return weights.weights();
  }

  /// The outputs with weights that are being learned.
  ///
  /// @param segments with observations `[N, M * D]`
  /// @param action `[K, M * k]`, at the chosen ticks; read only where actions are numbers
  /// @return `[K, J]`, or `[K, 1]`
  NDArray values(NamedWeights learned, SegmentBatch segments, NDArray action) {
    return network.values(learned, segments.withEmptyMemory(), action, WeightUse.LEARNING);
  }

  /// The outputs with the present weights: gradients flow into the action only.
  ///
  /// @param segments with observations `[N, M * D]`
  /// @param action `[K, M * k]`
  /// @return `[K, 1]`
  NDArray fixedValues(SegmentBatch segments, NDArray action) {
    return network.values(weights.fixed(), segments.withEmptyMemory(), action, WeightUse.FIXED);
  }

  /// The outputs of the target network.
  ///
  /// @param segments with observations `[N, M * D]`
  /// @param action `[K, M * k]`, at the chosen ticks; read only where actions are numbers
  /// @return `[K, J]`, or `[K, 1]`
  NDArray targetValues(SegmentBatch segments, NDArray action) {
    return network.values(targetWeights, segments.withEmptyMemory(), action, WeightUse.FIXED);
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
    all.add(new Tensor(name + TARGET, shape, EngineMemory.numbers(target)));
    return all;
  }

  /// Restores what [#kept] stored.
  void restore(String name, Map<String, Tensor> tensors) {
    adam.restore(name, tensors);
    weights.set(CheckpointTensors.values(tensors, name + WEIGHTS));
    EngineMemory.overwrite(target, CheckpointTensors.values(tensors, name + TARGET));
  }

  @Override
  public void close() {
    adam.close();
    targetWeights.free();
    target.close();
    weights.close();
  }
}
