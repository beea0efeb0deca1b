package dev.hindsight.app.timeline;

import javafx.scene.canvas.GraphicsContext;
import javafx.scene.text.TextAlignment;

/// Draws the strip of trials above the lanes and the tick numbers below. FX thread.
final class RulerPainter {
  private static final double LABEL_GAP = 70;

  private final GraphicsContext pen;
  private final LaneColours colours;
  private final LaneLayout layout;
  private final LaneScale scale;

  RulerPainter(GraphicsContext pen, LaneColours colours, LaneLayout layout, LaneScale scale) {
    this.pen = pen;
    this.colours = colours;
    this.layout = layout;
    this.scale = scale;
  }

  /// Bands behind every other trial, lines where they begin, their numbers. Trials that stand too
  /// close for that share a band.
  void trials(TimeAxis axis) {
    if (axis.ticks() == 0) {
      return;
    }
    double right = scale.left() + scale.width();
    int last = axis.stretchAt(scale.tick(right));
    double drawn = -1;
    for (int stretch = axis.stretchAt(scale.tick(scale.left())); stretch <= last; stretch++) {
      double from = Math.max(scale.left(), scale.x(axis.trials().start(stretch)));
      double to = Math.min(right, scale.x(axis.trials().end(stretch)));
      if (to - drawn < 2) {
        continue;
      }
      drawn = to;
      if (stretch % 2 == 1) {
        pen.setFill(colours.band());
        pen.fillRect(from, 0, to - from, layout.bottom());
      }
      pen.setStroke(colours.grid());
      pen.setLineWidth(1);
      double x = Math.round(from) + 0.5;
      pen.strokeLine(x, 0, x, layout.bottom());
      number(axis.trials().trial(stretch) + 1, from, to);
    }
  }

  private void number(int trial, double from, double to) {
    String whole = "Trial " + trial;
    String number = Integer.toString(trial);
    double room = to - from - 6;
    String shown =
        CanvasText.width(whole, CanvasText.FONT) <= room
            ? whole
            : CanvasText.width(number, CanvasText.FONT) <= room ? number : "";
    CanvasText.write(
        pen,
        shown,
        CanvasText.FONT,
        colours.words(),
        (from + to) / 2,
        LaneLayout.TRIALS / 2,
        TextAlignment.CENTER);
  }

  /// Numbers at round ticks; one that would run over the edge stands left of its line, or not at
  /// all.
  void ticks() {
    double y = layout.bottom();
    double right = scale.left() + scale.width();
    pen.setStroke(colours.grid());
    pen.setLineWidth(1);
    pen.strokeLine(0, Math.round(y) + 0.5, layout.width(), Math.round(y) + 0.5);
    int every = scale.labelEvery(LABEL_GAP);
    double first = Math.ceil(scale.first() / every) * every;
    double free = scale.left();
    for (double tick = first; tick < scale.ticks() && scale.x(tick) < right; tick += every) {
      double x = Math.round(scale.x(tick)) + 0.5;
      pen.strokeLine(x, y, x, y + 4);
      String words = Long.toString((long) tick);
      double width = CanvasText.width(words, CanvasText.FONT);
      boolean fits = x + 3 + width <= layout.width();
      double from = fits ? x + 3 : x - 3 - width;
      if (from >= free) {
        CanvasText.write(
            pen,
            words,
            CanvasText.FONT,
            colours.muted(),
            from,
            y + LaneLayout.TICKS / 2 + 1,
            TextAlignment.LEFT);
        free = from + width + 6;
      }
    }
  }
}
