package dev.hindsight.trainer.learn.net;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/// Encodes drive's two sets in Java and everything else in PyTorch; used for weights on the
/// processor.
final class HostDriveEncoder {
  private final DriveEncoder encoder;
  private final NamedWeights namedWeights;
  private final HostSetEncoder roads;
  private final HostSetEncoder partners;
  private final float[] observation;
  private final float[] encoding;

  HostDriveEncoder(DriveEncoder encoder, NamedWeights namedWeights) {
    this.encoder = encoder;
    this.namedWeights = namedWeights;
    this.roads = encoder.roads().fold(namedWeights).onHost();
    this.partners = encoder.partners().fold(namedWeights).onHost();
    this.observation = new float[encoder.inputs()];
    this.encoding = new float[2 * encoder.roads().width()];
  }

  /// Encodes without gradients.
  NDArray act(NDArray seen) {
    int count = Math.toIntExact(seen.getShape().get(0));
    FloatBuffer from = floats(seen);
    NDArray sets = room(seen.getManager(), count);
    FloatBuffer to = floats(sets);
    for (int i = 0; i < count; i++) {
      from.get(i * observation.length, observation);
      roads.encode(observation, encoder.roadsAt(), encoding, 0);
      partners.encode(observation, encoder.partnersAt(), encoding, encoding.length / 2);
      to.put(i * encoding.length, encoding);
    }
    return encoder.together(seen, namedWeights, new NDList(sets));
  }

  /// Encodes with gradients, which are computed by hand for the sets.
  NDArray learn(NDArray seen) {
    int count = Math.toIntExact(seen.getShape().get(0));
    FloatBuffer from = floats(seen);
    NDArray sets = room(seen.getManager(), count);
    FloatBuffer to = floats(sets);
    int half = encoding.length / 2;
    int[] roadWinner = new int[count * half];
    int[] partnerWinner = new int[count * half];
    int[] one = new int[half];
    for (int i = 0; i < count; i++) {
      from.get(i * observation.length, observation);
      roads.choose(observation, encoder.roadsAt(), encoding, 0, one);
      System.arraycopy(one, 0, roadWinner, i * half, half);
      partners.choose(observation, encoder.partnersAt(), encoding, half, one);
      System.arraycopy(one, 0, partnerWinner, i * half, half);
      to.put(i * encoding.length, encoding);
    }
    sets.setRequiresGradient(true);
    namedWeights.leaveBehind(() -> remainder(from, sets, roadWinner, partnerWinner));
    return encoder.together(seen, namedWeights, new NDList(sets));
  }

  private NDArray remainder(FloatBuffer from, NDArray sets, int[] roadWinner, int[] partnerWinner) {
    SetEncoderGradient byRoads = new SetEncoderGradient(encoder.roads(), roads);
    SetEncoderGradient byPartners = new SetEncoderGradient(encoder.partners(), partners);
    FloatBuffer gradients = floats(sets.getGradient());
    int half = encoding.length / 2;
    for (int i = 0; i < roadWinner.length / half; i++) {
      from.get(i * observation.length, observation);
      gradients.get(i * encoding.length, encoding);
      byRoads.add(observation, encoder.roadsAt(), roadWinner, i * half, encoding, 0);
      byPartners.add(observation, encoder.partnersAt(), partnerWinner, i * half, encoding, half);
    }
    return byRoads
        .surrogate(encoder.roads().fold(namedWeights))
        .add(byPartners.surrogate(encoder.partners().fold(namedWeights)));
  }

  private NDArray room(NDManager manager, int count) {
    return manager.zeros(new Shape(count, encoding.length), DataType.FLOAT32);
  }

  /// The memory of an array on the processor.
  private static FloatBuffer floats(NDArray array) {
    return array.toByteBuffer(true).order(ByteOrder.nativeOrder()).asFloatBuffer();
  }

  /// The backward pass of a [HostSetEncoder]: sums the loss's gradients with respect to A, Q and b
  /// over all sets of a batch.
  ///
  /// ```
  /// e = (A x~) / s + b       dA[h] = de / s x~       ds^2 = -de (A x~) / (2 s^3)       dQ = ds^2 x~ x~'
  /// ```
  ///
  /// Only the winning row gets a gradient. Hot loop: [#add] allocates nothing. One owner thread.
  private static final class SetEncoderGradient {
    private final SetEncoder encoder;
    private final HostSetEncoder weights;
    private final int side;
    private final double[] map;
    private final double[] form;
    private final double[] shift;

    /// `[R]` of each row that won at least once: its kind, `s^2`, `1 / s` and the sum of `de (A x~)
    /// / s`. The spread of a row that has not won yet is 0.
    private final int[] kind;

    private final float[] spread;
    private final double[] inverse;
    private final double[] pull;

    SetEncoderGradient(SetEncoder encoder, HostSetEncoder weights) {
      this.encoder = encoder;
      this.weights = weights;
      this.side = encoder.inputs() + 1;
      map = new double[side * encoder.width()];
      form = new double[side * side];
      shift = new double[encoder.width()];
      kind = new int[encoder.rows()];
      spread = new float[encoder.rows()];
      inverse = new double[encoder.rows()];
      pull = new double[encoder.rows()];
    }

    /// Adds one set's gradients.
    ///
    /// @param source the set, from `from`
    /// @param winner the winning rows, `[h]` from `to`
    /// @param gradient of the encoding, `[h]` from `at`
    void add(float[] source, int from, int[] winner, int to, float[] gradient, int at) {
      int numbers = encoder.numbers();
      for (int h = 0; h < encoder.width(); h++) {
        int row = winner[to + h];
        int start = from + row * encoder.features();
        if (spread[row] == 0) {
          kind[row] = weights.kind(source, start);
          spread[row] = weights.spread(source, start, kind[row]);
          inverse[row] = 1 / Math.sqrt(spread[row]);
        }
        double outer = gradient[at + h] * inverse[row];
        pull[row] += outer * weights.mapped(source, start, kind[row], h);
        shift[h] += gradient[at + h];
        int column = h * side;
        for (int i = 0; i < numbers; i++) {
          map[column + i] += outer * source[start + i];
        }
        if (kind[row] < encoder.kinds()) {
          map[column + numbers + kind[row]] += outer;
        }
        map[column + side - 1] += outer;
      }
      for (int row = 0; row < spread.length; row++) {
        if (spread[row] != 0) {
          addForm(
              source, from + row * encoder.features(), kind[row], -pull[row] / (2 * spread[row]));
          spread[row] = 0;
          pull[row] = 0;
        }
      }
    }

    /// Adds `pull x~ x~'`.
    private void addForm(float[] source, int start, int kind, double pull) {
      int numbers = encoder.numbers();
      int one = side - 1;
      for (int i = 0; i < numbers; i++) {
        double weighed = pull * source[start + i];
        for (int j = 0; j < numbers; j++) {
          form[i * side + j] += weighed * source[start + j];
        }
        addBoth(i, one, weighed);
        if (kind < encoder.kinds()) {
          addBoth(i, numbers + kind, weighed);
        }
      }
      form[one * side + one] += pull;
      if (kind < encoder.kinds()) {
        form[(numbers + kind) * (side + 1)] += pull;
        addBoth(one, numbers + kind, pull);
      }
    }

    private void addBoth(int i, int j, double value) {
      form[i * side + j] += value;
      form[j * side + i] += value;
    }

    /// A scalar with the same gradient with respect to A, Q and b: their products with the sums.
    NDArray surrogate(SetEncoder.Folded folded) {
      NDManager manager = folded.map().getManager();
      NDArray byMap =
          manager.create(floats(map), new Shape(encoder.width(), side)).mul(folded.map());
      NDArray byForm = manager.create(floats(form), new Shape(side, side)).mul(folded.form());
      NDArray byShift =
          manager.create(floats(shift), new Shape(1, shift.length)).mul(folded.shift());
      return byMap.sum().add(byForm.sum()).add(byShift.sum());
    }

    private static float[] floats(double[] values) {
      float[] floats = new float[values.length];
      for (int i = 0; i < values.length; i++) {
        floats[i] = (float) values[i];
      }
      return floats;
    }
  }
}
