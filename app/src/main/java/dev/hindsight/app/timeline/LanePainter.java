package dev.hindsight.app.timeline;

import java.util.List;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;

/// Draws what does not move with the cursor: trials, events, ticks. FX thread.
///
/// From top to bottom: a strip with the trials' numbers, a row with the events, a row with tick
/// numbers.
final class LanePainter {
  /// Height of the trials' strip.
  static final double TRIALS = 20;

  /// Height of the ticks' row.
  static final double TICKS = 18;

  /// The least height a lane can be read at.
  static final double LEAST = TRIALS + 26 + TICKS;

  private static final double LABEL_GAP = 70;
  private static final Font FONT = Font.font(11);

  private final GraphicsContext pen;
  private final LaneColours colours;
  private final double width;
  private final double height;

  LanePainter(GraphicsContext pen, LaneColours colours, double width, double height) {
    this.pen = pen;
    this.colours = colours;
    this.width = width;
    this.height = height;
  }

  void paint(LaneScale scale, TimeAxis axis, List<TimelineEvent> events, String hint) {
    pen.setFont(FONT);
    pen.setFill(colours.ground());
    pen.fillRect(0, 0, width, height);
    trials(scale, axis);
    ticks(scale);
    events.forEach(event -> lasting(scale, event));
    events.forEach(event -> mark(scale, event));
    pen.setFill(colours.muted());
    words(hint, width / 2, (TRIALS + height - TICKS) / 2, TextAlignment.CENTER);
  }

  private void trials(LaneScale scale, TimeAxis axis) {
    for (int stretch = 0; stretch < axis.trials().count(); stretch++) {
      double from = scale.x(axis.trials().start(stretch));
      double to = scale.x(axis.trials().end(stretch));
      if (to < 0 || from > width) {
        continue;
      }
      if (stretch % 2 == 1) {
        pen.setFill(colours.band());
        pen.fillRect(from, 0, to - from, height - TICKS);
      }
      pen.setStroke(colours.grid());
      pen.setLineWidth(1);
      line(from, 0, height - TICKS);
      label(axis.trials().trial(stretch) + 1, Math.max(0, from), Math.min(width, to));
    }
    pen.setStroke(colours.grid());
    pen.strokeLine(0, Math.round(height - TICKS) + 0.5, width, Math.round(height - TICKS) + 0.5);
  }

  private void label(int trial, double from, double to) {
    String whole = "Trial " + trial;
    String shown = to - from > 60 ? whole : to - from > 18 ? "" + trial : "";
    pen.setFill(colours.words());
    words(shown, (from + to) / 2, TRIALS / 2, TextAlignment.CENTER);
  }

  private void ticks(LaneScale scale) {
    int every = scale.labelEvery(LABEL_GAP);
    int first = (int) Math.max(0, Math.floor(scale.first() / every) * every);
    pen.setStroke(colours.grid());
    for (int tick = first;
        tick < Math.min(scale.ticks(), scale.first() + scale.span());
        tick += every) {
      double x = scale.x(tick);
      line(x, height - TICKS, height - TICKS + 4);
      pen.setFill(colours.muted());
      words(Integer.toString(tick), x + 3, height - TICKS / 2 + 1, TextAlignment.LEFT);
    }
  }

  /// How long limbo and contacts last, as a bar below; a goal stays reached, which says nothing.
  private void lasting(LaneScale scale, TimelineEvent event) {
    boolean lasts =
        switch (event.kind()) {
          case LIMBO, COLLISION, OFFROAD -> true;
          case GOAL, TERMINAL -> false;
        };
    if (lasts) {
      double from = scale.x(event.ticks().first());
      double length = Math.max(2, scale.x(event.ticks().last() + 1.0) - from);
      pen.setFill(colours.of(event.kind()));
      pen.fillRect(from, height - TICKS - 6, length, 4);
    }
  }

  /// Limbo is a bar and nothing else: it begins with the goal, whose mark stands there already.
  private void mark(LaneScale scale, TimelineEvent event) {
    if (event.kind() != EventKind.LIMBO) {
      double middle = (TRIALS + height - TICKS - 6) / 2;
      double x = scale.x(event.ticks().first() + 0.5);
      EventGlyph.draw(pen, event.kind(), colours.of(event.kind()), x, middle);
    }
  }

  private void line(double x, double from, double to) {
    double crisp = Math.round(x) + 0.5;
    pen.strokeLine(crisp, from, crisp, to);
  }

  private void words(String words, double x, double y, TextAlignment alignment) {
    pen.setTextAlign(alignment);
    pen.setTextBaseline(VPos.CENTER);
    pen.fillText(words, x, y);
  }
}
