package dev.hindsight.inspector.mask;

import dev.hindsight.render.Palette;
import java.util.EnumMap;
import java.util.Map;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;

/// What colours, hatchings and letters mean, and how many cells each reason has in both forms. FX
/// thread.
final class MaskLegend extends FlowPane {
  private static final double WIDTH = 20;
  private static final double HEIGHT = 13;

  private final Map<Reason, Label> labels = new EnumMap<>(Reason.class);

  MaskLegend(Palette palette) {
    super(10, 3);
    setId("masks.legend");
    for (Reason reason : Reason.values()) {
      Label label = new Label(reason.words(), new Canvas(WIDTH, HEIGHT));
      label.getStyleClass().add("text-small");
      labels.put(reason, label);
      getChildren().add(label);
    }
    dress(palette);
  }

  /// Counts cells.
  void count(MaskRow learning, MaskRow acting) {
    labels.forEach((reason, label) ->
        label.setText(
            "%s: %d learning, %d acting"
                .formatted(reason.words(), count(learning, reason), count(acting, reason))));
  }

  private static long count(MaskRow row, Reason reason) {
    return row.cells().stream().filter(reason::equals).count();
  }

  void dress(Palette palette) {
    ReasonInk ink = new ReasonInk(palette);
    labels.forEach((reason, label) -> {
      if (label.getGraphic() instanceof Canvas canvas) {
        var g = canvas.getGraphicsContext2D();
        g.clearRect(0, 0, WIDTH, HEIGHT);
        ink.cells(g, reason, 0, 0, WIDTH, HEIGHT);
      }
    });
  }
}
