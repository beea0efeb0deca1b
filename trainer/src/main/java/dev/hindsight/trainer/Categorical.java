package dev.hindsight.trainer;

/// What a row of logits says about the choice among n actions: their softmax, and what is reckoned
/// with it. Shifted by the largest logit, so that nothing overflows. A logit of minus infinity is
/// an action nobody may take.
public final class Categorical {
  private Categorical() {}

  /// Logarithm of the sum of exponentials; minus infinity where no action may be taken.
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

  /// Log-probability of an action, nats; NaN for one that is none of the n.
  public static double logProbability(float[] logits, int action) {
    return action >= 0 && action < logits.length ? logits[action] - logSum(logits) : Double.NaN;
  }

  /// `[n]`; zeros where no action may be taken.
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

  /// Kullback-Leibler divergence `sum p ln (p / q)` of two softmaxes, nats, at least 0.
  public static double divergence(float[] p, float[] q) {
    double sumP = logSum(p);
    double sumQ = logSum(q);
    double divergence = 0;
    for (int i = 0; i < p.length; i++) {
      double log = p[i] - sumP;
      divergence += Math.exp(log) * (log - (q[i] - sumQ));
    }
    return Math.max(0, divergence);
  }

  /// The most probable action, the lowest index among equals.
  public static int best(float[] logits) {
    int best = 0;
    for (int i = 1; i < logits.length; i++) {
      best = logits[i] > logits[best] ? i : best;
    }
    return best;
  }
}
