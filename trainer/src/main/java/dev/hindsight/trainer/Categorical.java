package dev.hindsight.trainer;

import java.util.Optional;

/// The distribution that a row of logits gives n actions: its softmax and quantities derived from
/// it. Logits are shifted by the largest one, so that nothing overflows. An action with a logit of
/// minus infinity is forbidden.
public final class Categorical {
  private Categorical() {}

  /// Logarithm of the sum of exponentials; minus infinity if no action is allowed.
  public static double logSum(float[] logits) {
    double most = Double.NEGATIVE_INFINITY;
    for (float logit : logits) {
      most = Math.max(most, logit);
    }
    if (most == Double.NEGATIVE_INFINITY) {
      return most;
    }
    double sum = 0;
    for (float logit : logits) {
      sum += Math.exp(logit - most);
    }
    return most + Math.log(sum);
  }

  /// Log-probability of an action, nats; NaN if the action is out of range.
  public static double logProbability(float[] logits, int action) {
    return action >= 0 && action < logits.length ? logits[action] - logSum(logits) : Double.NaN;
  }

  /// `[n]`; zeros if no action is allowed.
  public static double[] probabilities(float[] logits) {
    double sum = logSum(logits);
    double[] probabilities = new double[logits.length];
    for (int i = 0; i < logits.length && sum != Double.NEGATIVE_INFINITY; i++) {
      probabilities[i] = Math.exp(logits[i] - sum);
    }
    return probabilities;
  }

  /// Entropy `-sum p ln p`, nats.
  public static double entropy(float[] logits) {
    double sum = logSum(logits);
    double entropy = 0;
    for (float logit : logits) {
      double log = logit - sum;
      entropy -= log == Double.NEGATIVE_INFINITY ? 0 : Math.exp(log) * log;
    }
    return entropy;
  }

  /// Kullback-Leibler divergence `sum p ln (p / q)` of two softmaxes, nats, at least 0; infinite if
  /// q forbids what p does not.
  public static double divergence(float[] p, float[] q) {
    double sumP = logSum(p);
    double sumQ = logSum(q);
    double divergence = 0;
    for (int i = 0; i < p.length; i++) {
      double log = p[i] - sumP;
      double probability = Math.exp(log);
      // What never happens adds nothing, even where q forbids it.
      divergence += probability == 0 ? 0 : probability * (log - (q[i] - sumQ));
    }
    return Math.max(0, divergence);
  }

  /// Whether every logit is a number. If one is NaN, so are all probabilities, and no action is the
  /// most probable one.
  public static boolean known(float[] logits) {
    for (float logit : logits) {
      if (Float.isNaN(logit)) {
        return false;
      }
    }
    return true;
  }

  /// The most probable action ([#best]); empty if there is none, because a logit is NaN.
  public static Optional<Integer> preferred(float[] logits) {
    return known(logits) ? Optional.of(best(logits)) : Optional.empty();
  }

  /// The most probable action; of several equal ones, the one with the lowest index. Means nothing
  /// unless [#known].
  public static int best(float[] logits) {
    int best = 0;
    for (int i = 1; i < logits.length; i++) {
      best = logits[i] > logits[best] ? i : best;
    }
    return best;
  }
}
