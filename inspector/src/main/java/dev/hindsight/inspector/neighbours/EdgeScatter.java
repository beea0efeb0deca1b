package dev.hindsight.inspector.neighbours;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.CanvasRegion;
import dev.hindsight.inspector.live.FxColours;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.scene.Tone;
import java.util.Arrays;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.text.Text;
import javafx.scene.text.TextAlignment;

/// Shows every edge of a tick as a dot: a property of the edge to the right, its attention weight
/// upwards; the selected agent's edges stand out. FX thread.
final class EdgeScatter extends CanvasRegion {
  private static final double LEFT = 44;
  private static final double RIGHT = 10;
  private static final double TOP = 24;
  private static final double FOOT = 20;

  private Palette palette;
  private Dots dots = Dots.NONE;

  /// @param name name of the property, with its unit
  /// @param x the property, one per edge
  /// @param y the attention weight, one per edge, `[0, 1]`
  /// @param own whether the edge belongs to the selected agent
  /// @param skipped number of edges that have no place, because a number is not finite
  record Dots(String name, float[] x, float[] y, boolean[] own, int skipped) {
    static final Dots NONE = new Dots("", new float[0], new float[0], new boolean[0], 0);

    /// The name of the axis, and how many edges are not shown.
    String title() {
      return skipped == 0 ? name : wording("EdgeScatter.without", name, skipped);
    }
  }

  /// Collects dots.
  static final class DotBuilder {
    private final float[] x;
    private final float[] y;
    private final boolean[] own;
    private int count;
    private int skipped;

    DotBuilder(int most) {
      x = new float[most];
      y = new float[most];
      own = new boolean[most];
    }

    /// Adds an edge.
    void add(float right, float up, boolean selected) {
      if (!Float.isFinite(right) || !Float.isFinite(up)) {
        skipped++;
        return;
      }
      x[count] = right;
      y[count] = up;
      own[count++] = selected;
    }

    Dots named(String name) {
      return new Dots(
          name,
          Arrays.copyOf(x, count),
          Arrays.copyOf(y, count),
          Arrays.copyOf(own, count),
          skipped);
    }
  }

  EdgeScatter(Palette palette) {
    super("neighbours.scatter", wording("EdgeScatter.weight_of_every_edge_against_the"));
    this.palette = palette;
    preferSize(90, 300, 180);
  }

  void show(Dots next) {
    dots = next;
    repaint();
  }

  void applyPalette(Palette other) {
    palette = other;
    repaint();
  }

  @Override
  protected void paint(GraphicsContext g, double width, double height) {
    g.setFill(FxColours.of(palette.background()));
    g.fillRect(0, 0, width, height);
    if (width < 80 || height < 60 || dots.x.length + dots.skipped == 0) {
      return;
    }
    double least = 0;
    double most = 1e-6;
    for (float x : dots.x) {
      least = Math.min(least, x);
      most = Math.max(most, x);
    }
    double top = ceiling(dots.y);
    double perX = (width - LEFT - RIGHT) / (most - least);
    double perY = (height - TOP - FOOT) / top;
    axes(g, width, height, least, most, top);
    dots(g, least, perX, perY, height, Tone.TEXT_MUTED);
    dots(g, least, perX, perY, height, Tone.SELECTED);
  }

  private void dots(
      GraphicsContext g, double least, double perX, double perY, double height, Tone tone) {
    boolean own = tone == Tone.SELECTED;
    double size = own ? 7 : 3;
    g.setFill(FxColours.of(palette.rgb(tone)));
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

  /// A quarter, a half or all, so that it seldom changes during playback.
  private static double ceiling(float[] weights) {
    float most = 0;
    for (float weight : weights) {
      most = Math.max(most, weight);
    }
    return most <= 0.25 ? 0.25 : most <= 0.5 ? 0.5 : 1;
  }

  private void axes(
      GraphicsContext g, double width, double height, double least, double most, double top) {
    g.setStroke(FxColours.of(palette.rgb(Tone.TEXT_MUTED)));
    g.setLineWidth(0.6);
    g.strokeLine(LEFT, height - FOOT, width - RIGHT, height - FOOT);
    g.strokeLine(LEFT, TOP, LEFT, height - FOOT);
    g.setFill(FxColours.of(palette.rgb(Tone.TEXT)));
    g.setTextBaseline(VPos.CENTER);
    g.setTextAlign(TextAlignment.RIGHT);
    g.fillText(NumberWords.percent(top, 0), LEFT - 3, TOP);
    g.fillText("0 %", LEFT - 3, height - FOOT);
    String from = NumberWords.significant(least, 3);
    String to = NumberWords.significant(most, 3);
    String up = "weight";
    g.setTextBaseline(VPos.BOTTOM);
    g.setTextAlign(TextAlignment.LEFT);
    g.fillText(from, LEFT, height - 2);
    g.setTextAlign(TextAlignment.RIGHT);
    g.fillText(to, width - RIGHT, height - 2);
    g.setTextBaseline(VPos.TOP);
    g.setTextAlign(TextAlignment.LEFT);
    g.fillText(up, 2, 2);
    double ends = Math.max(length(g, from), length(g, to));
    switch (NamePlace.of(
        width - LEFT - RIGHT - 2 * ends,
        width - RIGHT - 2 - length(g, up),
        length(g, dots.title()))) {
      case BETWEEN_THE_ENDS -> {
        g.setTextBaseline(VPos.BOTTOM);
        g.setTextAlign(TextAlignment.CENTER);
        g.fillText(dots.title(), (LEFT + width - RIGHT) / 2, height - 2);
      }
      case ABOVE -> {
        g.setTextAlign(TextAlignment.RIGHT);
        g.fillText(dots.title(), width - RIGHT, 2);
      }
      case NOWHERE -> {}
    }
  }

  /// Where the name of the property is written: the choice above the picture says it too.
  enum NamePlace {
    /// Below the axis, centred between its ends.
    BETWEEN_THE_ENDS,
    /// At the upper right.
    ABOVE,
    /// There is no room.
    NOWHERE;

    /// Units between two words.
    private static final double GAP = 6;

    /// @param below room between the numbers at the axis's ends
    /// @param above room beside the name of the other axis
    /// @param name length of the name
    static NamePlace of(double below, double above, double name) {
      double needed = name + 2 * GAP;
      return needed <= below ? BETWEEN_THE_ENDS : needed <= above ? ABOVE : NOWHERE;
    }
  }

  /// The length of a text in units.
  private static double length(GraphicsContext g, String words) {
    Text text = new Text(words);
    text.setFont(g.getFont());
    return text.getLayoutBounds().getWidth();
  }
}
