package dev.hindsight.app.fx;

import dev.hindsight.trainer.Problem;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.css.PseudoClass;
import javafx.scene.control.Label;

/// A line in a form that reports invalid input where the user types it, or shows a hint. FX thread.
public final class ProblemLine extends Label {
  private static final PseudoClass WRONG = PseudoClass.getPseudoClass("error");

  private final ReadOnlyBooleanWrapper wrong = new ReadOnlyBooleanWrapper();

  /// An empty line.
  public ProblemLine() {
    getStyleClass().add("hs-problem");
    setWrapText(true);
    setMinHeight(USE_PREF_SIZE);
    setMaxWidth(Double.MAX_VALUE);
  }

  /// Runs a check: shows its text, or the problem it throws.
  public void check(java.util.function.Supplier<String> words) {
    try {
      setText(words.get());
      wrong.set(false);
    } catch (Problem problem) {
      String where = problem.where().isBlank() ? "" : problem.where().strip() + ": ";
      setText(where + problem.what() + " - " + problem.remedy());
      wrong.set(true);
    }
    pseudoClassStateChanged(WRONG, wrong.get());
  }

  /// Whether there is a problem.
  public ReadOnlyBooleanProperty wrong() {
    return wrong.getReadOnlyProperty();
  }
}
