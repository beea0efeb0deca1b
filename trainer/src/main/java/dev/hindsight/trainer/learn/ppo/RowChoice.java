package dev.hindsight.trainer.learn.ppo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/// The rows of a step and their weights.
///
/// @param rows indices, each once
/// @param weight one per row, 1 without a preference
record RowChoice(int[] rows, float[] weight) {
  /// Keeps every probability above 0 and every division defined, as the reference does.
  private static final double CRUMB = 1e-6;

  /// Some rows in this order, without a preference.
  static RowChoice of(int[] rows) {
    float[] weight = new float[rows.length];
    Arrays.fill(weight, 1);
    return new RowChoice(rows, weight);
  }

  /// Every row once, in random order, divided into steps.
  static RowChoice[] shuffled(int rows, int steps, SplittableRandom random) {
    int[] order = new int[rows];
    Arrays.setAll(order, i -> i);
    for (int i = rows - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
    RowChoice[] choices = new RowChoice[steps];
    for (int step = 0; step < steps; step++) {
      int from = (int) ((long) rows * step / steps);
      int to = (int) ((long) rows * (step + 1) / steps);
      float[] weight = new float[to - from];
      Arrays.fill(weight, 1);
      choices[step] = new RowChoice(Arrays.copyOfRange(order, from, to), weight);
    }
    return choices;
  }

  /// Expands a choice of agent groups to their rows: group c is rows `c * size` and the following,
  /// in order.
  ///
  /// @param size rows of a group
  RowChoice ofWorlds(int size) {
    int[] members = new int[rows.length * size];
    float[] shares = new float[members.length];
    for (int i = 0; i < members.length; i++) {
      members[i] = rows[i / size] * size + i % size;
      shares[i] = weight[i / size];
    }
    return new RowChoice(members, shares);
  }

  /// Splits the choice into parts of a few rows without dividing an agent group: as many as the
  /// next power of two, of even sizes, so that two or four threads have equal shares.
  ///
  /// @param most rows of a part; one group if that is more
  /// @param size rows of a group
  List<RowChoice> parts(int most, int size) {
    List<RowChoice> parts = new ArrayList<>();
    int groups = rows.length / size;
    int least = Math.ceilDiv(groups, Math.max(1, most / size));
    int count = Math.min(groups, least <= 1 ? least : 2 * Integer.highestOneBit(least - 1));
    for (int part = 0; part < count; part++) {
      int from = (int) ((long) groups * part / count) * size;
      int to = (int) ((long) groups * (part + 1) / count) * size;
      parts.add(
          new RowChoice(Arrays.copyOfRange(rows, from, to), Arrays.copyOfRange(weight, from, to)));
    }
    return parts;
  }

  /// Draws rows without replacement, with a preference for large advantages (by the keys of
  /// Efraimidis and Spirakis, 2006).
  ///
  /// @param magnitude sum of `|A|` over each row
  /// @param alpha strength of the preference
  /// @param beta how much of it the weights correct: `(R p)^-beta`
  static RowChoice prioritised(
      float[] magnitude, int count, double alpha, double beta, SplittableRandom random) {
    double[] probability = probabilities(magnitude, alpha);
    double[] key = new double[magnitude.length];
    for (int row = 0; row < key.length; row++) {
      key[row] = Math.log(1 - random.nextDouble()) / probability[row];
    }
    Integer[] order = new Integer[key.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Double.compare(key[b], key[a]));
    int[] rows = new int[count];
    float[] weight = new float[count];
    for (int i = 0; i < count; i++) {
      rows[i] = order[i];
      weight[i] = (float) Math.pow(magnitude.length * probability[rows[i]], -beta);
    }
    return new RowChoice(rows, weight);
  }

  /// `p = (w + 1e-6) / (sum w + 1e-6)` with `w = magnitude^alpha`.
  static double[] probabilities(float[] magnitude, double alpha) {
    double[] probability = new double[magnitude.length];
    double sum = 0;
    for (int row = 0; row < probability.length; row++) {
      probability[row] = Math.pow(magnitude[row], alpha);
      sum += probability[row];
    }
    for (int row = 0; row < probability.length; row++) {
      probability[row] = (probability[row] + CRUMB) / (sum + CRUMB);
    }
    return probability;
  }
}
