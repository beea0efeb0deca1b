package dev.hindsight.trainer.action;

/// The logit of an illegal action: the one number that stands for it wherever actions are drawn,
/// rated, learned from and analysed.
public final class IllegalLogit {
  /// Its probability is 0 in every precision, and unlike minus infinity it gives finite products,
  /// differences and gradients.
  public static final float FILL = -1e9f;

  private IllegalLogit() {}

  /// What an illegal action's logit becomes; one that is not a number stays, so that it is noticed.
  public static float of(float logit) {
    return Float.isNaN(logit) ? logit : FILL;
  }

  /// Whether a logit forbids its action: minus infinity, or what stands for it here.
  public static boolean forbids(double logit) {
    return logit <= FILL;
  }

  /// How far apart two logits are; 0 if both forbid their action or are no numbers, infinite if
  /// only one of them is.
  public static double apart(double one, double other) {
    if (one == other
        || (forbids(one) && forbids(other))
        || (Double.isNaN(one) && Double.isNaN(other))) {
      return 0;
    }
    double apart = Math.abs(one - other);
    return Double.isNaN(apart) || forbids(one) != forbids(other) ? Double.POSITIVE_INFINITY : apart;
  }

  /// The size of a logit, for an allowance in proportion to it; 0 if it forbids its action or is
  /// not finite.
  public static double size(double logit) {
    return forbids(logit) || !Double.isFinite(logit) ? 0 : Math.abs(logit);
  }
}
