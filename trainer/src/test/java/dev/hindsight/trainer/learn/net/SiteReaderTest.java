package dev.hindsight.trainer.learn.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import dev.hindsight.trainer.policy.Tensor;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Residual blocks against a plain computation, and the maps that are derived from a site's.
class SiteReaderTest {
  private static final int SIDE = 6;
  private static final int PLANES = 2;

  /// `[channels, side, side]`
  private record Image(int channels, int side, double[] values) {
    double at(int channel, int row, int column) {
      return row < 0 || row >= side || column < 0 || column >= side
          ? 0
          : values[(channel * side + row) * side + column];
    }

    Image plus(Image other) {
      double[] sum = values.clone();
      Arrays.setAll(sum, i -> values[i] + other.values[i]);
      return new Image(channels, side, sum);
    }

    Image relu() {
      return new Image(channels, side, Arrays.stream(values).map(v -> Math.max(0, v)).toArray());
    }
  }

  private static float[] values(Map<String, Tensor> tensors, String name) {
    return Objects.requireNonNull(tensors.get(name), name).values();
  }

  /// A convolution without bias, and the norm over the channels of each tile.
  private static Image normed(Image x, String name, int stride, Map<String, Tensor> tensors) {
    int[] shape = Objects.requireNonNull(tensors.get(name + ".weight")).shape();
    float[] weight = values(tensors, name + ".weight");
    float[] gamma = values(tensors, name + ".norm.weight");
    float[] beta = values(tensors, name + ".norm.bias");
    int to = shape[0];
    int kernel = shape[2];
    int side = (x.side() + stride - 1) / stride;
    double[] out = new double[to * side * side];
    for (int row = 0; row < side; row++) {
      for (int column = 0; column < side; column++) {
        double[] tile = new double[to];
        for (int o = 0; o < to; o++) {
          for (int i = 0; i < x.channels(); i++) {
            for (int kr = 0; kr < kernel; kr++) {
              for (int kc = 0; kc < kernel; kc++) {
                tile[o] +=
                    weight[((o * x.channels() + i) * kernel + kr) * kernel + kc]
                        * x.at(
                            i, row * stride + kr - kernel / 2, column * stride + kc - kernel / 2);
              }
            }
          }
        }
        double mean = Arrays.stream(tile).average().orElseThrow();
        double variance =
            Arrays.stream(tile).map(v -> (v - mean) * (v - mean)).average().orElseThrow();
        for (int o = 0; o < to; o++) {
          out[(o * side + row) * side + column] =
              gamma[o] * (tile[o] - mean) / Math.sqrt(variance + 1e-5) + beta[o];
        }
      }
    }
    return new Image(to, side, out);
  }

  private static double[] dense(double[] x, String name, Map<String, Tensor> tensors) {
    float[] weight = values(tensors, name + ".weight");
    float[] bias = values(tensors, name + ".bias");
    double[] y = new double[bias.length];
    for (int o = 0; o < y.length; o++) {
      y[o] = bias[o];
      for (int i = 0; i < x.length; i++) {
        y[o] += weight[o * x.length + i] * x[i];
      }
      y[o] = Math.max(0, y[o]);
    }
    return y;
  }

  private static double[] plain(Image x, Map<String, Tensor> tensors) {
    String maps = "policy.excavation.maps";
    Image y = normed(x, maps + ".stem", 1, tensors).relu();
    for (int stage = 0; stage < 2; stage++) {
      for (int index = 0; index < 2; index++) {
        String block = maps + ".stage." + stage + "." + index;
        int stride = stage > 0 && index == 0 ? 2 : 1;
        Image inner = normed(y, block + ".0", stride, tensors).relu();
        Image shortcut = stride > 1 ? normed(y, block + ".shortcut", stride, tensors) : y;
        y = normed(inner, block + ".1", 1, tensors).plus(shortcut).relu();
      }
    }
    int tiles = y.side() * y.side();
    double[] pooled = new double[2 * y.channels()];
    for (int c = 0; c < y.channels(); c++) {
      double[] one = Arrays.copyOfRange(y.values(), c * tiles, (c + 1) * tiles);
      pooled[c] = Arrays.stream(one).average().orElseThrow();
      pooled[y.channels() + c] = Arrays.stream(one).max().orElseThrow();
    }
    return dense(dense(pooled, maps + ".dense.0", tensors), maps + ".dense.1", tensors);
  }

  @Test
  void residualBlocksAreThoseOfThePlainComputation() {
    ResidualReader reader = new ResidualReader(PLANES, List.of(4, 6), 2, List.of(5, 7));
    ParameterLayout layout = new ParameterLayout(reader.parameters());
    float[] flat = layout.initial(3);
    Random random = new Random(5);
    for (int i = 0; i < flat.length; i++) {
      flat[i] += (float) (0.3 * random.nextGaussian());
    }
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    layout.split(flat).forEach(tensor -> tensors.put(tensor.name(), tensor));
    float[] seen = new float[2 * PLANES * SIDE * SIDE];
    for (int i = 0; i < seen.length; i++) {
      seen[i] = random.nextInt(-1, 2);
    }
    try (NDManager manager = TestTorch.manager();
        WeightVector vector = new WeightVector(manager, layout, flat)) {
      float[] read =
          reader
              .read(manager.create(seen, new Shape(2, PLANES, SIDE, SIDE)), vector.weights())
              .toFloatArray();
      int numbers = PLANES * SIDE * SIDE;
      for (int n = 0; n < 2; n++) {
        double[] one = new double[numbers];
        for (int i = 0; i < numbers; i++) {
          one[i] = seen[n * numbers + i];
        }
        double[] expected = plain(new Image(PLANES, SIDE, one), tensors);
        assertEquals(7, expected.length);
        for (int i = 0; i < expected.length; i++) {
          assertEquals(expected[i], read[n * 7 + i], 1e-4);
        }
      }
    }
  }

  @Test
  void derivedMapsTellWhatIsLeftToDigAndWhereSoilLiesOnNeutralGround() {
    // Tiles: to dig, dug, neutral with soil, dump zone with three units of soil.
    float[] raw = new float[7 * 4];
    float[] height = {0, -1, 2, 3};
    float[] target = {-1, -1, 0, 1};
    System.arraycopy(height, 0, raw, 2 * 4, 4);
    System.arraycopy(target, 0, raw, 3 * 4, 4);
    try (NDManager manager = TestTorch.manager()) {
      float[] read =
          ExcavationEncoder.read(manager.create(raw, new Shape(1, 7, 2, 2)), 10).toFloatArray();
      assertArrayEquals(new float[] {0, -1, 1, 1}, Arrays.copyOfRange(read, 2 * 4, 3 * 4));
      assertArrayEquals(new float[] {1, 0, 0, 0}, Arrays.copyOfRange(read, 7 * 4, 8 * 4));
      assertArrayEquals(new float[] {-1, 0, -1, -1}, Arrays.copyOfRange(read, 8 * 4, 9 * 4));
      assertArrayEquals(new float[] {0, 0, 1, 0}, Arrays.copyOfRange(read, 9 * 4, 10 * 4));
    }
  }
}
