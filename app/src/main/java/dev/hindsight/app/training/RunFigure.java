package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.figure.FigureFile;
import dev.hindsight.inspector.chart.ChartStyle;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.ledger.RunRecord;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.geom.AffineTransform;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A number of several runs over their training, as a figure for a paper: curves that differ in
/// dash, marker and colour, with their names at their ends, so that it can be read in grey.
///
/// @param title of the y axis
/// @param curves one for each group of runs
/// @param names of the curves, in lines
/// @param axis of x
/// @param smoothing factor, 0 for none
public record RunFigure(
    String title, ChartCurves curves, List<List<String>> names, ChartAxis axis, double smoothing) {
  private static final double SAMPLE = 22;
  private static final double GAP = 5;

  /// The share of the width that the names of the curves may take.
  private static final double MOST_NAMES = 0.45;

  /// What to draw.
  ///
  /// @param metric a key figure (`last`, `gain`, ...) or the name of a metric
  /// @param apart whether runs that differ only in their seed are curves of their own
  public record Question(String metric, ChartAxis axis, double smoothing, boolean apart) {
    /// Checks the factor of smoothing.
    ///
    /// @throws Problem if it is not from 0 to less than 1
    public Question {
      if (!(smoothing >= 0 && smoothing < 1)) {
        throw new Problem(
            wording("RunFigure.no_factor_of_smoothing"),
            NumberWords.atMost(smoothing, 6),
            wording("RunFigure.give_a_factor"));
      }
    }
  }

  /// Copies the lists.
  public RunFigure {
    names = names.stream().map(List::copyOf).toList();
  }

  /// The figure of runs: reads their files.
  ///
  /// @throws Problem if no run has the metric
  public static RunFigure of(List<RunRecord> records, Question question) {
    List<RunGroup.Measured> runs = RunComparison.read(records);
    RunComparison.Overlaid chart = chart(runs, question.metric());
    return of(
        new RunComparison(
            RunGroup.of(
                runs, question.apart() ? RunGroup.Grouping.APART : RunGroup.Grouping.BY_SETTINGS)),
        chart,
        question.axis(),
        question.smoothing());
  }

  static RunFigure of(
      RunComparison comparison, RunComparison.Overlaid chart, ChartAxis axis, double smoothing) {
    return new RunFigure(
        chart.kind().title(),
        comparison.curves(chart),
        comparison.groups().stream()
            .map(group ->
                Stream.concat(Stream.of(group.name()), group.remark(chart.number()).stream())
                    .toList())
            .toList(),
        axis,
        smoothing);
  }

  private static RunComparison.Overlaid chart(List<RunGroup.Measured> runs, String metric) {
    Optional<RunComparison.Overlaid> key =
        RunComparison.CHARTS.stream()
            .filter(chart -> chart.kind().id().equals("compare." + metric))
            .findFirst();
    if (key.isPresent()) {
      return key.get();
    }
    List<String> all = RunComparison.metrics(runs).values().stream().flatMap(List::stream).toList();
    if (!all.contains(metric)) {
      throw new Problem(
          wording("RunFigure.no_run_has_this_metric"),
          metric,
          wording(
              "RunFigure.give_one_of",
              String.join(
                  ", ",
                  Stream.concat(
                          RunComparison.CHARTS.stream()
                              .map(one -> one.kind().id().substring("compare.".length())),
                          all.stream())
                      .toList())));
    }
    return RunComparison.of(metric);
  }

  /// Writes it.
  ///
  /// @param file ends in `.svg` or `.pdf`
  /// @throws Problem if its name says no format, or it cannot be written
  public void write(Path file, FigureFile.Width width) {
    FigureFile figure = FigureFile.of(width);
    figure.write(file, pen -> paint(pen, figure.across(), figure.down()));
  }

  /// Paints it.
  ///
  /// @param across width, in units of which a letter of the usual size has 11
  private void paint(Graphics2D pen, double across, double down) {
    Font font = FigureFile.font(FigureFile.LETTER);
    pen.setFont(font);
    FontMetrics letters = pen.getFontMetrics(font);
    double widest =
        names.stream()
            .flatMap(List::stream)
            .mapToDouble(line -> letters.stringWidth(line))
            .max()
            .orElse(0);
    double margin = Math.min(MOST_NAMES * across, SAMPLE + 2 * GAP + widest);
    CurvePicture picture = new CurvePicture(Double.NaN, Double.NaN, ChartCard.Legend.ELSEWHERE);
    picture.applyStyle(FigureFile.STYLE);
    picture.print(font, axis.words(), letters.getHeight() + GAP, margin);
    picture.draw(
        pen,
        across,
        down,
        curves,
        new CurvePicture.Look(ChartRange.whole(axis), smoothing, CurvePicture.Scale.LINEAR),
        FigureFile.STYLE);
    picture
        .area()
        .ifPresent(area -> {
          name(pen, picture, area, letters);
          nameY(pen, area, letters);
        });
  }

  /// Writes the name of the y axis, from below.
  private void nameY(Graphics2D pen, Rectangle2D area, FontMetrics letters) {
    AffineTransform upright = pen.getTransform();
    pen.translate(letters.getAscent() + 1.0, area.getCenterY() + letters.stringWidth(title) / 2.0);
    pen.rotate(-Math.PI / 2);
    pen.setPaint(Color.BLACK);
    pen.drawString(title, 0, 0);
    pen.setTransform(upright);
  }

  /// A curve's name beside the plot.
  ///
  /// @param endX where the curve ends
  private record Named(int curve, List<String> lines, double endX, double endY) {}

  /// Writes the names beside the ends of the curves, moved apart where they would overlap.
  private void name(Graphics2D pen, CurvePicture picture, Rectangle2D area, FontMetrics letters) {
    List<Named> all = new ArrayList<>();
    List<ChartCurve> drawn = curves.all();
    for (int i = 0; i < drawn.size(); i++) {
      ChartCurve curve = drawn.get(i);
      if (curve.count() > 0) {
        int last = curve.count() - 1;
        all.add(
            new Named(
                i,
                names.get(i),
                picture.pixelOf(curve.x(axis, last)).orElse(area.getMaxX()),
                picture.pixelOfValue(curve.smoothed(smoothing)[last]).orElse(area.getCenterY())));
      }
    }
    all.sort(Comparator.comparingDouble(Named::endY));
    double line = letters.getHeight();
    double height = all.stream().mapToDouble(one -> one.lines().size() * line + 2).sum();
    double least = area.getMinY();
    double below = height;
    for (Named one : all) {
      double tall = one.lines().size() * line + 2;
      // Not above the one before, and leaving room for those below.
      double top = Math.max(least, Math.min(one.endY() - tall / 2, area.getMaxY() - below));
      write(pen, one, area.getMaxX(), top, letters);
      least = top + tall;
      below -= tall;
    }
  }

  private static void write(
      Graphics2D pen, Named one, double right, double top, FontMetrics letters) {
    double middle = top + one.lines().size() * letters.getHeight() / 2.0;
    pen.setPaint(new Color(0x909090));
    pen.setStroke(new BasicStroke(0.6f));
    pen.draw(new Line2D.Double(one.endX() + 2, one.endY(), right + GAP, middle));
    double sample = right + GAP;
    pen.setPaint(FigureFile.STYLE.line(one.curve()));
    pen.setStroke(ChartStyle.stroke(one.curve()));
    pen.draw(new Line2D.Double(sample, middle, sample + SAMPLE, middle));
    pen.fill(
        AffineTransform.getTranslateInstance(sample + SAMPLE / 2, middle)
            .createTransformedShape(ChartStyle.marker(one.curve())));
    pen.setPaint(Color.BLACK);
    float baseline = (float) top + letters.getAscent();
    for (String words : one.lines()) {
      pen.drawString(words, (float) (sample + SAMPLE + GAP), baseline);
      baseline += letters.getHeight();
    }
  }
}
