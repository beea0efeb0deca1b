package dev.hindsight.trainer.learn.sac;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.learn.net.Parameter;
import dev.hindsight.trainer.learn.net.ParameterInitializer;
import dev.hindsight.trainer.learn.net.ParameterLayout;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.learn.training.Adam;
import dev.hindsight.trainer.learn.training.CheckpointTensors;
import dev.hindsight.trainer.policy.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The weight of entropy against reward, learned so that the policy keeps the target entropy. One
/// owner thread.
final class Temperature implements AutoCloseable {
  /// Name of the array with log alpha, after that of the temperature.
  static final String VALUE = "log";

  private final double target;
  private final WeightVector logAlpha;
  private final Adam adam;

  /// @param initial initial alpha
  /// @param target H*, target entropy, nats
  Temperature(NDManager manager, double initial, double target, Adam.Betas betas) {
    this.target = target;
    Parameter only =
        new Parameter(
            VALUE, List.of(1), new ParameterInitializer.Constant((float) Math.log(initial)));
    ParameterLayout layout = new ParameterLayout(List.of(only));
    this.logAlpha = new WeightVector(manager, layout, layout.initial(0));
    this.adam = new Adam(logAlpha, betas);
  }

  /// What the names of a temperature's arrays begin with.
  ///
  /// @param count temperatures of a learner
  /// @param index which, from 0
  static String name(int count, int index) {
    return count == 1 ? "alpha." : "alpha." + index + ".";
  }

  /// Alpha.
  double alpha() {
    return Math.exp(log());
  }

  private double log() {
    return logAlpha.flat().getFloat(0);
  }

  /// Runs one step. Call it inside a scope.
  ///
  /// @param logProb mean of `E log pi` over the batch
  /// @return the loss before the step
  double step(double logProb, double rate) {
    double loss = loss(log(), logProb, target);
    float slope = (float) slope(logProb, target);
    NDArray gradient = logAlpha.flat().getManager().create(new float[] {slope});
    adam.step(gradient, rate, 1);
    return loss;
  }

  /// The temperature's loss.
  ///
  /// @param logProb mean over the batch of `E log pi`, which is the negative entropy
  /// @param target H*
  static double loss(double logAlpha, double logProb, double target) {
    return logAlpha * slope(logProb, target);
  }

  /// Derivative of [#loss] with respect to log alpha: positive if the entropy is above its target.
  static double slope(double logProb, double target) {
    return -(logProb + target);
  }

  /// The state to store in a checkpoint.
  ///
  /// @param name prefix of the arrays' names
  List<Tensor> kept(String name) {
    List<Tensor> all = new ArrayList<>(adam.kept(name));
    all.add(new Tensor(name + VALUE, new int[] {1}, logAlpha.values()));
    return all;
  }

  /// Restores what [#kept] stored.
  void restore(String name, Map<String, Tensor> tensors) {
    adam.restore(name, tensors);
    logAlpha.set(CheckpointTensors.values(tensors, name + VALUE));
  }

  @Override
  public void close() {
    adam.close();
    logAlpha.close();
  }
}
