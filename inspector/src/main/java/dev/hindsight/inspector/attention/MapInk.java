package dev.hindsight.inspector.attention;

import dev.hindsight.inspector.live.Colours;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.Passage;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.Tone;
import java.util.Locale;
import java.util.Optional;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;

/// Draws what lies over the weights of a tile: trials, limbo, the cursor, the cell looked at, axes.
/// FX thread.
final class MapInk {
  private static final double BAR = 5;
  private static final double LETTERS = 10;
  private static final double NARROW = 230;
  private static final int RAMP = 64;
  private static final double LABEL = 38;

  private final GraphicsContext g;
  private final Palette palette;
  private final MapWindow window;
  private final PixelBox box;

  MapInk(GraphicsContext g, Palette palette, MapWindow window, PixelBox box) {
    this.g = g;
    this.palette = palette;
    this.window = window;
    this.box = box;
  }

  double x(double slot) {
    return box.x() + (slot - window.left()) / (window.right() - window.left()) * box.width();
  }

  double y(double query) {
    return box.y() + (query - window.top()) / (window.bottom() - window.top()) * box.height();
  }

  /// Name and axes.
  ///
  /// @param first tick of the recording that query and slot 0 stand for
  void frame(String name, int first) {
    g.setStroke(colour(Tone.TEXT_MUTED));
    g.setLineWidth(1);
    g.strokeRect(box.x() - 0.5, box.y() - 0.5, box.width() + 1, box.height() + 1);
    g.setFont(Font.font(LETTERS));
    g.setFill(colour(Tone.TEXT));
    g.setTextAlign(TextAlignment.LEFT);
    g.fillText(name, box.x(), box.y() - 4, box.width());
    g.setFill(colour(Tone.TEXT_MUTED));
    g.setTextAlign(TextAlignment.RIGHT);
    g.fillText(number(first + Math.ceil(window.top())), box.x() - 4, box.y() + 8);
    g.fillText(
        number(first + Math.floor(window.bottom()) - 1), box.x() - 4, box.y() + box.height());
    if (box.height() > 60) {
      g.fillText("query", box.x() - 4, box.y() + box.height() / 2.0);
    }
    double below = box.y() + box.height() + 12;
    g.setTextAlign(TextAlignment.LEFT);
    g.fillText(number(first + Math.ceil(window.left())), box.x(), below);
    g.setTextAlign(TextAlignment.RIGHT);
    g.fillText(number(first + Math.floor(window.right()) - 1), box.x() + box.width(), below);
    if (box.width() > 120) {
      g.setTextAlign(TextAlignment.CENTER);
      g.fillText("key tick", box.x() + box.width() / 2.0, below);
    }
  }

  private static String number(double tick) {
    return Long.toString((long) tick);
  }

  /// What the colours mean, above the tile on the right where there is room.
  void ramp(HeatScale scale, HeatColours colours) {
    if (box.width() < NARROW) {
      return;
    }
    String most = String.format(Locale.ROOT, "%.3g", scale.ceiling());
    String least = scale.floor() == 0 ? "0" : String.format(Locale.ROOT, "%.1g", scale.floor());
    double right = box.x() + box.width();
    double left = right - LABEL - RAMP;
    for (int i = 0; i < RAMP; i++) {
      int argb = colours.argb(i / (float) (RAMP - 1));
      g.setFill(Colours.of(argb));
      g.fillRect(left + i, box.y() - 11, 1, 8);
    }
    g.setFill(colour(Tone.TEXT_MUTED));
    g.setTextAlign(TextAlignment.RIGHT);
    g.fillText(least, left - 3, box.y() - 4);
    g.setTextAlign(TextAlignment.LEFT);
    g.fillText(most, left + RAMP + 3, box.y() - 4);
  }

  /// Everything else, within the tile.
  void marks(
      AttentionTrace trace,
      Passage passage,
      TrialIndex trials,
      int cursor,
      Optional<MapCell> looked) {
    g.save();
    g.beginPath();
    g.rect(box.x(), box.y(), box.width(), box.height());
    g.clip();
    limbo(trace, passage);
    trials(trace, trials);
    cursor(cursor - trace.span().from());
    looked.ifPresent(this::looked);
    g.restore();
  }

  /// Bars along both axes.
  private void limbo(AttentionTrace trace, Passage passage) {
    g.setFill(colour(Tone.LIMBO));
    int ticks = trace.span().ticks();
    int from = -1;
    for (int t = 0; t <= ticks; t++) {
      boolean away = t < ticks && !passage.live(trace.span().from() + t);
      if (away && from < 0) {
        from = t;
      }
      if (!away && from >= 0) {
        double wide = Math.max(1, x(t) - x(from));
        double high = Math.max(1, y(t) - y(from));
        g.setGlobalAlpha(0.22);
        g.fillRect(x(from), y(from), wide, box.y() + box.height() - y(from));
        g.setGlobalAlpha(1);
        g.fillRect(x(from), box.y() + box.height() - BAR, wide, BAR);
        g.fillRect(box.x(), y(from), BAR, high);
        from = -1;
      }
    }
  }

  private void trials(AttentionTrace trace, TrialIndex trials) {
    g.setStroke(colour(Tone.TEXT));
    g.setGlobalAlpha(0.75);
    g.setLineDashes(4, 3);
    for (int stretch = trials.stretchAt(trace.span().from());
        stretch < trials.count() && trials.start(stretch) < trace.span().to();
        stretch++) {
      double at = (double) trials.start(stretch) - trace.span().from();
      if (at > 0) {
        g.strokeLine(box.x(), y(at), box.x() + box.width(), y(at));
        g.strokeLine(x(at), box.y(), x(at), box.y() + box.height());
      }
    }
    g.setLineDashes();
    g.setGlobalAlpha(1);
  }

  private void cursor(int query) {
    g.setStroke(colour(Tone.SELECTED));
    g.setLineWidth(1.5);
    double middle = y(query + 0.5);
    g.strokeLine(box.x(), middle, box.x() + box.width(), middle);
  }

  private void looked(MapCell cell) {
    g.setStroke(colour(Tone.POINTED));
    g.setLineWidth(2);
    double side = 7;
    double wide = Math.max(side, x(cell.slot() + 1) - x(cell.slot()));
    double high = Math.max(side, y(cell.query() + 1) - y(cell.query()));
    double cx = x(cell.slot() + 0.5);
    double cy = y(cell.query() + 0.5);
    g.strokeRect(cx - wide / 2, cy - high / 2, wide, high);
  }

  private Color colour(Tone tone) {
    int rgb = palette.rgb(tone);
    return Colours.of(rgb);
  }
}
