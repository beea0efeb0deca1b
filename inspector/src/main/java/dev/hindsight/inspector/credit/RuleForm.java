package dev.hindsight.inspector.credit;

import dev.hindsight.inspector.live.WordChoice;
import dev.hindsight.trainer.credit.Discounting.Ends;
import dev.hindsight.trainer.credit.Discounting.Limbo;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;

/// Choosing a rule. FX thread.
final class RuleForm extends FlowPane {
  private final Consumer<CreditRule> onChoice;
  private CreditRule rule;

  /// @param id put before the ids of its controls
  RuleForm(String id, CreditRule first, Consumer<CreditRule> onChoice) {
    super(10, 6);
    this.rule = first;
    this.onChoice = onChoice;
    WordChoice<Ends> ends =
        new WordChoice<Ends>(id + ".ends", "What the end of a trial does", RuleForm::words)
            .offer(
                List.of(Ends.values()),
                first.trialEnds(),
                chosen -> choose(rule.withTrialEnds(chosen)));
    WordChoice<Limbo> limbo =
        new WordChoice<Limbo>(id + ".limbo", "What limbo does", RuleForm::words)
            .offer(
                List.of(Limbo.values()), first.limbo(), chosen -> choose(rule.withLimbo(chosen)));
    getChildren()
        .addAll(
            labelled("Trial ends", ends),
            labelled("Limbo", limbo),
            number(
                id + ".gamma",
                "γ",
                "Discount factor a tick",
                first.gamma(),
                value -> choose(rule.withGamma(value))),
            number(
                id + ".lambda",
                "λ",
                "Weight of longer looks ahead",
                first.lambda(),
                value -> choose(rule.withLambda(value))));
  }

  private void choose(CreditRule next) {
    if (!next.equals(rule)) {
      rule = next;
      onChoice.accept(next);
    }
  }

  private static String words(Ends ends) {
    return switch (ends) {
      case ACROSS -> "run on";
      case BOOT -> "stop the trace";
      case CUT -> "cut";
    };
  }

  private static String words(Limbo limbo) {
    return switch (limbo) {
      case SKIP -> "is skipped";
      case CUT -> "cuts";
    };
  }

  /// A number from 0 to 1; what is none is put back.
  private static HBox number(
      String id, String symbol, String name, double first, Consumer<Double> onNumber) {
    TextField field = new TextField(text(first));
    field.setId(id);
    field.setPrefColumnCount(4);
    field.setAccessibleText(name);
    field.setTooltip(new Tooltip(name + ", from 0 to 1"));
    double[] last = {first};
    Runnable take =
        () -> {
          try {
            double typed = Double.parseDouble(field.getText().strip());
            if (typed >= 0 && typed <= 1) {
              last[0] = typed;
              onNumber.accept(typed);
            }
          } catch (NumberFormatException _) {
            // Put back below.
          }
          field.setText(text(last[0]));
        };
    field.setOnAction(_ -> take.run());
    field
        .focusedProperty()
        .subscribe(focused -> {
          if (!focused) {
            take.run();
          }
        });
    return labelled(symbol, field);
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
