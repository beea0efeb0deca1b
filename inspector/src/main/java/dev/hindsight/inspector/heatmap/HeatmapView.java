package dev.hindsight.inspector.heatmap;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.FxColours;
import dev.hindsight.inspector.live.TickPicture;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.scene.Tone;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.input.MouseEvent;
import javafx.scene.text.Font;

/// Shows the picture with the names of its segments and the cursor. FX thread.
final class HeatmapView extends TickPicture {
  private static final double GUTTER = 70;

  private DivergingColours colours;
  private Optional<HeatmapData> data = Optional.empty();
  private List<Segment> segments = List.of();

  /// Receives the tick and the dimension under the mouse, -1 if none.
  @FunctionalInterface
  interface PointListener {
    void at(int tick, int dimension);
  }

  HeatmapView(Palette palette, IntConsumer onSeek, PointListener onPoint) {
    super(
        "observation-map.view",
        wording("HeatmapView.all_numbers_of_the_observation_a"),
        GUTTER,
        palette);
    this.colours = new DivergingColours(palette);
    preferSize(130, 360, 240);
    addEventHandler(MouseEvent.MOUSE_PRESSED, event -> seek(event, onSeek));
    addEventHandler(MouseEvent.MOUSE_DRAGGED, event -> seek(event, onSeek));
    addEventHandler(MouseEvent.MOUSE_MOVED, event -> point(event, onPoint));
    addEventHandler(MouseEvent.MOUSE_EXITED, _ -> onPoint.at(-1, -1));
  }

  void show(HeatmapData shown, ObservationLayout layout) {
    data = Optional.of(shown).filter(each -> each.columns() > 0);
    segments = layout.size() == shown.dimensions() ? layout.segments() : List.of();
    renew();
  }

  /// Shows nothing.
  void clear() {
    data = Optional.empty();
    segments = List.of();
    renew();
  }

  @Override
  public void applyPalette(Palette other) {
    colours = new DivergingColours(other);
    super.applyPalette(other);
  }

  private void seek(MouseEvent event, IntConsumer onSeek) {
    if (!span().isEmpty()) {
      onSeek.accept(tickAt(event));
    }
  }

  private void point(MouseEvent event, PointListener onPoint) {
    data.filter(_ -> !span().isEmpty() && inPicture(event))
        .ifPresent(d -> onPoint.at(tickAt(event), rowAt(event, d.dimensions())));
  }

  @Override
  protected Span span() {
    return data.map(d -> new Span(d.from(), d.to())).orElse(Span.all(0));
  }

  @Override
  protected void annotate(GraphicsContext g, double width, double height) {
    names(g, data.orElseThrow(), height);
    scale(g, height);
  }

  @Override
  protected void colour(int[] pixels, int width, int height) {
    HeatmapPicture.paint(data.orElseThrow(), colours, width, height, pixels);
  }

  /// Draws the scale from the colour of the smallest to that of the largest number.
  private void scale(GraphicsContext g, double top) {
    g.setFont(Font.font(10));
    g.setFill(FxColours.of(palette().rgb(Tone.TEXT_MUTED)));
    g.fillText("min", 3, top + 2);
    g.fillText("max", 46, top + 2);
    for (int i = 0; i < 20; i++) {
      int level = HeatmapData.FIRST + (255 - HeatmapData.FIRST) * i / 19;
      g.setFill(FxColours.of(colours.of(level)));
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
      g.setStroke(FxColours.of(palette().rgb(Tone.STATIC)));
      g.strokeLine(0, y, width(), y);
      if (y >= free && y + 14 <= height) {
        g.setFill(FxColours.of(palette().rgb(Tone.TEXT)));
        g.fillText(segment.name(), 3, y + 1, GUTTER - 6);
        free = y + 14;
      }
    }
  }
}
