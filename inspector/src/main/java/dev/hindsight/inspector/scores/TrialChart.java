package dev.hindsight.inspector.scores;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.live.CanvasRegion;
import dev.hindsight.inspector.live.FxColours;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.scene.Tone;
import dev.hindsight.trainer.study.Interval;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.Tooltip;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.TextAlignment;

/// Shows means by trial with their 95 % intervals: egos as discs joined by a line, co-players as
/// squares. FX thread.
final class TrialChart extends CanvasRegion {
  private static final double LEFT = 38;
  private static final double RIGHT = 10;
  private static final double TOP = 8;
  private static final double BOTTOM = 18;
  private static final double DOT = 7;
  private static final Font FONT = Font.font(11);

  private final Tooltip told = new Tooltip();
  private Palette palette;
  private List<Optional<Interval>> egos = List.of();
  private List<Optional<Interval>> others = List.of();
  private int here = -1;

  TrialChart(Palette palette) {
    super("scores-chart", wording("TrialChart.means_by_trial"));
    this.palette = palette;
    told.setWrapText(true);
    told.setMaxWidth(420);
    Tooltip.install(this, told);
    preferSize(96, 320, 124);
  }

  /// Shows other means.
  void show(
      TrialMeasure trialMeasure,
      List<Optional<Interval>> ofEgos,
      List<Optional<Interval>> ofOthers) {
    egos = ofEgos;
    others = ofOthers;
    setAccessibleText(
        wording(
            "TrialChart.by_trial",
            trialMeasure.title(),
            ofEgos.stream()
                .map(mean -> mean.map(TrialChart::words).orElse("–"))
                .collect(Collectors.joining(", "))));
    told.setText(ScoreWords.intervals(ofEgos));
    repaint();
  }

  private static String words(Interval mean) {
    return TrialMeasure.words(mean.mean())
        + (mean.known() ? " (" + mean.words(NumberWords::score, "episode") + ")" : "");
  }

  /// Marks a trial, or none with -1.
  void mark(int trial) {
    if (here != trial) {
      here = trial;
      repaint();
    }
  }

  /// Applies other colours.
  void applyPalette(Palette other) {
    palette = other;
    repaint();
  }

  @Override
  protected void paint(GraphicsContext g, double width, double height) {
    if (width < 80 || height < 48 || egos.isEmpty()) {
      return;
    }
    Axis axis = Axis.of(egos, others);
    double step = (width - LEFT - RIGHT) / egos.size();
    band(g, step, height);
    scale(g, axis, width, height);
    numbers(g, step, height);
    if (others.stream().anyMatch(Optional::isPresent)) {
      series(g, axis, others, Tone.EXPERT, step, height, 0.62);
    }
    series(g, axis, egos, Tone.AGENT, step, height, 0.5);
  }

  private void band(GraphicsContext g, double step, double height) {
    if (here >= 0 && here < egos.size()) {
      g.setFill(colour(Tone.SELECTED).deriveColor(0, 1, 1, 0.16));
      g.fillRect(LEFT + here * step, TOP, step, height - TOP - BOTTOM);
    }
  }

  private void scale(GraphicsContext g, Axis axis, double width, double height) {
    g.setFont(FONT);
    g.setTextAlign(TextAlignment.RIGHT);
    g.setTextBaseline(VPos.CENTER);
    for (double part : new double[] {0, 0.5, 1}) {
      double number = axis.low + part * (axis.high - axis.low);
      double y = axis.y(number, height);
      g.setStroke(colour(Tone.TEXT_MUTED).deriveColor(0, 1, 1, 0.3));
      g.setLineWidth(1);
      g.strokeLine(LEFT, Math.floor(y) + 0.5, width - RIGHT, Math.floor(y) + 0.5);
      g.setFill(colour(Tone.TEXT_MUTED));
      g.fillText(NumberWords.significant(number, 3), LEFT - 5, y);
    }
  }

  private void numbers(GraphicsContext g, double step, double height) {
    g.setTextAlign(TextAlignment.CENTER);
    g.setTextBaseline(VPos.BOTTOM);
    g.setFill(colour(Tone.TEXT_MUTED));
    int every = Math.max(1, (int) Math.ceil(22 / step));
    for (int k = 0; k < egos.size(); k += every) {
      g.fillText(Integer.toString(k + 1), LEFT + (k + 0.5) * step, height - 2);
    }
  }

  private void series(
      GraphicsContext g,
      Axis axis,
      List<Optional<Interval>> means,
      Tone tone,
      double step,
      double height,
      double place) {
    g.setStroke(colour(tone));
    g.setFill(colour(tone));
    double beforeX = Double.NaN;
    double beforeY = Double.NaN;
    for (int k = 0; k < means.size(); k++) {
      if (means.get(k).isEmpty()) {
        beforeX = Double.NaN;
        continue;
      }
      Interval mean = means.get(k).get();
      double x = LEFT + (k + place) * step;
      double y = axis.y(mean.mean(), height);
      g.setLineWidth(1.6);
      if (!Double.isNaN(beforeX) && tone == Tone.AGENT) {
        g.strokeLine(beforeX, beforeY, x, y);
      }
      if (Double.isFinite(mean.low()) && Double.isFinite(mean.high())) {
        whisker(g, x, axis.y(mean.low(), height), axis.y(mean.high(), height));
      }
      if (tone == Tone.AGENT) {
        g.fillOval(x - DOT / 2, y - DOT / 2, DOT, DOT);
      } else {
        g.strokeRect(x - DOT / 2, y - DOT / 2, DOT, DOT);
      }
      beforeX = x;
      beforeY = y;
    }
  }

  private static void whisker(GraphicsContext g, double x, double low, double high) {
    g.setLineWidth(1.2);
    g.strokeLine(x, low, x, high);
    g.strokeLine(x - 3, low, x + 3, low);
    g.strokeLine(x - 3, high, x + 3, high);
  }

  private Color colour(Tone tone) {
    int rgb = palette.rgb(tone);
    return FxColours.of(rgb);
  }

  /// The lowest and highest value of the axis: it includes 0 and 1.
  private record Axis(double low, double high) {
    static Axis of(List<Optional<Interval>> egos, List<Optional<Interval>> others) {
      double low = 0;
      double high = 1;
      for (List<Optional<Interval>> means : List.of(egos, others)) {
        for (Optional<Interval> mean : means) {
          double least = mean.map(Axis::least).orElse(low);
          double most = mean.map(Axis::most).orElse(high);
          low = Double.isFinite(least) ? Math.min(low, least) : low;
          high = Double.isFinite(most) ? Math.max(high, most) : high;
        }
      }
      return new Axis(low, high);
    }

    private static double least(Interval mean) {
      return Double.isNaN(mean.low()) ? mean.mean() : mean.low();
    }

    private static double most(Interval mean) {
      return Double.isNaN(mean.high()) ? mean.mean() : mean.high();
    }

    double y(double number, double height) {
      double part = (number - low) / (high - low);
      return height - BOTTOM - part * (height - TOP - BOTTOM);
    }
  }
}
