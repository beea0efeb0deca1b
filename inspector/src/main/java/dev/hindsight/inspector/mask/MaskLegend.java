package dev.hindsight.inspector.mask;

import dev.hindsight.inspector.live.CanvasRegion;
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
  private final Map<MaskReason, Label> labels = new EnumMap<>(MaskReason.class);

  MaskLegend(Palette palette) {
    super(10, 3);
    setId("masks.legend");
    for (MaskReason maskReason : MaskReason.values()) {
      Label label = new Label(maskReason.words(), new Swatch(maskReason, palette));
      label.getStyleClass().add("text-small");
      labels.put(maskReason, label);
      getChildren().add(label);
    }
  }

  /// Counts cells.
  void count(MaskRow learning, MaskRow acting) {
    labels.forEach((maskReason, label) ->
        label.setText(
            "%s: %d learning, %d acting"
                .formatted(
                    maskReason.words(), count(learning, maskReason), count(acting, maskReason))));
  }

  private static long count(MaskRow row, MaskReason maskReason) {
    return row.cells().stream().filter(maskReason::equals).count();
  }

  void applyPalette(Palette palette) {
    for (Label label : labels.values()) {
      if (label.getGraphic() instanceof Swatch swatch) {
        swatch.applyPalette(palette);
      }
    }
  }

  /// A cell as it is drawn.
  private static final class Swatch extends CanvasRegion {
    private final MaskReason maskReason;
    private MaskReasonStyle ink;

    Swatch(MaskReason maskReason, Palette palette) {
      super("masks.swatch." + maskReason.name().toLowerCase(Locale.ROOT), maskReason.words());
      this.maskReason = maskReason;
      this.ink = new MaskReasonStyle(palette);
      preferSize(13, 20, 13);
    }

    void applyPalette(Palette palette) {
      ink = new MaskReasonStyle(palette);
      repaint();
    }

    @Override
    protected void paint(GraphicsContext g, double width, double height) {
      ink.cells(g, maskReason, 0, 0, width, height);
    }
  }
}
