package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.action.ActionSpace;

/// What a network's 2k outputs mean where actions are k numbers: k means, and k numbers x from
/// which the standard deviations `softplus(x) + 1e-4` are computed, as in the reference, so that
/// none is zero. Each number is drawn from its own normal distribution. Where an
/// [dev.hindsight.trainer.ActionBound] clips, the environment gets the number clipped to `[-1, 1]`,
/// and learning reads the number as drawn; otherwise both get its tanh.
public final class GaussianHead {
  /// Added to a softplus.
  public static final float LEAST_DEVIATION = 1e-4f;

  private static final double HALF_LOG_2_PI = 0.5 * Math.log(2 * Math.PI);

  private GaussianHead() {}

  /// Turns a network's outputs into those of a policy
  /// ([dev.hindsight.trainer.policy.PolicyOutput]). Discrete actions: logits, unchanged. Hot:
  /// allocates nothing.
  ///
  /// @param outputs `[N * 2k]`, changed
  public static void apply(ActionSpace space, float[] outputs) {
    switch (space) {
      case ActionSpace.Discrete _ -> {}
      case ActionSpace.Continuous numbers -> {
        int k = numbers.names().size();
        for (int row = 0; row < outputs.length; row += 2 * k) {
          for (int i = row + k; i < row + 2 * k; i++) {
            double x = outputs[i];
            double softplus = Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
            outputs[i] = (float) softplus + LEAST_DEVIATION;
          }
        }
      }
    }
  }

  /// Log-density of drawn numbers, nats, for learning; agrees with
  /// [dev.hindsight.trainer.Gaussian#logDensity].
  ///
  /// @param outputs `[N, 2k]` of the network
  /// @param drawn `[N, k]`
  /// @return `[N]`
  public static NDArray logDensity(NDArray outputs, NDArray drawn) {
    long k = drawn.getShape().get(1);
    NDList halves = outputs.split(new long[] {k}, 1);
    NDArray deviations = deviations(halves.get(1));
    NDArray z = drawn.sub(halves.get(0)).div(deviations);
    NDArray each = Layers.scaled(z.square(), -0.5).sub(deviations.log());
    return each.sum(new int[] {1}).sub(constant(outputs, k * HALF_LOG_2_PI));
  }

  /// Differential entropy of each distribution, nats; it may be negative.
  ///
  /// @param outputs `[N, 2k]` of the network
  /// @return `[N]`
  public static NDArray entropy(NDArray outputs) {
    long k = outputs.getShape().get(1) / 2;
    return deviations(outputs.split(new long[] {k}, 1).get(1))
        .log()
        .sum(new int[] {1})
        .add(constant(outputs, k * (0.5 + HALF_LOG_2_PI)));
  }

  /// Actions drawn to learn from them, differentiable in the network's outputs.
  ///
  /// @param action `[N, k]`, in `[-1, 1]`
  /// @param logDensity `[N]`, nats
  public record TanhDraw(NDArray action, NDArray logDensity) {}

  /// Draws actions that a tanh bounds; densities agree with
  /// [dev.hindsight.trainer.Gaussian#tanhLogDensity].
  ///
  /// ```
  /// u = mean + deviation noise      a = tanh u
  /// log p(a) = sum of -noise^2 / 2 - log deviation - log(2 pi) / 2 - log(1 - a^2)
  /// log(1 - a^2) = 2 (log 2 - u - softplus(-2 u))       finite for every u
  /// ```
  ///
  /// @param outputs `[N, 2k]` of the network
  /// @param noise `[N, k]`, standard normal
  public static TanhDraw tanhDraw(NDArray outputs, NDArray noise) {
    long k = noise.getShape().get(1);
    NDList halves = outputs.split(new long[] {k}, 1);
    NDArray deviations = deviations(halves.get(1));
    NDArray u = halves.get(0).add(deviations.mul(noise));
    NDArray slope = Layers.scaled(u.add(Layers.scaled(u, -2).getNDArrayInternal().softPlus()), -2);
    NDArray each = Layers.scaled(noise.square(), -0.5).sub(deviations.log()).sub(slope);
    double same = k * (HALF_LOG_2_PI + 2 * Math.log(2));
    return new TanhDraw(u.tanh(), each.sum(new int[] {1}).sub(constant(outputs, same)));
  }

  /// @param x `[N, k]`, the second half of the outputs
  private static NDArray deviations(NDArray x) {
    return x.getNDArrayInternal().softPlus().add(constant(x, LEAST_DEVIATION));
  }

  /// A number that PyTorch owns, as [Layers#scaled] needs it too.
  private static NDArray constant(NDArray like, double number) {
    return like.getManager().full(new Shape(1), (float) number, DataType.FLOAT32);
  }
}
