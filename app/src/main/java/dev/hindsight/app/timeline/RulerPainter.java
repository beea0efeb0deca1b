package dev.hindsight.app.timeline;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.rollout.Span;
import java.util.List;
import java.util.OptionalDouble;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.text.TextAlignment;

/// Draws the strip of trials above the lanes and the tick numbers below them. FX thread.
final class RulerPainter {
  private static final double LABEL_GAP = 70;
  private static final double DAMAGE = 3;

  private final GraphicsContext pen;
  private final LaneColours colours;
  private final LaneLayout layout;
  private final LaneLayout.Scale scale;

  RulerPainter(
      GraphicsContext pen, LaneColours colours, LaneLayout layout, LaneLayout.Scale scale) {
    this.pen = pen;
    this.colours = colours;
    this.layout = layout;
    this.scale = scale;
  }

  /// Draws bands behind every second trial, lines where trials begin, and their numbers. Trials
  /// that are too narrow share a band.
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

  /// Draws a bar below the strip of trials over ticks that are damaged in the file, at least as
  /// wide as can be seen.
  void damaged(List<Span> damaged) {
    pen.setFill(colours.collision());
    double right = scale.left() + scale.width();
    for (Span span : damaged) {
      double from = Math.max(scale.left(), scale.x(span.from()));
      double to = Math.min(right, Math.max(from + 2, scale.x(span.to())));
      if (to > from) {
        pen.fillRect(from, LaneLayout.TRIALS - DAMAGE, to - from, DAMAGE);
      }
    }
  }

  private void number(int trial, double from, double to) {
    String shown = label(trial, to - from - 2 * TrialLabel.GAP);
    write(shown, (from + to - CanvasText.width(shown, CanvasText.FONT)) / 2);
  }

  /// Draws the number of the cursor's trial beside the cursor's head, where that covers it.
  ///
  /// @param at the middle of the head
  /// @param reach half its width
  void beside(TimeAxis axis, int tick, double at, double reach) {
    int stretch = axis.stretchAt(tick);
    double from = Math.max(scale.left(), scale.x(axis.trials().start(stretch)));
    double to = Math.min(scale.left() + scale.width(), scale.x(axis.trials().end(stretch)));
    String shown = label(axis.trials().trial(stretch) + 1, to - from - 2 * TrialLabel.GAP);
    TrialLabel label = new TrialLabel(from, to, CanvasText.width(shown, CanvasText.FONT));
    if (shown.isEmpty() || !label.covered(at, reach)) {
      return;
    }
    pen.setFill(colours.ground());
    pen.fillRect(label.middle() - 1, 0, label.width() + 2, LaneLayout.TRIALS - 1);
    if (stretch % 2 == 1) {
      pen.setFill(colours.band());
      pen.fillRect(label.middle() - 1, 0, label.width() + 2, LaneLayout.TRIALS - 1);
    }
    label.beside(at, reach).ifPresent(left -> write(shown, left));
  }

  private static String label(int trial, double room) {
    String whole = wording("RulerPainter.trial", trial);
    String number = Integer.toString(trial);
    return CanvasText.width(whole, CanvasText.FONT) <= room
        ? whole
        : CanvasText.width(number, CanvasText.FONT) <= room ? number : "";
  }

  private void write(String words, double left) {
    CanvasText.write(
        pen,
        words,
        CanvasText.FONT,
        colours.words(),
        left,
        LaneLayout.TRIALS / 2,
        TextAlignment.LEFT);
  }

  /// Draws numbers at round ticks; one that would cross the edge goes to the left of its line, or
  /// is left out.
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
      boolean fits = x + 3 + width <= right + LaneLayout.MARGIN;
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

  /// Where the number of a trial is drawn: in the middle, or beside the cursor's head.
  ///
  /// @param from where the visible part of the trial begins
  /// @param to where it ends
  /// @param width of the number, at most the trial's without [#GAP] on both sides
  record TrialLabel(double from, double to, double width) {
    static final double GAP = 3;

    /// The left end in the middle of the trial.
    double middle() {
      return (from + to - width) / 2;
    }

    /// Whether the head covers the number in the middle.
    boolean covered(double at, double reach) {
      return Math.abs(at - (from + to) / 2) < width / 2 + reach + 1;
    }

    /// The left end on the right of the head, or on its left; empty if there is no room.
    OptionalDouble beside(double at, double reach) {
      double right = at + reach + GAP;
      double left = at - reach - GAP - width;
      return right + width + GAP <= to
          ? OptionalDouble.of(right)
          : left >= from + GAP ? OptionalDouble.of(left) : OptionalDouble.empty();
    }
  }
}
