package dev.hindsight.inspector.counterfactual;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.Categorical;

/// The output of a query in which credit is measured.
public enum CreditMeasure {
  /// The log-probability of the action taken.
  ACTION(wording("CreditMeasure.action_taken"), "nats") {
    @Override
    double worth(float[] with, double valueWith, float[] without, double valueWithout, int taken) {
      return Categorical.logProbability(with, taken) - Categorical.logProbability(without, taken);
    }
  },
  /// The unnormalised logit of that action: it also moves when all logits move together, which
  /// changes nothing.
  LOGIT(wording("CreditMeasure.its_logit"), "") {
    @Override
    double worth(float[] with, double valueWith, float[] without, double valueWithout, int taken) {
      return taken >= 0 && taken < with.length ? with[taken] - without[taken] : Double.NaN;
    }
  },
  /// The estimated return.
  VALUE("Value", "") {
    @Override
    double worth(float[] with, double valueWith, float[] without, double valueWithout, int taken) {
      return valueWith - valueWithout;
    }
  },
  /// All actions together: the Kullback-Leibler divergence from the policy to the policy without.
  POLICY(wording("CreditMeasure.whole_policy_kl"), "nats") {
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

  /// A description for users.
  public String words() {
    return words;
  }

  /// The unit of the credit; empty if it has none.
  public String unit() {
    return unit;
  }

  /// The credit of something: the difference that its presence makes. Positive if it makes the
  /// action more likely or the value higher.
  ///
  /// @param with logits `[n]` with everything on
  /// @param without logits `[n]` without it
  /// @param taken the action; not one of the n if unknown
  abstract double worth(
      float[] with, double valueWith, float[] without, double valueWithout, int taken);
}
