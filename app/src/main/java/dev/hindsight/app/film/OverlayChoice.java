package dev.hindsight.app.film;

import dev.hindsight.trainer.scene.Overlay;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import javafx.scene.control.CheckBox;
import javafx.scene.layout.FlowPane;

/// A box to tick for each overlay. FX thread.
final class OverlayChoice extends FlowPane {
  /// @param offered those that change something
  /// @param first those that are ticked
  /// @param toggled is told of each box that was ticked or cleared
  OverlayChoice(Set<Overlay> offered, Set<Overlay> first, Consumer<Overlay> toggled) {
    super(14, 8);
    setPrefWrapLength(380);
    for (Overlay overlay : new TreeSet<>(offered)) {
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
      case VECTORS -> "Track vectors";
      case ZONES -> "Protected zones";
      case CONFLICTS -> "Conflicts";
      case ATTENTION -> "Attention";
      case CAPTION -> "Trial and time";
      case METRICS -> "Metrics";
      case GHOSTS -> "The other recording";
    };
  }
}
