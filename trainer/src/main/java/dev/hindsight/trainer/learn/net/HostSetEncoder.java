package dev.hindsight.trainer.learn.net;

import java.util.Arrays;

/// A set encoder's folded weights in Java's memory: see [SetEncoder] for the maths. Hot loop:
/// allocates nothing. One owner thread.
///
/// A row has only a few numbers, so one pass over the width for each row stays in the processor's
/// first-level cache; PyTorch would write every row's encoding to memory only to find the maximum.
/// Empty rows (zeros, at most one of which can win) are encoded once. The loops over the width read
/// and write all arrays at the same index: with another one, Java's compiler would not use vectors.
final class HostSetEncoder {
  private static final float NORM_EPSILON = 1e-5f;

  /// How many rows a block of [#reached] has.
  private static final int BLOCK = 8;

  /// The most numbers of a row besides its kind: the loop over them is unrolled.
  static final int MOST_NUMBERS = 7;

  private final SetEncoder encoder;

  /// m, numbers of a row besides its kind.
  private final int numbers;

  /// `[7][h]`, one column of A each; the last is zeros if rows have six numbers.
  private final float[][] map;

  private final float[] map0;
  private final float[] map1;
  private final float[] map2;
  private final float[] map3;
  private final float[] map4;
  private final float[] map5;
  private final float[] map6;

  /// `[kinds + 1][h]`, the sum of the columns of a kind and of the constant; the last for an
  /// unknown kind.
  private final float[][] base;

  /// The part of Q between numbers: its upper triangle, row by row, with doubled off-diagonal
  /// elements.
  private final float[] form;

  /// `[kinds + 1][m]`, twice the part of Q between numbers and kind.
  private final float[][] linear;

  /// `[kinds + 1]`, the part of Q for a kind alone, epsilon included.
  private final float[] constant;

  private final float[] shift;

  /// `[h]`, the largest score so far.
  private final float[] best;

  /// The rows of the present set that count, and how many: where they begin, their columns of
  /// [#base], their `1 / s` and, `[h]` each, their scores.
  private final int[] row;

  private final int[] begin;
  private final float[][] ofKind;
  private final float[] scale;
  private final float[][] score;

  /// `[R / 8][h]`, [#best] as it was after each whole block of the rows that count: the first block
  /// that reaches the largest score holds its row.
  private final float[][] reached;

  private int counted;

  /// Zeros, as many as a set has numbers.
  private final float[] zeros;

  /// @param a `[h * (inputs + 1)]`, row after row
  /// @param q `[(inputs + 1) * (inputs + 1)]`
  /// @param shift `[h]`
  HostSetEncoder(SetEncoder encoder, float[] a, float[] q, float[] shift) {
    this.encoder = encoder;
    this.shift = shift;
    this.numbers = encoder.numbers();
    int width = encoder.width();
    int side = encoder.inputs() + 1;
    map = new float[MOST_NUMBERS][width];
    base = new float[encoder.kinds() + 1][width];
    form = new float[MOST_NUMBERS * (MOST_NUMBERS + 1) / 2];
    linear = new float[encoder.kinds() + 1][MOST_NUMBERS];
    constant = new float[encoder.kinds() + 1];
    best = new float[width];
    int rows = encoder.rows();
    row = new int[rows];
    begin = new int[rows];
    ofKind = new float[rows][];
    scale = new float[rows];
    score = new float[rows][width];
    reached = new float[rows / BLOCK][width];
    zeros = new float[rows * encoder.features()];
    map0 = map[0];
    map1 = map[1];
    map2 = map[2];
    map3 = map[3];
    map4 = map[4];
    map5 = map[5];
    map6 = map[6];
    int one = side - 1;
    for (int i = 0; i < numbers; i++) {
      for (int h = 0; h < width; h++) {
        map[i][h] = a[h * side + i];
      }
    }
    int corner = 0;
    for (int i = 0; i < MOST_NUMBERS; i++) {
      for (int j = i; j < MOST_NUMBERS; j++) {
        form[corner++] = j < numbers ? (i == j ? 1 : 2) * q[i * side + j] : 0;
      }
    }
    for (int kind = 0; kind <= encoder.kinds(); kind++) {
      boolean known = kind < encoder.kinds();
      int at = numbers + kind;
      for (int h = 0; h < width; h++) {
        base[kind][h] = a[h * side + one] + (known ? a[h * side + at] : 0);
      }
      for (int i = 0; i < numbers; i++) {
        linear[kind][i] = 2 * (q[i * side + one] + (known ? q[i * side + at] : 0));
      }
      float own = q[one * side + one];
      constant[kind] =
          NORM_EPSILON + own + (known ? q[at * side + at] + 2 * q[at * side + one] : 0);
    }
  }

  /// Encodes one set.
  ///
  /// @param source the set: `R * F` numbers from `from`
  /// @param out receives `h` numbers from `to`
  void encode(float[] source, int from, float[] out, int to) {
    begin(source, from);
    for (int i = 0; i < counted; i++) {
      raise(source, i);
    }
    for (int h = 0; h < best.length; h++) {
      out[to + h] = best[h] + shift[h];
    }
  }

  /// Encodes one set and notes which row each number comes from: the first of equals.
  ///
  /// @param winner `[h]`, overwritten
  void choose(float[] source, int from, float[] out, int to, int[] winner) {
    begin(source, from);
    for (int i = 0; i < counted; i++) {
      raise(source, i);
      if (i % BLOCK == BLOCK - 1) {
        System.arraycopy(best, 0, reached[i / BLOCK], 0, best.length);
      }
    }
    for (int h = 0; h < best.length; h++) {
      int first = 0;
      while (first + BLOCK < counted && reached[first / BLOCK][h] != best[h]) {
        first += BLOCK;
      }
      while (first < counted - 1 && score[first][h] != best[h]) {
        first++;
      }
      winner[h] = row[first];
      out[to + h] = best[h] + shift[h];
    }
  }

  private void begin(float[] source, int from) {
    count(source, from);
    Arrays.fill(best, Float.NEGATIVE_INFINITY);
  }

  private void raise(float[] source, int i) {
    raise(source, begin[i], ofKind[i], scale[i], score[i]);
  }

  /// Lists the rows that count: all that are not empty, and the first empty one.
  private void count(float[] source, int from) {
    int features = encoder.features();
    int end = from + encoder.rows() * features;
    boolean emptySeen = false;
    counted = 0;
    for (int at = from; at < end; at += features) {
      if (empty(source, at)) {
        if (emptySeen) {
          // Most sets end with many empty rows, which one comparison skips.
          int other = Arrays.mismatch(source, at, end, zeros, 0, end - at);
          at = other < 0 ? end : at + other / features * features;
          if (at == end || empty(source, at)) {
            continue;
          }
        }
        emptySeen = true;
      }
      int kind = kind(source, at);
      row[counted] = (at - from) / features;
      begin[counted] = at;
      ofKind[counted] = base[kind];
      scale[counted] = spread(source, at, kind);
      counted++;
    }
    for (int i = 0; i < counted; i++) {
      scale[i] = (float) (1 / Math.sqrt(scale[i]));
    }
  }

  private boolean empty(float[] source, int at) {
    for (int i = 0; i < encoder.features(); i++) {
      if (source[at + i] != 0) {
        return false;
      }
    }
    return true;
  }

  /// Computes a row's scores, `(A x~) / s`, and raises [#best] to them.
  ///
  /// @param kind its columns of [#base]
  /// @param kept `[h]` the scores, overwritten
  private void raise(float[] source, int at, float[] kind, float scale, float[] kept) {
    float x0 = source[at];
    float x1 = source[at + 1];
    float x2 = source[at + 2];
    float x3 = source[at + 3];
    float x4 = source[at + 4];
    float x5 = source[at + 5];
    float x6 = numbers > 6 ? source[at + 6] : 0;
    for (int h = 0; h < best.length; h++) {
      float z = Math.fma(map0[h], x0, kind[h]);
      z = Math.fma(map1[h], x1, z);
      z = Math.fma(map2[h], x2, z);
      z = Math.fma(map3[h], x3, z);
      z = Math.fma(map4[h], x4, z);
      z = Math.fma(map5[h], x5, z);
      z = scale * Math.fma(map6[h], x6, z);
      kept[h] = z;
      best[h] = Math.max(best[h], z);
    }
  }

  int kind(float[] source, int at) {
    if (encoder.kinds() == 0) {
      return 0;
    }
    float word = source[at + numbers];
    int code = (int) word;
    return code == word && code >= 0 && code < encoder.kinds() ? code : encoder.kinds();
  }

  /// `s^2` of a row. Unrolled, so that the sums do not wait for each other.
  float spread(float[] source, int at, int kind) {
    float[] q = form;
    float[] l = linear[kind];
    float x0 = source[at];
    float x1 = source[at + 1];
    float x2 = source[at + 2];
    float x3 = source[at + 3];
    float x4 = source[at + 4];
    float x5 = source[at + 5];
    float x6 = numbers > 6 ? source[at + 6] : 0;
    float y0 =
        l[0] + q[0] * x0 + q[1] * x1 + q[2] * x2 + q[3] * x3 + q[4] * x4 + q[5] * x5 + q[6] * x6;
    float y1 = l[1] + q[7] * x1 + q[8] * x2 + q[9] * x3 + q[10] * x4 + q[11] * x5 + q[12] * x6;
    float y2 = l[2] + q[13] * x2 + q[14] * x3 + q[15] * x4 + q[16] * x5 + q[17] * x6;
    float y3 = l[3] + q[18] * x3 + q[19] * x4 + q[20] * x5 + q[21] * x6;
    float y4 = l[4] + q[22] * x4 + q[23] * x5 + q[24] * x6;
    float y5 = l[5] + q[25] * x5 + q[26] * x6;
    float y6 = l[6] + q[27] * x6;
    float low = constant[kind] + x0 * y0 + x1 * y1 + x2 * y2;
    return low + (x3 * y3 + x4 * y4) + (x5 * y5 + x6 * y6);
  }

  /// `A x~` of a row, for one number of the encoding.
  float mapped(float[] source, int at, int kind, int h) {
    float sum = base[kind][h];
    for (int i = 0; i < numbers; i++) {
      sum = Math.fma(map[i][h], source[at + i], sum);
    }
    return sum;
  }
}
