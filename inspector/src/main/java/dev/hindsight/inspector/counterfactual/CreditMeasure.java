package dev.hindsight.inspector.counterfactual;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.rollout.Manifest;
import java.util.Arrays;
import java.util.List;

/// The output of a query in which credit is measured.
public enum CreditMeasure {
  /// The log-probability of the action taken; of numbers, the logarithm of its density.
  ACTION(wording("CreditMeasure.action_taken"), "nats") {
    @Override
    double worth(
        float[] with, double valueWith, float[] without, double valueWithout, TakenAction taken) {
      return taken.logProbability(with) - taken.logProbability(without);
    }
  },
  /// The unnormalised logit of that action: it also moves when all logits move together, which
  /// changes nothing. Numbers have none.
  LOGIT(wording("CreditMeasure.its_logit"), "") {
    @Override
    double worth(
        float[] with, double valueWith, float[] without, double valueWithout, TakenAction taken) {
      int joint = taken.joint();
      return joint >= 0 && joint < with.length ? with[joint] - without[joint] : Double.NaN;
    }
  },
  /// The estimated return.
  VALUE("Value", "") {
    @Override
    double worth(
        float[] with, double valueWith, float[] without, double valueWithout, TakenAction taken) {
      return valueWith - valueWithout;
    }
  },
  /// All actions together: the Kullback-Leibler divergence from the policy to the policy without.
  POLICY(wording("CreditMeasure.whole_policy_kl"), "nats") {
    @Override
    double worth(
        float[] with, double valueWith, float[] without, double valueWithout, TakenAction taken) {
      return taken.divergence(with, without);
    }
  };

  private final String words;
  private final String unit;

  CreditMeasure(String words, String unit) {
    this.words = words;
    this.unit = unit;
  }

  /// Those that the actions of a recording have.
  public static List<CreditMeasure> of(Manifest manifest) {
    boolean numbers = !TakenAction.names(manifest).isEmpty();
    return Arrays.stream(values()).filter(each -> !numbers || each != LOGIT).toList();
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
  /// @param with the output with everything on
  /// @param without the output without it
  /// @param taken the action, which tells how to read outputs
  abstract double worth(
      float[] with, double valueWith, float[] without, double valueWithout, TakenAction taken);
}
