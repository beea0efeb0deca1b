package dev.hindsight.inspector.mask;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.CanvasRegion;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.scene.Tone;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;

/// Shows leak over the whole recording, a lane for every head: the largest leak of all ticks behind
/// a pixel, from 0 to 1. FX thread.
final class LimboLeakLanes extends CanvasRegion {
  private static final int NAMES = 118;
  private static final int NUMBERS = 74;
  private static final int ROW = 15;

  private MaskReasonStyle style;
  private Optional<MaskSummary> summary = Optional.empty();
  private int cursor;

  /// @param seek moves the cursor to a tick
  LimboLeakLanes(Palette palette, Consumer<Integer> seek) {
    super("masks.leak", wording("LimboLeakLanes.weight_on_limbo_over_the_recording"));
    style = new MaskReasonStyle(palette);
    setOnMouseClicked(event -> {
      double part = (x(event) - NAMES) / wide();
      if (part >= 0 && part < 1) {
        seek.accept((int) (part * ticks()));
      }
    });
  }

  void show(Optional<MaskSummary> next) {
    summary = next;
    double high = ROW * Math.max(1, next.map(s -> s.leak().length).orElse(1)) + 2;
    preferSize(high, 320, high);
    repaint();
  }

  void cursor(int tick) {
    cursor = tick;
    repaint();
  }

  void applyPalette(Palette palette) {
    style = new MaskReasonStyle(palette);
    repaint();
  }

  private int ticks() {
    return summary.map(s -> s.leak()[0].length).orElse(0);
  }

  private double wide() {
    return Math.max(1, width() - NAMES - NUMBERS);
  }

  @Override
  protected void paint(GraphicsContext g, double width, double height) {
    summary.ifPresent(shown -> {
      g.setFont(Font.font(11));
      for (int plane = 0; plane < shown.leak().length; plane++) {
        lane(g, shown, plane);
      }
      g.setStroke(style.tone(Tone.SELECTED));
      double x = NAMES + (cursor + 0.5) / Math.max(1, ticks()) * wide();
      g.strokeLine(x, 0, x, ROW * shown.leak().length);
    });
  }

  private void lane(GraphicsContext g, MaskSummary shown, int plane) {
    double y = plane * ROW;
    int layer = plane / shown.heads();
    int head = plane % shown.heads();
    g.setFill(style.tone(Tone.TEXT));
    g.setTextAlign(TextAlignment.RIGHT);
    g.fillText(
        wording("LimboLeakLanes.layer_head").formatted(layer + 1, head + 1), NAMES - 5, y + 11);
    g.setFill(style.tone(Tone.ROAD_SURFACE));
    g.fillRect(NAMES, y, wide(), ROW - 2);
    g.setStroke(style.tone(Tone.ROAD_LANE));
    g.strokeRect(NAMES + 0.5, y + 0.5, wide() - 1, ROW - 3);
    g.setFill(style.tone(Tone.COLLIDED));
    float[] leak = shown.leak()[plane];
    int columns = (int) wide();
    for (int column = 0; column < columns; column++) {
      int from = (int) ((long) column * leak.length / columns);
      int to = Math.max(from + 1, (int) ((column + 1L) * leak.length / columns));
      float most = 0;
      for (int tick = from; tick < Math.min(to, leak.length); tick++) {
        most = Math.max(most, leak[tick]);
      }
      if (most > 0 || Float.isNaN(most)) {
        double high = Float.isNaN(most) ? ROW - 2 : Math.max(1, most * (ROW - 2));
        g.fillRect(NAMES + column, y + ROW - 2 - high, 1, high);
      }
    }
    g.setFill(style.tone(Tone.TEXT_MUTED));
    g.setTextAlign(TextAlignment.LEFT);
    g.fillText(NumberWords.significant(shown.total(layer, head), 4), NAMES + wide() + 5, y + 11);
  }
}
