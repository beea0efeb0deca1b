package dev.hindsight.inspector.heatmap;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.CanvasRegion;
import dev.hindsight.inspector.live.FxColours;
import dev.hindsight.inspector.live.TickAxis;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.scene.Tone;
import java.nio.IntBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;
import javafx.scene.input.MouseEvent;
import javafx.scene.text.Font;

/// Shows the picture with the names of its segments and the cursor. FX thread; repaints only when
/// data, size or colours change.
final class HeatmapView extends CanvasRegion {
  private static final double GUTTER = 70;

  /// Height of the tick axis, with the colour scale to its left.
  private static final double AXIS = TickAxis.HEIGHT;

  private final PointListener onPoint;
  private Palette palette;
  private DivergingColours ink;
  private Optional<HeatmapData> data = Optional.empty();
  private List<Segment> segments = List.of();
  private WritableImage image = new WritableImage(1, 1);
  private boolean stale = true;
  private int cursor;

  /// Receives the tick and the dimension under the mouse, -1 if none.
  @FunctionalInterface
  interface PointListener {
    void at(int tick, int dimension);
  }

  HeatmapView(Palette palette, IntConsumer onSeek, PointListener onPoint) {
    super("observation-map.view", wording("HeatmapView.all_numbers_of_the_observation_a"));
    this.palette = palette;
    this.ink = new DivergingColours(palette);
    this.onPoint = onPoint;
    preferSize(130, 360, 240);
    addEventHandler(MouseEvent.MOUSE_PRESSED, event -> seek(event, onSeek));
    addEventHandler(MouseEvent.MOUSE_DRAGGED, event -> seek(event, onSeek));
    addEventHandler(MouseEvent.MOUSE_MOVED, this::point);
    addEventHandler(MouseEvent.MOUSE_EXITED, _ -> onPoint.at(-1, -1));
  }

  void show(HeatmapData shown, ObservationLayout layout) {
    data = Optional.of(shown);
    segments = layout.size() == shown.dimensions() ? layout.segments() : List.of();
    stale = true;
    repaint();
  }

  void cursor(int tick) {
    if (tick != cursor) {
      cursor = tick;
      repaint();
    }
  }

  void applyPalette(Palette other) {
    palette = other;
    ink = new DivergingColours(other);
    stale = true;
    repaint();
  }

  private void seek(MouseEvent event, IntConsumer onSeek) {
    data.filter(d -> d.columns() > 0).ifPresent(d -> onSeek.accept(tickAt(d, x(event))));
  }

  private void point(MouseEvent event) {
    data.filter(d -> d.columns() > 0 && x(event) >= GUTTER)
        .ifPresent(d -> {
          int dimension = (int) (y(event) * d.dimensions() / Math.max(1, height() - AXIS));
          onPoint.at(tickAt(d, x(event)), Math.clamp(dimension, 0, d.dimensions() - 1));
        });
  }

  private int tickAt(HeatmapData d, double x) {
    double part = (x - GUTTER) / Math.max(1, width() - GUTTER);
    return Math.clamp(
        (long) Math.floor(d.from() + part * (d.to() - d.from())), d.from(), d.to() - 1);
  }

  @Override
  protected void resized() {
    stale = true;
  }

  @Override
  protected void paint(GraphicsContext g, double whole, double all) {
    double width = whole - GUTTER;
    double height = all - AXIS;
    if (width < 8 || height < 8) {
      return;
    }
    g.setFill(FxColours.of(palette.background()));
    g.fillRect(0, 0, whole, all);
    data.filter(d -> d.columns() > 0)
        .ifPresent(d -> {
          if (stale) {
            stale = false;
            image = picture(d, (int) (width * unit()), (int) (height * unit()));
          }
          g.drawImage(image, GUTTER, 0, width, height);
          names(g, d, height);
          TickAxis.paint(g, palette, new Span(d.from(), d.to()), GUTTER, width, height);
          scale(g, height);
          if (cursor >= d.from() && cursor < d.to()) {
            double x = GUTTER + (cursor - d.from() + 0.5) * width / (d.to() - d.from());
            g.setStroke(FxColours.of(palette.rgb(Tone.SELECTED)));
            g.strokeLine(Math.floor(x) + 0.5, 0, Math.floor(x) + 0.5, height);
          }
        });
  }

  private WritableImage picture(HeatmapData d, int width, int height) {
    int[] pixels = new int[width * height];
    HeatmapPicture.paint(d, ink, width, height, pixels);
    WritableImage made = new WritableImage(width, height);
    made.getPixelWriter()
        .setPixels(
            0, 0, width, height, PixelFormat.getIntArgbInstance(), IntBuffer.wrap(pixels), width);
    return made;
  }

  /// Draws the scale from the colour of the smallest to that of the largest number.
  private void scale(GraphicsContext g, double top) {
    g.setFont(Font.font(10));
    g.setFill(FxColours.of(palette.rgb(Tone.TEXT_MUTED)));
    g.fillText("min", 3, top + 2);
    g.fillText("max", 46, top + 2);
    for (int i = 0; i < 20; i++) {
      int level = HeatmapData.FIRST + (255 - HeatmapData.FIRST) * i / 19;
      g.setFill(FxColours.of(ink.of(level)));
      g.fillRect(23 + i, top + 5, 1, 8);
    }
  }

  /// Draws a name where there is room for one, and a line between two segments.
  private void names(GraphicsContext g, HeatmapData d, double height) {
    g.setFont(Font.font(11));
    g.setTextBaseline(VPos.TOP);
    g.setLineWidth(1);
    double free = 0;
    for (Segment segment : segments) {
      double y = Math.floor(segment.offset() * height / d.dimensions()) + 0.5;
      g.setStroke(FxColours.of(palette.rgb(Tone.STATIC)));
      g.strokeLine(0, y, width(), y);
      if (y >= free && y + 14 <= height) {
        g.setFill(FxColours.of(palette.rgb(Tone.TEXT)));
        g.fillText(segment.name(), 3, y + 1, GUTTER - 6);
        free = y + 14;
      }
    }
  }
}
