package dev.hindsight.inspector.mask;

import dev.hindsight.inspector.live.Painting;
import dev.hindsight.render.Palette;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;

/// What colours, hatchings and letters mean, and how many cells each reason has in both forms. FX
/// thread.
final class MaskLegend extends FlowPane {
  private final Map<Reason, Label> labels = new EnumMap<>(Reason.class);

  MaskLegend(Palette palette) {
    super(10, 3);
    setId("masks.legend");
    for (Reason reason : Reason.values()) {
      Label label = new Label(reason.words(), new Swatch(reason, palette));
      label.getStyleClass().add("text-small");
      labels.put(reason, label);
      getChildren().add(label);
    }
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
    for (Label label : labels.values()) {
      if (label.getGraphic() instanceof Swatch swatch) {
        swatch.dress(palette);
      }
    }
  }

  /// A cell as it is drawn.
  private static final class Swatch extends Painting {
    private final Reason reason;
    private ReasonInk ink;

    Swatch(Reason reason, Palette palette) {
      super("masks.swatch." + reason.name().toLowerCase(Locale.ROOT), reason.words());
      this.reason = reason;
      this.ink = new ReasonInk(palette);
      room(13, 20, 13);
    }

    void dress(Palette palette) {
      ink = new ReasonInk(palette);
      repaint();
    }

    @Override
    protected void paint(GraphicsContext g, double width, double height) {
      ink.cells(g, reason, 0, 0, width, height);
    }
  }
}
