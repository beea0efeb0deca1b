package dev.hindsight.inspector.attention;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.FxColours;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.Tone;
import java.util.Optional;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;

/// Draws the overlay of a tile: trials, limbo, the cursor, the highlighted cell, axes. FX thread.
final class AttentionMapOverlay {
  private static final double BAR = 5;
  private static final double LETTERS = 10;
  private static final double NARROW = 230;
  private static final int RAMP = 64;
  private static final double LABEL = 38;

  private final GraphicsContext g;
  private final Palette palette;
  private final AttentionMapViewport window;
  private final double left;
  private final double top;
  private final double wide;
  private final double high;

  /// @param g in units
  /// @param box the tile
  /// @param unit pixels per unit
  AttentionMapOverlay(
      GraphicsContext g, Palette palette, AttentionMapViewport window, PixelBox box, double unit) {
    this.g = g;
    this.palette = palette;
    this.window = window;
    left = box.x() / unit;
    top = box.y() / unit;
    wide = box.width() / unit;
    high = box.height() / unit;
  }

  double x(double slot) {
    return left + (slot - window.left()) / (window.right() - window.left()) * wide;
  }

  double y(double query) {
    return top + (query - window.top()) / (window.bottom() - window.top()) * high;
  }

  /// Draws the name and the axes.
  ///
  /// @param first the tick of the recording at query and slot 0
  void frame(String name, int first) {
    g.setStroke(colour(Tone.TEXT_MUTED));
    g.setLineWidth(1);
    g.strokeRect(left - 0.5, top - 0.5, wide + 1, high + 1);
    g.setFont(Font.font(LETTERS));
    g.setFill(colour(Tone.TEXT));
    g.setTextAlign(TextAlignment.LEFT);
    g.fillText(name, left, top - 4, wide);
    g.setFill(colour(Tone.TEXT_MUTED));
    g.setTextAlign(TextAlignment.RIGHT);
    g.fillText(number(first + Math.ceil(window.top())), left - 4, top + 8);
    g.fillText(number(first + Math.floor(window.bottom()) - 1), left - 4, top + high);
    if (high > 60) {
      g.fillText("query", left - 4, top + high / 2);
    }
    double below = top + high + 12;
    g.setTextAlign(TextAlignment.LEFT);
    g.fillText(number(first + Math.ceil(window.left())), left, below);
    g.setTextAlign(TextAlignment.RIGHT);
    g.fillText(number(first + Math.floor(window.right()) - 1), left + wide, below);
    if (wide > 120) {
      g.setTextAlign(TextAlignment.CENTER);
      g.fillText(wording("AttentionMapOverlay.key_tick"), left + wide / 2, below);
    }
  }

  private static String number(double tick) {
    return Long.toString((long) tick);
  }

  /// Draws the colour legend, above the tile on the right if there is room.
  void ramp(AttentionScale scale, AttentionColours colours) {
    if (wide < NARROW) {
      return;
    }
    String most = NumberWords.significant(scale.ceiling(), 3);
    String least = NumberWords.significant(scale.floor(), 1);
    double right = left + wide;
    double ramp = right - LABEL - RAMP;
    for (int i = 0; i < RAMP; i++) {
      int argb = colours.argb(i / (float) (RAMP - 1));
      g.setFill(FxColours.of(argb));
      // Each bar reaches to the end, so that no seams show where a unit is not a whole number of
      // pixels.
      g.fillRect(ramp + i, top - 11, RAMP - i, 8);
    }
    g.setFill(colour(Tone.TEXT_MUTED));
    g.setTextAlign(TextAlignment.RIGHT);
    g.fillText(least, ramp - 3, top - 4);
    g.setTextAlign(TextAlignment.LEFT);
    g.fillText(most, ramp + RAMP + 3, top - 4);
  }

  /// Draws everything else, within the tile.
  void marks(
      AttentionTrace trace,
      EpisodeFlags episodeFlags,
      TrialIndex trials,
      int cursor,
      Optional<AttentionMapCell> looked) {
    g.save();
    g.beginPath();
    g.rect(left, top, wide, high);
    g.clip();
    limbo(trace, episodeFlags);
    trials(trace, trials);
    cursor(cursor - trace.span().from());
    looked.ifPresent(this::looked);
    g.restore();
  }

  /// Draws bars along both axes for ticks in limbo.
  private void limbo(AttentionTrace trace, EpisodeFlags episodeFlags) {
    g.setFill(colour(Tone.LIMBO));
    int ticks = trace.span().ticks();
    int from = -1;
    for (int t = 0; t <= ticks; t++) {
      boolean away = t < ticks && !episodeFlags.live(trace.span().from() + t);
      if (away && from < 0) {
        from = t;
      }
      if (!away && from >= 0) {
        double across = Math.max(1, x(t) - x(from));
        double down = Math.max(1, y(t) - y(from));
        g.setGlobalAlpha(0.22);
        g.fillRect(x(from), y(from), across, top + high - y(from));
        g.setGlobalAlpha(1);
        g.fillRect(x(from), top + high - BAR, across, BAR);
        g.fillRect(left, y(from), BAR, down);
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
        g.strokeLine(left, y(at), left + wide, y(at));
        g.strokeLine(x(at), top, x(at), top + high);
      }
    }
    g.setLineDashes();
    g.setGlobalAlpha(1);
  }

  private void cursor(int query) {
    g.setStroke(colour(Tone.SELECTED));
    g.setLineWidth(1.5);
    double middle = y(query + 0.5);
    g.strokeLine(left, middle, left + wide, middle);
  }

  private void looked(AttentionMapCell cell) {
    g.setStroke(colour(Tone.POINTED));
    g.setLineWidth(2);
    double side = 7;
    double across = Math.max(side, x(cell.slot() + 1) - x(cell.slot()));
    double down = Math.max(side, y(cell.query() + 1) - y(cell.query()));
    double cx = x(cell.slot() + 0.5);
    double cy = y(cell.query() + 0.5);
    g.strokeRect(cx - across / 2, cy - down / 2, across, down);
  }

  private Color colour(Tone tone) {
    int rgb = palette.rgb(tone);
    return FxColours.of(rgb);
  }
}
