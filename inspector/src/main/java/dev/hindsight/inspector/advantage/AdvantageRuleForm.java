package dev.hindsight.inspector.advantage;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.trainer.advantage.Discounting.EndRule;
import dev.hindsight.trainer.advantage.Discounting.LimboEndRule;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;

/// The form for choosing a rule. FX thread.
final class AdvantageRuleForm extends FlowPane {
  private final Consumer<AdvantageRule> onChoice;
  private final WordedChoiceBox<EndRule> ends;
  private final WordedChoiceBox<LimboEndRule> limbo;
  private final NumberField gamma;
  private final NumberField lambda;
  private AdvantageRule rule = AdvantageRule.USUAL;

  /// @param id prefix for the ids of its controls
  AdvantageRuleForm(String id, Consumer<AdvantageRule> onChoice) {
    super(10, 6);
    this.onChoice = onChoice;
    ends =
        new WordedChoiceBox<EndRule>(
                id + ".ends",
                wording("AdvantageRuleForm.what_the_end_of_a_trial"),
                AdvantageRuleForm::words)
            .offer(
                List.of(EndRule.values()),
                rule.trialEnds(),
                chosen -> choose(rule.withTrialEnds(chosen)));
    limbo =
        new WordedChoiceBox<LimboEndRule>(
                id + ".limbo",
                wording("AdvantageRuleForm.what_limbo_does"),
                AdvantageRuleForm::words)
            .offer(
                List.of(LimboEndRule.values()),
                rule.limbo(),
                chosen -> choose(rule.withLimbo(chosen)));
    gamma =
        new NumberField(
            id + ".gamma",
            wording("AdvantageRuleForm.discount_factor_per_tick"),
            rule.gamma(),
            value -> choose(rule.withGamma(value)));
    lambda =
        new NumberField(
            id + ".lambda",
            wording("AdvantageRuleForm.weight_of_longer_looks_ahead"),
            rule.lambda(),
            value -> choose(rule.withLambda(value)));
    getChildren()
        .addAll(
            labelled("Trial ends", ends),
            labelled(wording("AdvantageRuleForm.limbo"), limbo),
            labelled("γ", gamma),
            labelled("λ", lambda));
  }

  /// Shows the rule in use, without reporting it as a choice.
  void show(AdvantageRule used) {
    if (!used.equals(rule)) {
      rule = used;
      ends.setValue(used.trialEnds());
      limbo.setValue(used.limbo());
      gamma.show(used.gamma());
      lambda.show(used.lambda());
    }
  }

  private void choose(AdvantageRule next) {
    if (!next.equals(rule)) {
      rule = next;
      onChoice.accept(next);
    }
  }

  private static String words(EndRule endRule) {
    return switch (endRule) {
      case ACROSS -> wording("AdvantageRuleForm.run_on");
      case BOOT -> wording("AdvantageRuleForm.stop_the_trace");
      case CUT -> "cut";
    };
  }

  private static String words(LimboEndRule limboEndRule) {
    return switch (limboEndRule) {
      case SKIP -> wording("AdvantageRuleForm.is_skipped");
      case CUT -> "cuts";
    };
  }

  /// A field for a number from 0 to 1; restores the old number after invalid input.
  private static final class NumberField extends TextField {
    private final Consumer<Double> onNumber;
    private double last;

    private NumberField(String id, String name, double first, Consumer<Double> onNumber) {
      super(text(first));
      this.onNumber = onNumber;
      last = first;
      setId(id);
      setPrefColumnCount(4);
      setAccessibleText(name);
      setTooltip(new Tooltip(name + ", from 0 to 1"));
      setOnAction(_ -> take());
      focusedProperty()
          .subscribe(focused -> {
            if (!focused) {
              take();
            }
          });
    }

    private void show(double number) {
      last = number;
      setText(text(number));
    }

    private void take() {
      try {
        double typed = Double.parseDouble(getText().strip());
        if (typed >= 0 && typed <= 1) {
          last = typed;
          onNumber.accept(typed);
        }
      } catch (NumberFormatException _) {
        // The code below restores the old number.
      }
      setText(text(last));
    }
  }

  private static String text(double value) {
    return String.format(Locale.ROOT, "%s", value);
  }

  private static HBox labelled(String words, Node control) {
    Label label = new Label(words);
    label.setLabelFor(control);
    label.setMinWidth(Label.USE_PREF_SIZE);
    HBox both = new HBox(5, label, control);
    both.setAlignment(javafx.geometry.Pos.CENTER_LEFT);
    return both;
  }
}
