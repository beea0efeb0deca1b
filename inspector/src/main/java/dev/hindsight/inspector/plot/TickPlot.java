package dev.hindsight.inspector.plot;

import dev.hindsight.inspector.live.CanvasRegion;
import dev.hindsight.inspector.live.FxColours;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.Tone;
import java.util.List;
import java.util.function.IntConsumer;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.input.MouseEvent;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;

/// Shows curves over ticks with the cursor. A press or a drag seeks; pointing reports the tick. FX
/// thread.
public final class TickPlot extends CanvasRegion {
  private final PlotPainter painter = new PlotPainter();
  private List<PlotCurve> curves = List.of();
  private List<Span> veils = List.of();
  private PlotAxis range;
  private int cursor;
  private Palette palette;

  /// Starts empty.
  ///
  /// @param id of the node
  /// @param name for screen readers
  /// @param onSeek receives the tick that the user pressed
  /// @param onPoint receives the tick under the mouse, -1 when the mouse leaves
  public TickPlot(
      String id,
      String name,
      PlotAxis range,
      Palette palette,
      IntConsumer onSeek,
      IntConsumer onPoint) {
    super(id, name);
    this.range = range;
    this.palette = palette;
    preferSize(100, 320, 170);
    addEventHandler(MouseEvent.MOUSE_PRESSED, event -> onSeek.accept(at(event)));
    addEventHandler(MouseEvent.MOUSE_DRAGGED, event -> onSeek.accept(at(event)));
    addEventHandler(MouseEvent.MOUSE_MOVED, event -> onPoint.accept(at(event)));
    addEventHandler(MouseEvent.MOUSE_EXITED, _ -> onPoint.accept(-1));
  }

  /// Shows curves, ticks and a cursor; paints at most once, and only if something has changed.
  public void show(List<PlotCurve> others, PlotAxis shown, int tick) {
    if (!others.equals(curves) || !shown.equals(range) || tick != cursor) {
      curves = List.copyOf(others);
      range = shown;
      cursor = tick;
      repaint();
    }
  }

  /// Sets the ticks to hatch, such as those in limbo; they appear with the next curves.
  public void veil(List<Span> ticks) {
    veils = List.copyOf(ticks);
  }

  /// Applies the colours of a theme.
  public void applyPalette(Palette other) {
    palette = other;
    repaint();
  }

  private int at(MouseEvent event) {
    return range.tickAt(x(event), width());
  }

  @Override
  protected void paint(GraphicsContext g, double width, double height) {
    if (width >= 40 && height >= 40) {
      painter.paint(g, width, height, curves, range, cursor, palette);
      painter.veil(g, veils, range, palette);
    }
  }

  /// Paints curves into a canvas: every pixel column shows the smallest and largest value of all
  /// its ticks. FX thread; allocates only when it becomes wider.
  private static final class PlotPainter {
    private static final double LEGEND = 18;
    private static final double EDGE = 4;
    private static final double[] DASHES = {5, 3};

    private float[] lows = new float[0];
    private float[] highs = new float[0];
    private double least;
    private double most;
    private double width;
    private double height;

    /// @param fullWidth of the plot, in pixels
    /// @param fullHeight of the plot, in pixels
    void paint(
        GraphicsContext g,
        double fullWidth,
        double fullHeight,
        List<PlotCurve> curves,
        PlotAxis range,
        int cursor,
        Palette palette) {
      width = fullWidth;
      height = fullHeight;
      int columns = Math.max(1, (int) width);
      if (lows.length != columns) {
        lows = new float[columns];
        highs = new float[columns];
      }
      g.setFill(FxColours.of(palette.background()));
      g.fillRect(0, 0, width, height);
      scale(curves, range);
      paintTrials(g, range, palette);
      paintZero(g, palette);
      for (PlotCurve plotCurve : curves) {
        paintCurve(g, plotCurve, range, palette);
      }
      paintCursor(g, range, cursor, palette);
      paintLegend(g, curves, palette);
    }

    /// Hatches ticks along the bottom of the last painted plot.
    void veil(GraphicsContext g, List<Span> veils, PlotAxis range, Palette palette) {
      g.setStroke(FxColours.of(palette.rgb(Tone.TEXT_MUTED)));
      g.setLineWidth(0.6);
      for (Span veil : veils) {
        double left = (Math.max(veil.from(), range.from()) - range.from()) * width / range.ticks();
        double right = (Math.min(veil.to(), range.to()) - range.from()) * width / range.ticks();
        double foot = height - 2;
        for (double x = left; x < right; x += 4) {
          g.strokeLine(x, foot, Math.min(right, x + 6), foot - 6);
        }
      }
      g.setLineWidth(1);
    }

    private void scale(List<PlotCurve> curves, PlotAxis range) {
      least = 0;
      most = 0;
      for (PlotCurve plotCurve : curves) {
        int from = range.from() - plotCurve.first();
        int to = range.to() - plotCurve.first();
        float low = plotCurve.values().least(from, to);
        float high = plotCurve.values().most(from, to);
        if (low <= high) {
          least = Math.min(least, low);
          most = Math.max(most, high);
        }
      }
      if (most - least < 1e-9) {
        most = least + 1;
      }
    }

    private double y(double value) {
      double room = height - LEGEND - 2 * EDGE;
      return LEGEND + EDGE + room * (most - value) / (most - least);
    }

    private void paintTrials(GraphicsContext g, PlotAxis range, Palette palette) {
      TrialIndex trials = range.trials();
      g.setStroke(FxColours.of(palette.rgb(Tone.ROAD_LANE)));
      g.setLineWidth(1);
      g.setLineDashes();
      g.setFill(FxColours.of(palette.rgb(Tone.TEXT_MUTED)));
      g.setFont(Font.font(10));
      g.setTextAlign(TextAlignment.LEFT);
      g.setTextBaseline(VPos.BOTTOM);
      for (int stretch = 0; stretch < trials.count(); stretch++) {
        int start = trials.start(stretch);
        double x = Math.floor((start - range.from()) * width / range.ticks()) + 0.5;
        double end = (trials.end(stretch) - range.from()) * width / range.ticks();
        if (start > range.from() && start < range.to()) {
          g.strokeLine(x, LEGEND, x, height);
        }
        if (start >= range.from() && start < range.to() && end - x > 14) {
          g.fillText(Integer.toString(trials.trial(stretch) + 1), x + 3, height - 2);
        }
      }
    }

    private void paintZero(GraphicsContext g, Palette palette) {
      g.setStroke(FxColours.of(palette.rgb(Tone.STATIC)));
      double zero = Math.floor(y(0)) + 0.5;
      g.strokeLine(0, zero, width, zero);
      g.setFill(FxColours.of(palette.rgb(Tone.TEXT_MUTED)));
      g.setFont(Font.font(10));
      g.setTextAlign(TextAlignment.RIGHT);
      g.setTextBaseline(VPos.TOP);
      g.fillText(number(most), width - 3, LEGEND + 1);
      g.setTextBaseline(VPos.BOTTOM);
      g.fillText(number(least), width - 3, height - 1);
    }

    private void paintCurve(
        GraphicsContext g, PlotCurve plotCurve, PlotAxis range, Palette palette) {
      double perColumn = (double) range.ticks() / lows.length;
      g.setStroke(FxColours.of(palette.rgb(plotCurve.tone())));
      g.setLineWidth(1.4);
      if (plotCurve.stroke() == PlotCurve.Stroke.DASHED) {
        g.setLineDashes(DASHES);
      } else {
        g.setLineDashes();
      }
      if (plotCurve.stroke() == PlotCurve.Stroke.BARS) {
        paintBars(g, plotCurve, range, perColumn);
      } else if (perColumn <= 1) {
        paintPoints(g, plotCurve, range);
      } else {
        paintEnvelope(g, plotCurve, range, perColumn);
      }
      g.setLineDashes();
    }

    private void paintBars(
        GraphicsContext g, PlotCurve plotCurve, PlotAxis range, double perColumn) {
      double bar = Math.max(1, 0.7 / perColumn);
      g.setFill(g.getStroke());
      if (perColumn > 1) {
        plotCurve.values().columns(range.from() - plotCurve.first(), perColumn, lows, highs);
        for (int x = 0; x < lows.length; x++) {
          bar(g, x, 1, Math.min(0, lows[x]));
          bar(g, x, 1, Math.max(0, highs[x]));
        }
        return;
      }
      for (int t = range.from(); t < range.to(); t++) {
        bar(g, range.x(t, width) - bar / 2, bar, plotCurve.value(t));
      }
    }

    private void bar(GraphicsContext g, double x, double bar, double value) {
      if (Double.isFinite(value) && value != 0) {
        double top = Math.min(y(0), y(value));
        g.fillRect(x, top, bar, Math.max(1, Math.abs(y(0) - y(value))));
      }
    }

    private void paintPoints(GraphicsContext g, PlotCurve plotCurve, PlotAxis range) {
      boolean open = false;
      g.beginPath();
      for (int t = range.from(); t < range.to(); t++) {
        float value = plotCurve.value(t);
        if (!Float.isFinite(value)) {
          open = false;
        } else if (open) {
          g.lineTo(range.x(t, width), y(value));
        } else {
          g.moveTo(range.x(t, width), y(value));
          g.lineTo(range.x(t, width) + 0.5, y(value));
          open = true;
        }
      }
      g.stroke();
    }

    private void paintEnvelope(
        GraphicsContext g, PlotCurve plotCurve, PlotAxis range, double perColumn) {
      plotCurve.values().columns(range.from() - plotCurve.first(), perColumn, lows, highs);
      boolean open = false;
      g.beginPath();
      for (int x = 0; x < lows.length; x++) {
        if (!(lows[x] <= highs[x]) || !Float.isFinite(lows[x]) || !Float.isFinite(highs[x])) {
          open = false;
          continue;
        }
        if (open) {
          g.lineTo(x + 0.5, y(highs[x]));
        } else {
          g.moveTo(x + 0.5, y(highs[x]));
          open = true;
        }
        g.lineTo(x + 0.5, y(lows[x]) + 0.5);
      }
      g.stroke();
    }

    private void paintCursor(GraphicsContext g, PlotAxis range, int cursor, Palette palette) {
      if (cursor >= range.from() && cursor < range.to()) {
        g.setStroke(FxColours.of(palette.rgb(Tone.SELECTED)));
        g.setLineWidth(1);
        double x = Math.floor(range.x(cursor, width)) + 0.5;
        g.strokeLine(x, LEGEND, x, height);
      }
    }

    private void paintLegend(GraphicsContext g, List<PlotCurve> curves, Palette palette) {
      g.setFont(Font.font(11));
      g.setTextAlign(TextAlignment.LEFT);
      g.setTextBaseline(VPos.CENTER);
      double x = 4;
      for (PlotCurve plotCurve : curves) {
        g.setStroke(FxColours.of(palette.rgb(plotCurve.tone())));
        g.setLineWidth(plotCurve.stroke() == PlotCurve.Stroke.BARS ? 6 : 1.6);
        if (plotCurve.stroke() == PlotCurve.Stroke.DASHED) {
          g.setLineDashes(DASHES);
        }
        g.strokeLine(x, LEGEND / 2, x + 16, LEGEND / 2);
        g.setLineDashes();
        g.setFill(FxColours.of(palette.rgb(Tone.TEXT)));
        g.fillText(plotCurve.name(), x + 21, LEGEND / 2);
        x += 21 + 6.2 * plotCurve.name().length() + 16;
      }
    }

    private static String number(double value) {
      return NumberWords.significant(value, 3);
    }
  }
}
