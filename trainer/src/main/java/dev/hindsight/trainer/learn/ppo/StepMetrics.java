package dev.hindsight.trainer.learn.ppo;

import dev.hindsight.trainer.learn.training.Trajectories;
import java.nio.FloatBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/// Sums up the parts of one step of the optimiser. One owner thread.
final class StepMetrics {
  private final Trajectories all;
  private final boolean writesBack;
  private final PolicyDrift policyDrift;
  private double total;
  private double policy;
  private double value;
  private double entropy;

  StepMetrics(Trajectories all, PpoConfig config) {
    this.all = all;
    this.writesBack = config.refresh() == PpoConfig.Refresh.MINIBATCH;
    this.policyDrift = new PolicyDrift(config.clip());
  }

  /// Adds a part's losses, leaves its new values and ratios behind where later advantages want
  /// them, and measures how far the policy moved: all but in limbo.
  void add(int[] rows, PpoLoss loss) {
    total += loss.total().getFloat();
    policy += loss.policy().getFloat();
    value += loss.value().getFloat();
    entropy += loss.entropy().getFloat();
    FloatBuffer logRatios = loss.logRatio().toByteBuffer(true).asFloatBuffer();
    FloatBuffer values = loss.values().toByteBuffer(true).asFloatBuffer();
    for (int i = 0; i < rows.length; i++) {
      for (int t = 0; t < all.used; t++) {
        int at = all.at(rows[i], t);
        if (all.removed[at] != 0) {
          continue;
        }
        double logRatio = logRatios.get(i * all.used + t);
        policyDrift.add(logRatio);
        if (writesBack) {
          all.ratio[at] = (float) Math.exp(logRatio);
          all.value[at] = values.get(i * all.used + t);
        }
      }
    }
  }

  /// The step's loss.
  double total() {
    return total;
  }

  /// Everything by name, as in docs/metrics.md.
  ///
  /// @param norm length of the gradient
  Map<String, Double> measured(double norm) {
    Map<String, Double> measured = new LinkedHashMap<>();
    measured.put("losses/policy_loss", policy);
    measured.put("losses/value_loss", value);
    measured.put("losses/entropy", entropy);
    policyDrift.addTo(measured);
    measured.put("losses/gradient_norm", norm);
    return measured;
  }
}
