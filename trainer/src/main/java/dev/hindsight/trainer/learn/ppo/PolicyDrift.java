package dev.hindsight.trainer.learn.ppo;

import java.util.Map;

/// How far a policy moved from the one that acted, over the ticks outside limbo.
final class PolicyDrift {
  private final double clip;
  private double logRatios;
  private double ratios;
  private double divergence;
  private long clipped;
  private long count;

  /// @param clip furthest a ratio is followed from 1
  PolicyDrift(double clip) {
    this.clip = clip;
  }

  void add(double logRatio) {
    double ratio = Math.exp(logRatio);
    logRatios += logRatio;
    ratios += ratio;
    divergence += ratio - 1 - logRatio;
    clipped += Math.abs(ratio - 1) > clip ? 1 : 0;
    count++;
  }

  /// Two estimates of the divergence (Schulman, "Approximating KL Divergence", 2020), the share of
  /// ratios that were clipped, and their mean.
  void addTo(Map<String, Double> measured) {
    double ticks = Math.max(1, count);
    measured.put("losses/old_approx_kl", -logRatios / ticks);
    measured.put("losses/approx_kl", divergence / ticks);
    measured.put("losses/clipfrac", clipped / ticks);
    measured.put("losses/importance", ratios / ticks);
  }
}
