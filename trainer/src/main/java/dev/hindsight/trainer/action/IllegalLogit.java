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
}
