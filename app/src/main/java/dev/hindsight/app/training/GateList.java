package dev.hindsight.app.training;

import atlantafx.base.theme.Styles;
import dev.hindsight.trainer.run.ledger.Gate;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/// The checks of a run, a line each: PASS, FAIL or SKIP, its name, what was found. FX thread.
final class GateList extends VBox {
  private List<Gate> shown = List.of();

  GateList() {
    setId("training.gates");
    getStyleClass().add("hs-gates");
    getChildren().add(waiting());
  }

  void show(List<Gate> gates) {
    if (!gates.equals(shown)) {
      shown = gates;
      getChildren().setAll(gates.stream().map(GateList::line).toList());
      if (gates.isEmpty()) {
        getChildren().setAll(waiting());
      }
    }
  }

  private static Node waiting() {
    Label words = new Label("No check has finished yet");
    words.getStyleClass().add(Styles.TEXT_MUTED);
    return words;
  }

  private static Node line(Gate gate) {
    Label verdict = new Label(gate.verdict().name());
    verdict.getStyleClass().addAll(Styles.TEXT_BOLD, "hs-verdict", tone(gate.verdict()));
    verdict.setMinWidth(Region.USE_PREF_SIZE);
    Label name = new Label(gate.name());
    name.setMinWidth(Region.USE_PREF_SIZE);
    Label detail = new Label(gate.detail());
    detail.getStyleClass().addAll(Styles.TEXT_MUTED, Styles.TEXT_SMALL);
    detail.setWrapText(true);
    detail.setTooltip(new Tooltip(gate.detail()));
    HBox first = new HBox(8, verdict, name);
    first.setAlignment(Pos.BASELINE_LEFT);
    return new VBox(first, detail);
  }

  private static String tone(Gate.Status status) {
    return switch (status) {
      case PASS -> Styles.SUCCESS;
      case FAIL -> Styles.DANGER;
      case SKIP -> Styles.TEXT_MUTED;
    };
  }
}
