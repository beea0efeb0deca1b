package dev.hindsight.app.study;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.figure.FigureFile;
import dev.hindsight.inspector.chart.ChartStyle;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.study.Interval;
import dev.hindsight.trainer.study.plan.StudyReport;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.annotations.XYPolygonAnnotation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.HorizontalAlignment;
import org.jfree.chart.ui.Layer;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/// A chart of a study's report: a curve for each arm with its intervals as a band. Curves differ in
/// colour, dash and marker, so that it can be read in grey. Immutable.
///
/// @param id part of names
/// @param title what y is
/// @param x what x is
/// @param at the x of the points of every curve
/// @param curves one for each arm
record StudyChart(String id, String title, String x, List<Double> at, List<ArmCurve> curves) {
  /// Opacity of a band, of 255.
  private static final int BAND = 48;

  /// Points that have no marker between two that have one.
  private static final int MARKERS = 10;

  /// Copies the lists.
  StudyChart {
    at = List.copyOf(at);
    curves = List.copyOf(curves);
  }

  /// A curve.
  ///
  /// @param points at most one for each x
  record ArmCurve(String arm, List<Interval> points) {
    /// Copies the list.
    ArmCurve {
      points = List.copyOf(points);
    }
  }

  /// The score of trial 1, 2, ..., K.
  static StudyChart trials(StudyReport report) {
    int trials = report.arms().stream().mapToInt(arm -> arm.trials().size()).max().orElse(0);
    return new StudyChart(
        "trials",
        wording("StudyChart.score_by_trial"),
        wording("StudyChart.trial"),
        IntStream.rangeClosed(1, trials).mapToObj(k -> (double) k).toList(),
        report.arms().stream().map(arm -> new ArmCurve(arm.title(), arm.trials())).toList());
  }

  /// The share of runs above each score.
  static StudyChart profile(StudyReport report) {
    return new StudyChart(
        "profile",
        wording("StudyChart.share_of_runs_above"),
        wording("StudyChart.score_of_the_last_trial"),
        StudyReport.thresholds(),
        report.arms().stream().map(arm -> new ArmCurve(arm.title(), arm.profile())).toList());
  }

  /// Its numbers in words, for screen readers.
  String words() {
    return title
        + ". "
        + curves.stream()
            .map(curve ->
                curve.arm()
                    + ": "
                    + curve.points().stream()
                        .map(point -> NumberWords.score(point.mean()))
                        .collect(Collectors.joining(", ")))
            .collect(Collectors.joining("; "));
  }

  /// Writes it as a figure for a paper.
  ///
  /// @param file ends in `.svg` or `.pdf`
  void write(Path file) {
    FigureFile figure = FigureFile.of(FigureFile.Width.COLUMN);
    Font font = FigureFile.font(FigureFile.LETTER);
    figure.write(file, pen -> paint(pen, figure.across(), figure.down(), FigureFile.STYLE, font));
  }

  /// Paints it.
  ///
  /// @param across width, in units of which a letter has some 11
  void paint(Graphics2D pen, double across, double down, ChartStyle style, Font font) {
    boolean whole = at.stream().allMatch(x -> x == Math.rint(x)) && !at.isEmpty();
    NumberAxis domain = axis(style, font, x);
    if (whole) {
      domain.setStandardTickUnits(NumberAxis.createIntegerTickUnits());
      domain.setRange(at.getFirst() - 0.2, at.getLast() + 0.2);
    } else {
      domain.setRange(0, 1);
      domain.setTickUnit(new NumberTickUnit(0.2));
    }
    NumberAxis range = axis(style, font, null);
    range.setRange(0, 1.03);
    range.setTickUnit(new NumberTickUnit(0.2));
    XYSeriesCollection data = new XYSeriesCollection();
    XYLineAndShapeRenderer renderer = new Marked();
    for (int i = 0; i < curves.size(); i++) {
      ArmCurve curve = curves.get(i);
      XYSeries series = new XYSeries(curve.arm());
      for (int k = 0; k < curve.points().size(); k++) {
        series.add((double) at.get(k), curve.points().get(k).mean());
      }
      data.addSeries(series);
      renderer.setSeriesPaint(i, style.line(i));
      renderer.setSeriesStroke(i, ChartStyle.stroke(i));
      renderer.setSeriesShape(i, ChartStyle.marker(i));
      for (double[] polygon : bands(curve.points())) {
        renderer.addAnnotation(
            new XYPolygonAnnotation(polygon, null, null, faint(style.line(i))), Layer.BACKGROUND);
      }
    }
    XYPlot plot = new XYPlot(data, domain, range, renderer);
    plot.setBackgroundPaint(style.plot());
    plot.setDomainGridlinePaint(style.grid());
    plot.setRangeGridlinePaint(style.grid());
    plot.setOutlineVisible(false);
    plot.setInsets(new RectangleInsets(2, 2, 2, 10));
    JFreeChart chart = new JFreeChart(null, font, plot, false);
    chart.setBackgroundPaint(style.ground());
    // Not a label of the axis: JFreeChart would draw its letters upright as outlines.
    TextTitle heading = new TextTitle(title, font);
    heading.setPaint(style.words());
    heading.setHorizontalAlignment(HorizontalAlignment.LEFT);
    heading.setPadding(new RectangleInsets(4, 6, 0, 0));
    chart.setTitle(heading);
    LegendTitle legend = new LegendTitle(plot);
    legend.setPosition(RectangleEdge.BOTTOM);
    legend.setFrame(BlockBorder.NONE);
    legend.setItemFont(font);
    legend.setItemPaint(style.words());
    legend.setBackgroundPaint(style.ground());
    chart.addLegend(legend);
    chart.draw(pen, new Rectangle2D.Double(0, 0, across, down));
  }

  private static NumberAxis axis(
      ChartStyle style, Font font, @org.jspecify.annotations.Nullable String words) {
    NumberAxis axis = new NumberAxis(words);
    style.paint(axis);
    axis.setTickLabelFont(font);
    axis.setLabelFont(font);
    return axis;
  }

  private static Color faint(Color colour) {
    return new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), BAND);
  }

  /// The outlines of the band between points without an interval, as x, y, x, y, ...
  private List<double[]> bands(List<Interval> points) {
    List<double[]> all = new ArrayList<>();
    int from = 0;
    for (int k = 0; k <= points.size(); k++) {
      if (k < points.size() && points.get(k).known()) {
        continue;
      }
      int count = k - from;
      double[] band = new double[4 * count];
      for (int i = 0; i < count; i++) {
        band[2 * i] = at.get(from + i);
        band[2 * i + 1] = points.get(from + i).low();
        band[4 * count - 2 - 2 * i] = at.get(from + i);
        band[4 * count - 1 - 2 * i] = points.get(from + i).high();
      }
      if (count > 1) {
        all.add(band);
      }
      from = k + 1;
    }
    return all;
  }

  /// Marks a few points of each curve, at different places on each.
  private static final class Marked extends XYLineAndShapeRenderer {
    @java.io.Serial private static final long serialVersionUID = 1;

    Marked() {
      super(true, true);
    }

    @Override
    public boolean getItemShapeVisible(int series, int item) {
      int count = getPlot().getDataset().getItemCount(series);
      return count <= MARKERS || (item + series) % 4 == 0;
    }
  }
}
