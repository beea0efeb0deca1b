package dev.hindsight.inspector.heat;

import dev.hindsight.inspector.live.Colours;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.env.ObservationLayout;
import dev.hindsight.trainer.env.ObservationLayout.Segment;
import dev.hindsight.trainer.scene.Tone;
import java.nio.IntBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import javafx.geometry.VPos;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import javafx.scene.text.Font;

/// The picture with the names of its segments, and the cursor on it. FX thread; painted anew only
/// when data, size or colours have changed.
final class HeatView extends Region {
  private static final double GUTTER = 70;

  private final Canvas canvas = new Canvas();
  private final Pointed onPoint;
  private Palette palette;
  private HeatInk ink;
  private Optional<HeatData> data = Optional.empty();
  private List<Segment> segments = List.of();
  private WritableImage image = new WritableImage(1, 1);
  private boolean stale = true;
  private int cursor;

  /// Told what is under the mouse: a tick and a dimension, -1 for none.
  @FunctionalInterface
  interface Pointed {
    void at(int tick, int dimension);
  }

  HeatView(Palette palette, IntConsumer onSeek, Pointed onPoint) {
    this.palette = palette;
    this.ink = new HeatInk(palette);
    this.onPoint = onPoint;
    setId("observation-map.view");
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    setAccessibleText("All numbers of the observation, a row each, over the ticks");
    setMinSize(0, 60);
    setPrefSize(360, 240);
    canvas.setManaged(false);
    getChildren().add(canvas);
    addEventHandler(MouseEvent.MOUSE_PRESSED, event -> seek(event, onSeek));
    addEventHandler(MouseEvent.MOUSE_DRAGGED, event -> seek(event, onSeek));
    addEventHandler(MouseEvent.MOUSE_MOVED, this::point);
    addEventHandler(MouseEvent.MOUSE_EXITED, _ -> onPoint.at(-1, -1));
  }

  void show(HeatData shown, ObservationLayout layout) {
    data = Optional.of(shown);
    segments = layout.size() == shown.dimensions() ? layout.segments() : List.of();
    stale = true;
    paint();
  }

  void cursor(int tick) {
    if (tick != cursor) {
      cursor = tick;
      paint();
    }
  }

  void dress(Palette other) {
    palette = other;
    ink = new HeatInk(other);
    stale = true;
    paint();
  }

  private void seek(MouseEvent event, IntConsumer onSeek) {
    data.filter(d -> d.columns() > 0).ifPresent(d -> onSeek.accept(tickAt(d, event.getX())));
  }

  private void point(MouseEvent event) {
    data.filter(d -> d.columns() > 0 && event.getX() >= GUTTER)
        .ifPresent(d -> {
          int dimension = (int) (event.getY() * d.dimensions() / Math.max(1, canvas.getHeight()));
          onPoint.at(tickAt(d, event.getX()), Math.clamp(dimension, 0, d.dimensions() - 1));
        });
  }

  private int tickAt(HeatData d, double x) {
    double part = (x - GUTTER) / Math.max(1, canvas.getWidth() - GUTTER);
    return Math.clamp(
        (long) Math.floor(d.from() + part * (d.to() - d.from())), d.from(), d.to() - 1);
  }

  @Override
  protected void layoutChildren() {
    double width = Math.floor(getWidth());
    double height = Math.floor(getHeight());
    if (width != canvas.getWidth() || height != canvas.getHeight()) {
      canvas.setWidth(width);
      canvas.setHeight(height);
      stale = true;
      paint();
    }
  }

  private void paint() {
    int width = (int) (canvas.getWidth() - GUTTER);
    int height = (int) canvas.getHeight();
    if (width < 8 || height < 8) {
      return;
    }
    GraphicsContext g = canvas.getGraphicsContext2D();
    g.setFill(Colours.of(palette.background()));
    g.fillRect(0, 0, canvas.getWidth(), canvas.getHeight());
    data.filter(d -> d.columns() > 0)
        .ifPresent(d -> {
          if (stale) {
            stale = false;
            image = picture(d, width, height);
          }
          g.drawImage(image, GUTTER, 0);
          names(g, d, height);
          if (cursor >= d.from() && cursor < d.to()) {
            double x = GUTTER + (cursor - d.from() + 0.5) * width / (d.to() - d.from());
            g.setStroke(Colours.of(palette.rgb(Tone.SELECTED)));
            g.strokeLine(Math.floor(x) + 0.5, 0, Math.floor(x) + 0.5, height);
          }
        });
  }

  private WritableImage picture(HeatData d, int width, int height) {
    int[] pixels = new int[width * height];
    HeatPicture.paint(d, ink, width, height, pixels);
    WritableImage made = new WritableImage(width, height);
    made.getPixelWriter()
        .setPixels(
            0, 0, width, height, PixelFormat.getIntArgbInstance(), IntBuffer.wrap(pixels), width);
    return made;
  }

  /// A name where there is room for one; a line between any two segments.
  private void names(GraphicsContext g, HeatData d, int height) {
    g.setFont(Font.font(11));
    g.setTextBaseline(VPos.TOP);
    g.setLineWidth(1);
    double free = 0;
    for (Segment segment : segments) {
      double y = Math.floor((double) segment.offset() * height / d.dimensions()) + 0.5;
      g.setStroke(Colours.of(palette.rgb(Tone.STATIC)));
      g.strokeLine(0, y, canvas.getWidth(), y);
      if (y >= free && y + 14 <= height) {
        g.setFill(Colours.of(palette.rgb(Tone.TEXT)));
        g.fillText(segment.name(), 3, y + 1, GUTTER - 6);
        free = y + 14;
      }
    }
  }
}
