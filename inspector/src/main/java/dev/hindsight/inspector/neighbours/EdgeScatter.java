package dev.hindsight.inspector.neighbours;

import dev.hindsight.inspector.live.Colours;
import dev.hindsight.inspector.live.Painting;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.scene.Tone;
import java.util.Locale;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.text.TextAlignment;

/// Every edge of a tick as a dot: what it is like to the right, how much it is looked at upwards;
/// those of the selected agent stand out. FX thread.
final class EdgeScatter extends Painting {
  private static final double LEFT = 34;
  private static final double RIGHT = 10;
  private static final double TOP = 22;
  private static final double FOOT = 20;

  private Palette palette;
  private Dots dots = Dots.NONE;

  /// @param name of what is to the right, with its unit
  /// @param x one per edge, what it is like
  /// @param y one per edge, how much it is looked at, `[0, 1]`
  /// @param own whether it is the selected agent's
  record Dots(String name, float[] x, float[] y, boolean[] own) {
    static final Dots NONE = new Dots("", new float[0], new float[0], new boolean[0]);
  }

  EdgeScatter(Palette palette) {
    super("neighbours.scatter", "Weight of every edge against what it is like");
    this.palette = palette;
    room(90, 300, 180);
  }

  void show(Dots next) {
    dots = next;
    repaint();
  }

  void dress(Palette other) {
    palette = other;
    repaint();
  }

  @Override
  protected void paint(GraphicsContext g, double width, double height) {
    g.setFill(Colours.of(palette.background()));
    g.fillRect(0, 0, width, height);
    if (width < 80 || height < 60 || dots.x.length == 0) {
      return;
    }
    double least = 0;
    double most = 1e-6;
    for (float x : dots.x) {
      least = Math.min(least, x);
      most = Math.max(most, x);
    }
    double perX = (width - LEFT - RIGHT) / (most - least);
    double perY = height - TOP - FOOT;
    axes(g, width, height, least, most);
    dots(g, least, perX, perY, height, Tone.TEXT_MUTED);
    dots(g, least, perX, perY, height, Tone.SELECTED);
  }

  private void dots(
      GraphicsContext g, double least, double perX, double perY, double height, Tone tone) {
    boolean own = tone == Tone.SELECTED;
    double size = own ? 7 : 3;
    g.setFill(Colours.of(palette.rgb(tone)));
    g.setGlobalAlpha(own ? 1 : 0.5);
    for (int i = 0; i < dots.x.length; i++) {
      if (dots.own[i] == own) {
        double x = LEFT + (dots.x[i] - least) * perX;
        double y = height - FOOT - dots.y[i] * perY;
        g.fillOval(x - size / 2, y - size / 2, size, size);
      }
    }
    g.setGlobalAlpha(1);
  }

  private void axes(GraphicsContext g, double width, double height, double least, double most) {
    g.setStroke(Colours.of(palette.rgb(Tone.TEXT_MUTED)));
    g.setLineWidth(0.6);
    g.strokeLine(LEFT, height - FOOT, width - RIGHT, height - FOOT);
    g.strokeLine(LEFT, TOP, LEFT, height - FOOT);
    g.setFill(Colours.of(palette.rgb(Tone.TEXT)));
    g.setTextBaseline(VPos.CENTER);
    g.setTextAlign(TextAlignment.RIGHT);
    g.fillText("100 %", LEFT - 2, TOP);
    g.fillText("0 %", LEFT - 2, height - FOOT);
    g.setTextBaseline(VPos.BOTTOM);
    g.setTextAlign(TextAlignment.LEFT);
    g.fillText(String.format(Locale.ROOT, "%.3g", least), LEFT, height - 2);
    g.setTextAlign(TextAlignment.RIGHT);
    g.fillText(String.format(Locale.ROOT, "%.3g", most), width - RIGHT, height - 2);
    g.setTextAlign(TextAlignment.CENTER);
    g.fillText(dots.name, (LEFT + width - RIGHT) / 2, height - 2);
    g.setTextBaseline(VPos.TOP);
    g.setTextAlign(TextAlignment.LEFT);
    g.fillText("weight", 2, 2);
  }
}
