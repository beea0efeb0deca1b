package dev.hindsight.inspector.counterfactual;

import dev.hindsight.trainer.Categorical;

/// What about a query worth is measured in.
public enum CreditMeasure {
  /// How likely the action that was taken is, as a logarithm.
  ACTION("Action taken", "nats") {
    @Override
    double worth(float[] with, double valueWith, float[] without, double valueWithout, int taken) {
      return Categorical.logProbability(with, taken) - Categorical.logProbability(without, taken);
    }
  },
  /// The bare logit of that action: it also moves where all logits move together, and nothing
  /// changes.
  LOGIT("Its logit", "") {
    @Override
    double worth(float[] with, double valueWith, float[] without, double valueWithout, int taken) {
      return taken >= 0 && taken < with.length ? with[taken] - without[taken] : Double.NaN;
    }
  },
  /// The estimate of the return.
  VALUE("Value", "") {
    @Override
    double worth(float[] with, double valueWith, float[] without, double valueWithout, int taken) {
      return valueWith - valueWithout;
    }
  },
  /// All actions together: Kullback-Leibler divergence from the policy to the policy without.
  POLICY("Whole policy (KL)", "nats") {
    @Override
    double worth(float[] with, double valueWith, float[] without, double valueWithout, int taken) {
      return Categorical.divergence(with, without);
    }
  };

  private final String words;
  private final String unit;

  CreditMeasure(String words, String unit) {
    this.words = words;
    this.unit = unit;
  }

  /// For people.
  public String words() {
    return words;
  }

  /// Of its worth; empty where it has none.
  public String unit() {
    return unit;
  }

  /// What something was worth: the difference it makes that it is there. Positive where the action
  /// is more likely, or the value higher, with it.
  ///
  /// @param with logits `[n]` with everything
  /// @param without logits `[n]` without it
  /// @param taken the action; none of the n where nobody knows
  abstract double worth(
      float[] with, double valueWith, float[] without, double valueWithout, int taken);
}
