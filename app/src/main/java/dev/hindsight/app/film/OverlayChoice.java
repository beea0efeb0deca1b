package dev.hindsight.app.film;

import dev.hindsight.trainer.scene.Overlay;
import java.util.Set;
import java.util.function.Consumer;
import javafx.scene.control.CheckBox;
import javafx.scene.layout.FlowPane;

/// A box to tick for each overlay. FX thread.
final class OverlayChoice extends FlowPane {
  /// @param toggled is told of each box that was ticked or cleared
  OverlayChoice(Set<Overlay> first, Consumer<Overlay> toggled) {
    super(14, 8);
    setPrefWrapLength(380);
    for (Overlay overlay : Overlay.values()) {
      CheckBox box = new CheckBox(words(overlay));
      box.setSelected(first.contains(overlay));
      box.selectedProperty().addListener(_ -> toggled.accept(overlay));
      getChildren().add(box);
    }
  }

  private static String words(Overlay overlay) {
    return switch (overlay) {
      case GOALS -> "Goals";
      case TRAILS -> "Trails";
      case OBSERVED -> "Observed";
      case LABELS -> "Numbers";
      case CAPTION -> "Trial and time";
      case METRICS -> "Metrics";
      case GHOSTS -> "The other recording";
    };
  }
}
