package dev.hindsight.inspector.critic;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.attention.AttentionColours;
import dev.hindsight.inspector.live.CanvasRegion;
import dev.hindsight.inspector.live.FxColours;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.scene.Tone;
import java.util.Optional;
import java.util.function.IntConsumer;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.image.WritableImage;
import javafx.scene.input.MouseEvent;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;

/// Paints the values of joint actions over two axes: a heat map of numbers, or a table of discrete
/// actions. A ring marks what was done, a diamond the best place. FX thread.
final class ActionSurfaceView extends CanvasRegion {
  private static final double LEFT = 64;
  private static final double TOP = 20;
  private static final double BOTTOM = 34;
  private static final double RIGHT = 8;
  private static final double RAMP = 80;
  private static final double LEAST_RAMP = 16;

  /// Narrower words could not be read.
  private static final double LEAST_WORDS = 60;

  private static final double LABEL = 48;
  private static final double LETTERS = 10;

  /// A cell holds its number if it is at least this large, in units.
  private static final double WIDE = 38;

  private static final double HIGH = 14;

  private Palette palette;
  private AttentionColours colours;
  private Optional<ActionSurface> surface = Optional.empty();

  /// @param onPoint gets the index of the value under the pointer, -1 for none
  ActionSurfaceView(Palette palette, IntConsumer onPoint) {
    super("critic.surface", wording("ActionSurfaceView.values_of_joint_actions"));
    this.palette = palette;
    this.colours = new AttentionColours(palette);
    preferSize(150, 360, 260);
    addEventHandler(MouseEvent.MOUSE_MOVED, e -> onPoint.accept(at(x(e), y(e))));
    addEventHandler(MouseEvent.MOUSE_EXITED, _ -> onPoint.accept(-1));
  }

  void show(Optional<ActionSurface> next) {
    surface = next;
    repaint();
  }

  void applyPalette(Palette other) {
    palette = other;
    colours = new AttentionColours(other);
    repaint();
  }

  private double wide(ActionSurface shown) {
    return (width() - LEFT - RIGHT) / shown.columns();
  }

  private double high(ActionSurface shown) {
    double room = height() - TOP - BOTTOM;
    return shown.rows() == 1 ? Math.min(room, 48) : room / shown.rows();
  }

  private int at(double x, double y) {
    return surface
        .map(shown -> {
          int column = (int) Math.floor((x - LEFT) / wide(shown));
          int row = shown.rows() - 1 - (int) Math.floor((y - TOP) / high(shown));
          boolean inside =
              column >= 0 && column < shown.columns() && row >= 0 && row < shown.rows();
          return inside ? row * shown.columns() + column : -1;
        })
        .orElse(-1);
  }

  @Override
  protected void paint(GraphicsContext g, double width, double height) {
    if (surface.isEmpty() || width < LEFT + 60 || height < TOP + BOTTOM + 20) {
      return;
    }
    ActionSurface shown = surface.get();
    double cellWide = wide(shown);
    double cellHigh = high(shown);
    g.setFont(Font.font(LETTERS));
    if (shown.across().continuous()) {
      map(g, shown, cellWide, cellHigh);
    } else {
      table(g, shown, cellWide, cellHigh);
    }
    double bottom = TOP + cellHigh * shown.rows();
    int bestRow = shown.best() / shown.columns();
    mark(
        g,
        LEFT + (shown.best() % shown.columns() + 0.5) * cellWide,
        bottom - (bestRow + 0.5) * cellHigh,
        cellWide,
        cellHigh,
        Place.BEST);
    mark(
        g,
        LEFT + (shown.doneAcross() + 0.5) * cellWide,
        bottom - (shown.doneUpwards() + 0.5) * cellHigh,
        cellWide,
        cellHigh,
        Place.DONE);
    axes(g, shown, cellWide, cellHigh, bottom);
    legend(g, shown, width);
  }

  /// One image for all cells, so that no seams show between them.
  private void map(GraphicsContext g, ActionSurface shown, double cellWide, double cellHigh) {
    WritableImage image = new WritableImage(shown.columns(), shown.rows());
    for (int i = 0; i < shown.values().length; i++) {
      int row = shown.rows() - 1 - i / shown.columns();
      Color colour = colour(shown, shown.values()[i]);
      image.getPixelWriter().setColor(i % shown.columns(), row, colour);
    }
    g.setImageSmoothing(false);
    g.drawImage(image, LEFT, TOP, cellWide * shown.columns(), cellHigh * shown.rows());
  }

  private void table(GraphicsContext g, ActionSurface shown, double cellWide, double cellHigh) {
    for (int i = 0; i < shown.values().length; i++) {
      double x = LEFT + i % shown.columns() * cellWide;
      double y = top(shown, i / shown.columns(), cellHigh);
      Color colour = colour(shown, shown.values()[i]);
      g.setFill(colour);
      g.fillRect(x, y, cellWide - 1, cellHigh - 1);
      if (cellWide >= WIDE && cellHigh >= HIGH) {
        g.setFill(on(colour));
        g.setTextAlign(TextAlignment.CENTER);
        g.setTextBaseline(VPos.CENTER);
        g.fillText(
            NumberWords.significant(shown.values()[i], 3), x + cellWide / 2, y + cellHigh / 2);
      }
    }
  }

  private static double top(ActionSurface shown, int row, double cellHigh) {
    return TOP + (shown.rows() - 1 - row) * cellHigh;
  }

  private Color colour(ActionSurface shown, double value) {
    if (!Double.isFinite(value)) {
      return FxColours.of(AttentionColours.NONE);
    }
    double range = shown.most() - shown.least();
    double part = range > 0 ? (value - shown.least()) / range : 0.5;
    return FxColours.of(colours.argb((float) part));
  }

  /// Black or white, whichever is easier to read on a colour.
  private static Color on(Color colour) {
    double light =
        0.2126 * colour.getRed() + 0.7152 * colour.getGreen() + 0.0722 * colour.getBlue();
    return light > 0.45 ? Color.BLACK : Color.WHITE;
  }

  private enum Place {
    DONE,
    BEST
  }

  /// Marks a place: in a table a frame or a dashed frame, on a heat map a ring or a diamond. Two
  /// strokes, so that it shows on every colour.
  private void mark(GraphicsContext g, double x, double y, double wide, double high, Place place) {
    boolean table = surface.map(shown -> !shown.across().continuous()).orElse(false);
    boolean inner =
        place == Place.BEST && surface.map(ActionSurfaceView::bestWasDone).orElse(false);
    for (int stroke = 0; stroke < 2; stroke++) {
      g.setStroke(stroke == 0 ? Color.BLACK : Color.WHITE);
      g.setLineWidth(stroke == 0 ? 4 : 2);
      if (table) {
        double inset = inner ? 6 : 2;
        g.setLineDashes(place == Place.DONE ? 0 : 4);
        g.strokeRect(
            x - wide / 2 + inset, y - high / 2 + inset, wide - 2 * inset, high - 2 * inset);
        g.setLineDashes(0);
      } else {
        shape(g, x, y, place);
      }
    }
  }

  private static boolean bestWasDone(ActionSurface shown) {
    return shown.best() == shown.doneUpwards() * shown.columns() + shown.doneAcross();
  }

  private static void shape(GraphicsContext g, double x, double y, Place place) {
    switch (place) {
      case DONE -> g.strokeOval(x - 6, y - 6, 12, 12);
      case BEST ->
          g.strokePolygon(new double[] {x, x + 6, x, x - 6}, new double[] {y - 6, y, y + 6, y}, 4);
    }
  }

  private void axes(
      GraphicsContext g, ActionSurface shown, double wide, double high, double bottom) {
    g.setFill(FxColours.of(palette.rgb(Tone.TEXT_MUTED)));
    g.setTextBaseline(VPos.CENTER);
    g.setTextAlign(TextAlignment.RIGHT);
    if (shown.rows() > 1) {
      int every = every(shown.upwards(), 14 / high);
      for (int row = 0; row < shown.rows(); row += every) {
        double y = top(shown, row, high) + high / 2;
        g.fillText(shown.upwards().words(row), LEFT - 5, y, LEFT - 8);
      }
    }
    g.setTextAlign(TextAlignment.CENTER);
    g.setTextBaseline(VPos.TOP);
    int every = every(shown.across(), 44 / wide);
    for (int column = 0; column < shown.columns(); column += every) {
      g.fillText(
          shown.across().words(column), LEFT + (column + 0.5) * wide, bottom + 3, every * wide - 3);
    }
    g.setFill(FxColours.of(palette.rgb(Tone.TEXT)));
    g.setTextAlign(TextAlignment.LEFT);
    String names =
        shown.rows() > 1
            ? "↑ " + shown.upwards().name() + "    → " + shown.across().name()
            : "→ " + shown.across().name();
    g.fillText(names, 4, bottom + 18, width() - 8);
  }

  /// Labels every so many places; on the axis of a number its ends and its middle always get one.
  private static int every(ActionAxis axis, double least) {
    int step = Math.max(1, (int) Math.ceil(least));
    return axis.continuous() ? Math.max(4, Integer.highestOneBit(2 * step - 1)) : step;
  }

  private void legend(GraphicsContext g, ActionSurface shown, double width) {
    int steps = (int) Math.clamp(width - RIGHT - 2 * LABEL, LEAST_RAMP, RAMP);
    double ramp = width - RIGHT - LABEL - steps;
    for (int i = 0; i < steps; i++) {
      g.setFill(FxColours.of(colours.argb(i / (float) (steps - 1))));
      g.fillRect(ramp + i, 4, steps - i, 9);
    }
    g.setTextBaseline(VPos.CENTER);
    g.setFill(FxColours.of(palette.rgb(Tone.TEXT)));
    g.setTextAlign(TextAlignment.RIGHT);
    g.fillText(NumberWords.significant(shown.least(), 3), ramp - 4, 8.5);
    g.setTextAlign(TextAlignment.LEFT);
    g.fillText(NumberWords.significant(shown.most(), 3), ramp + steps + 4, 8.5);
    String words =
        shown.across().continuous()
            ? wording("ActionSurfaceView.ring_and_diamond")
            : wording("ActionSurfaceView.frames");
    double room = ramp - LABEL - 8;
    if (room >= LEAST_WORDS) {
      g.fillText(words, 4, 8.5, room);
    }
  }
}
