package dev.hindsight.inspector.advantage;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.WordedChoiceBox;
import dev.hindsight.trainer.advantage.Discounting.EndRule;
import dev.hindsight.trainer.advantage.Discounting.LimboEndRule;
import java.util.List;
import java.util.OptionalDouble;
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
  private double common = rule.gamma();
  private boolean own;

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
            this::chooseGamma);
    lambda =
        new NumberField(
            id + ".lambda",
            wording("AdvantageRuleForm.weight_of_longer_looks_ahead"),
            rule.lambda(),
            value -> choose(rule.withLambda(value.orElseThrow())));
    getChildren()
        .addAll(
            labelled("Trial ends", ends),
            labelled(wording("AdvantageRuleForm.limbo"), limbo),
            labelled("γ", gamma),
            labelled("λ", lambda));
  }

  /// Shows the rule in use, without reporting it as a choice.
  ///
  /// @param ownDiscounts whether agents have discounts of their own
  void show(AdvantageRule used, boolean ownDiscounts) {
    if (!used.equals(rule) || ownDiscounts != own) {
      rule = used;
      own = ownDiscounts;
      common = used.gammaForAll() ? common : used.gamma();
      ends.setValue(used.trialEnds());
      limbo.setValue(used.limbo());
      gamma.setPromptText(own ? wording("AdvantageRuleForm.own") : "");
      gamma.show(
          own && !used.gammaForAll() ? OptionalDouble.empty() : OptionalDouble.of(used.gamma()));
      lambda.show(OptionalDouble.of(used.lambda()));
    }
  }

  /// An empty field stands for the discounts that agents have of their own.
  private void chooseGamma(OptionalDouble typed) {
    choose(typed.isPresent() ? rule.withGamma(typed.getAsDouble()) : rule.withOwnDiscounts(common));
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

  /// A field for a number from 0 to 1, or for none if it has a prompt; restores the old number
  /// after invalid input.
  private static final class NumberField extends TextField {
    private final Consumer<OptionalDouble> onNumber;
    private OptionalDouble last;

    private NumberField(String id, String name, double first, Consumer<OptionalDouble> onNumber) {
      this.onNumber = onNumber;
      last = OptionalDouble.of(first);
      setText(text(last));
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

    private void show(OptionalDouble number) {
      last = number;
      setText(text(number));
    }

    private void take() {
      OptionalDouble typed = typed();
      if (!typed.equals(last) && (typed.isPresent() || meansNone())) {
        last = typed;
        onNumber.accept(typed);
      }
      setText(text(last));
    }

    private boolean meansNone() {
      return getText().isBlank() && !getPromptText().isEmpty();
    }

    private OptionalDouble typed() {
      try {
        double number = Double.parseDouble(getText().strip());
        return number >= 0 && number <= 1 ? OptionalDouble.of(number) : OptionalDouble.empty();
      } catch (NumberFormatException _) {
        return OptionalDouble.empty();
      }
    }
  }

  private static String text(OptionalDouble number) {
    return number.isPresent() ? Double.toString(number.getAsDouble()) : "";
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
