package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.learn.net.FirstLayer;
import dev.hindsight.trainer.learn.net.ParameterLayout;
import dev.hindsight.trainer.run.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// Lets a network learn as if observed numbers that vary less had standard deviation 1, and begin
/// as if their means were 0, without changing the network or its file. Numbers that vary more keep
/// their scale.
///
/// With x the observation, m and s its means and deviations, a layer `V (x - m) / s + c` computes
/// the same as `W x + b` with `W = V / s` and `b = c - W m`. So it is enough to begin with the W
/// and b of standardised inputs, and to step as Adam would step V: Adam's step has the same length
/// whatever the scale of the gradient, so the step of W is that of V divided by s.
///
/// Only the scale lasts. The gradient of V sums up `g (x - m)`, that of W `g x`, and c does not
/// make up for a step of W: from the first step on, a mean far from 0 is learned with as any other
/// input.
///
/// Means and deviations are those under random actions before the first update, a function of the
/// run's environments and seed: a resumed run measures the same.
public final class InputStandardisation {
  /// Factors are between 1 and this: numbers that hardly vary are not blown up.
  static final double LARGEST_FACTOR = 20;

  /// A number that varies less than this is a constant.
  private static final double CONSTANT = 1e-4;

  private static final int TICKS = 128;
  private static final int ENVIRONMENTS = 64;

  private final List<FirstLayer> layers;
  private final ParameterLayout parameters;
  private final double[][] mean;
  private final double[][] factor;

  private InputStandardisation(
      List<FirstLayer> layers, ParameterLayout parameters, double[][] mean, double[][] factor) {
    this.layers = layers;
    this.parameters = parameters;
    this.mean = mean;
    this.factor = factor;
  }

  /// Measures what random actions let the learning agents observe, and then replaces the
  /// environments by those of the first update.
  ///
  /// @param layers of the network
  /// @param parameters of the network
  public static InputStandardisation measure(
      List<FirstLayer> layers,
      ParameterLayout parameters,
      VectorEnvironment vectorEnvironment,
      Seeds seeds) {
    double[][] sum = new double[layers.size()][];
    double[][] squares = new double[layers.size()][];
    long[] count = new long[layers.size()];
    for (int l = 0; l < sum.length; l++) {
      sum[l] = new double[layers.get(l).columns()];
      squares[l] = new double[layers.get(l).columns()];
    }
    SplittableRandom random = new SplittableRandom(seeds.of(Seeds.Purpose.SCALES, 0, 0));
    int numbers = vectorEnvironment.shape().observation().size();
    int choices = vectorEnvironment.actionCount();
    Actions own = new Actions(vectorEnvironment.shape());
    Actions others = new Actions(vectorEnvironment.partnerShape());
    int environments = Math.min(vectorEnvironment.count(), ENVIRONMENTS);
    for (int t = 0; t < TICKS; t++) {
      draw(own, choices, random);
      draw(others, choices, random);
      for (int e = 0; e < environments; e++) {
        vectorEnvironment.observe(e);
        for (int a = vectorEnvironment.first(e); a < vectorEnvironment.first(e + 1); a++) {
          if (vectorEnvironment.removed[a] == 0) {
            for (int l = 0; l < sum.length; l++) {
              FirstLayer layer = layers.get(l);
              count[l] +=
                  add(vectorEnvironment.observation, a * numbers, layer, sum[l], squares[l]);
            }
          }
        }
        vectorEnvironment.step(e, own, others);
      }
    }
    vectorEnvironment.renew(seeds, 0);
    double[][] mean = new double[layers.size()][];
    double[][] factor = new double[layers.size()][];
    for (int l = 0; l < sum.length; l++) {
      mean[l] = new double[sum[l].length];
      factor[l] = new double[sum[l].length];
      for (int c = 0; c < sum[l].length; c++) {
        double n = Math.max(1, count[l]);
        double m = sum[l][c] / n;
        double deviation = Math.sqrt(Math.max(0, squares[l][c] / n - m * m));
        boolean constant = deviation < CONSTANT;
        mean[l][c] = constant ? 0 : m;
        factor[l][c] = constant ? 1 : Math.clamp(1 / deviation, 1, LARGEST_FACTOR);
      }
    }
    return new InputStandardisation(layers, parameters, mean, factor);
  }

  private static void draw(Actions actions, int choices, SplittableRandom random) {
    if (actions.continuous.length == 0) {
      Arrays.setAll(actions.joint, _ -> random.nextInt(choices));
    }
    for (int i = 0; i < actions.continuous.length; i++) {
      actions.continuous[i] = (float) random.nextDouble(-1, 1);
    }
  }

  /// @return rows added
  private static int add(
      float[] observation, int at, FirstLayer layer, double[] sum, double[] squares) {
    int added = 0;
    for (int row = 0; row < layer.rows(); row++) {
      int from = at + layer.from() + row * layer.stride();
      boolean empty = true;
      for (int c = 0; c < sum.length; c++) {
        empty &= observation[from + c] == 0;
      }
      if (empty) {
        continue;
      }
      added++;
      for (int c = 0; c < sum.length; c++) {
        double x = observation[from + c];
        sum[c] += x;
        squares[c] += x * x;
      }
    }
    return added;
  }

  /// Turns initial weights that were drawn for standardised inputs into those for raw ones.
  ///
  /// @param weights of the whole network, changed
  public void apply(float[] weights) {
    for (int l = 0; l < layers.size(); l++) {
      FirstLayer layer = layers.get(l);
      int at = parameters.offset(layer.weight());
      int bias = parameters.offset(layer.bias());
      int outputs = outputs(layer);
      for (int o = 0; o < outputs; o++) {
        for (int c = 0; c < layer.columns(); c++) {
          int i = at + o * layer.width() + c;
          weights[i] *= (float) factor[l][c];
          weights[bias + o] -= (float) (weights[i] * mean[l][c]);
        }
      }
    }
  }

  /// By how much each weight's step is longer than Adam's.
  ///
  /// @return one factor per weight of the network
  public float[] steps() {
    float[] steps = new float[parameters.length()];
    Arrays.fill(steps, 1);
    for (int l = 0; l < layers.size(); l++) {
      FirstLayer layer = layers.get(l);
      int at = parameters.offset(layer.weight());
      for (int o = 0; o < outputs(layer); o++) {
        for (int c = 0; c < layer.columns(); c++) {
          steps[at + o * layer.width() + c] = (float) factor[l][c];
        }
      }
    }
    return steps;
  }

  private int outputs(FirstLayer layer) {
    return parameters.parameters().stream()
        .filter(parameter -> parameter.name().equals(layer.bias()))
        .findFirst()
        .orElseThrow()
        .length();
  }
}
