package dev.hindsight.inspector.occlusion;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.counterfactual.TakenAction;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.ArrayList;
import java.util.List;

/// By what an observed number is said to matter.
///
/// @param kind which measure
/// @param output index of the mean that is differentiated, for continuous actions; else 0
/// @param words for users
public record SaliencyMeasure(Kind kind, int output, String words) {
  /// Kinds of measures.
  public enum Kind {
    /// None.
    NOTHING,
    /// The derivative of the preferred action's logit.
    PREFERRED,
    /// The derivative of the mean of one number of a continuous action.
    MEAN,
    /// The derivative of the value.
    VALUE,
    /// How far the decision moves if its mean stands in for a row.
    OCCLUSION
  }

  /// No measure.
  public static final SaliencyMeasure NOTHING =
      new SaliencyMeasure(Kind.NOTHING, 0, wording("SaliencyMeasure.nothing"));

  /// All that a recording allows, beginning with none.
  public static List<SaliencyMeasure> of(Manifest manifest) {
    List<SaliencyMeasure> all = new ArrayList<>(List.of(NOTHING));
    List<String> numbers = TakenAction.names(manifest);
    for (int i = 0; i < numbers.size(); i++) {
      String words = wording("SaliencyMeasure.derivative_of", numbers.get(i));
      all.add(new SaliencyMeasure(Kind.MEAN, i, words));
    }
    if (numbers.isEmpty()) {
      all.add(
          new SaliencyMeasure(
              Kind.PREFERRED, 0, wording("SaliencyMeasure.derivative_of_preferred")));
    }
    all.add(new SaliencyMeasure(Kind.VALUE, 0, wording("SaliencyMeasure.derivative_of_value")));
    all.add(new SaliencyMeasure(Kind.OCCLUSION, 0, wording("SaliencyMeasure.occlusion")));
    return all;
  }
}
