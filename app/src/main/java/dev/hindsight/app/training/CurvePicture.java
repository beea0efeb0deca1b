package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.inspector.chart.ChartStyle;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jfree.chart.ChartRenderingInfo;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.annotations.XYPolygonAnnotation;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.Layer;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.DomainOrder;
import org.jfree.data.Range;
import org.jfree.data.xy.AbstractXYDataset;
import org.jfree.data.xy.XYDataset;

/// One chart, drawn by JFreeChart on any surface. One owner thread.
final class CurvePicture {
  /// The number of markers on a curve: enough to distinguish it, too few to hide it.
  private static final int MARKERS = 6;

  /// Opacity of the measured values behind smoothed ones, of 255.
  private static final int FAINT = 80;

  /// Opacity of a band, of 255.
  private static final int BAND = 48;

  /// What to show of the curves.
  ///
  /// @param range of x
  /// @param smoothing factor, 0 for none
  /// @param scale of y
  record Look(ChartRange range, double smoothing, Scale scale) {}

  /// A scale of y.
  enum Scale {
    LINEAR,
    /// Without values of 0 or less.
    LOGARITHMIC
  }

  private final double least;
  private final double most;
  private final ChartCard.Legend legend;
  private final CurveDataset data = new CurveDataset();
  private final NumberAxis linear = new NumberAxis();
  private final LogAxis logarithmic = new LogAxis();
  private final XYPlot plot;
  private final JFreeChart chart;
  private final ChartRenderingInfo info = new ChartRenderingInfo(null);
  private int series;

  /// @param least smallest number that is always in range; NaN for none
  /// @param most largest number that is always in range; NaN for none
  CurvePicture(double least, double most, ChartCard.Legend legend) {
    this.legend = legend;
    this.least = least;
    this.most = most;
    NumberAxis x = new NumberAxis();
    x.setAutoRangeIncludesZero(false);
    x.setLowerMargin(0.01);
    x.setUpperMargin(0.02);
    linear.setAutoRangeIncludesZero(false);
    logarithmic.setSmallestValue(Double.MIN_NORMAL);
    logarithmic.setNumberFormatOverride(ChartTicks.logarithmic());
    plot = new XYPlot(data, x, linear, new SparselyMarked());
    plot.setNoDataMessage(wording("CurvePicture.no_data"));
    plot.setInsets(new RectangleInsets(4, 2, 2, 8));
    plot.setOutlineVisible(false);
    chart = new JFreeChart(null, ChartStyle.FONT, plot, true);
    chart.setNotify(false);
    chart.getLegend().setPosition(RectangleEdge.BOTTOM);
    chart.getLegend().setFrame(org.jfree.chart.block.BlockBorder.NONE);
    chart.getLegend().setItemFont(ChartStyle.FONT);
    chart.getLegend().setPadding(new RectangleInsets(0, 0, 1, 0));
  }

  /// Applies the colours of a theme.
  void applyStyle(ChartStyle style) {
    chart.setBackgroundPaint(style.ground());
    chart.getLegend().setBackgroundPaint(style.ground());
    chart.getLegend().setItemPaint(style.words());
    plot.setBackgroundPaint(style.plot());
    plot.setDomainGridlinePaint(style.grid());
    plot.setRangeGridlinePaint(style.grid());
    plot.setNoDataMessagePaint(style.words());
    plot.setNoDataMessageFont(ChartStyle.FONT);
    for (ValueAxis axis : List.of(plot.getDomainAxis(), linear, logarithmic)) {
      axis.setTickLabelFont(ChartStyle.FONT);
      axis.setTickLabelPaint(style.words());
      axis.setAxisLinePaint(style.grid());
      axis.setTickMarkPaint(style.grid());
    }
  }

  /// Prepares a figure for print.
  ///
  /// @param left margin for the name of the y axis, which JFreeChart would draw as outlines
  /// @param right margin for the names of the curves
  void print(Font font, String x, double left, double right) {
    plot.getDomainAxis().setLabel(x);
    for (ValueAxis axis : List.of(plot.getDomainAxis(), linear, logarithmic)) {
      axis.setTickLabelFont(font);
      axis.setLabelFont(font);
      axis.setAxisLinePaint(Color.BLACK);
      axis.setTickMarkPaint(Color.BLACK);
    }
    plot.setNoDataMessageFont(font);
    plot.setInsets(new RectangleInsets(6, left, 2, right));
  }

  /// Draws the current curves.
  void draw(
      Graphics2D to,
      double width,
      double height,
      ChartCurves chartCurves,
      Look look,
      ChartStyle style) {
    List<ChartCurve> curves = chartCurves.measured() ? chartCurves.all() : List.of();
    data.show(curves, look, (int) width);
    series = curves.size();
    chart.getLegend().setVisible(series > 1 && legend == ChartCard.Legend.BELOW);
    SparselyMarked renderer = (SparselyMarked) plot.getRenderer();
    renderer.marked = series;
    for (int i = 0; i < data.getSeriesCount(); i++) {
      int curve = i % series;
      boolean behind = i >= series;
      renderer.setSeriesPaint(
          i, behind ? faint(style.line(curve), FAINT) : style.line(curve), false);
      renderer.setSeriesStroke(i, behind ? new BasicStroke(1f) : ChartStyle.stroke(curve), false);
      renderer.setSeriesShape(i, ChartStyle.marker(curve), false);
      renderer.setSeriesVisibleInLegend(i, !behind, false);
    }
    plot.clearDomainMarkers();
    for (double at : chartCurves.marks(look.range().axis())) {
      plot.addDomainMarker(
          new ValueMarker(
              at,
              style.mark(),
              new BasicStroke(
                  1.2f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1, new float[] {3, 3}, 0)));
    }
    Optional<Range> bands = bands(renderer, curves, look, style, (int) width);
    scaleX(look.range());
    scaleY(look.scale(), bands);
    chart.draw(to, new Rectangle2D.Double(0, 0, width, height), info);
  }

  static Color faint(Color colour, int alpha) {
    return new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), alpha);
  }

  private void scaleX(ChartRange range) {
    NumberAxis x = (NumberAxis) plot.getDomainAxis();
    x.setStandardTickUnits(ChartTicks.of(range.axis()));
    if (range.isWhole()) {
      x.setAutoRange(true);
      x.configure();
    } else {
      x.setRange(new Range(range.from(), range.to()), true, false);
    }
  }

  /// Fits the range to the curves and their bands, and widens it to the requested one.
  private void scaleY(Scale scale, Optional<Range> bands) {
    boolean log = scale == Scale.LOGARITHMIC;
    ValueAxis values = log ? logarithmic : linear;
    if (!plot.getRangeAxis().equals(values)) {
      plot.setRangeAxis(values);
    }
    values.setAutoRange(true);
    values.configure();
    if (series == 0) {
      return;
    }
    Range auto = values.getRange();
    Range all = bands.map(band -> Range.combine(auto, band)).orElse(auto);
    double low = all.getLowerBound();
    double high = all.getUpperBound();
    if (log) {
      values.setRange(new Range(low, high), false, false);
      return;
    }
    low = Double.isNaN(least) ? low : Math.min(least, low);
    high = Double.isNaN(most) ? high : Math.max(most, high);
    if (low < auto.getLowerBound() || high > auto.getUpperBound()) {
      double margin = 0.03 * (high - low);
      values.setRange(new Range(low == 0 ? 0 : low - margin, high + margin), false, false);
    }
  }

  /// Draws the interval around each curve behind the curves.
  ///
  /// @return the range of y that the bands need
  private static Optional<Range> bands(
      SparselyMarked renderer, List<ChartCurve> curves, Look look, ChartStyle style, int columns) {
    renderer.removeAnnotations();
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < curves.size(); i++) {
      Optional<ChartCurve.Edges> edges =
          curves.get(i).band(look.range(), look.smoothing(), Math.max(1, columns));
      if (edges.isEmpty()) {
        continue;
      }
      Color colour = faint(style.line(i), BAND);
      for (double[] polygon : polygons(edges.get(), look.scale())) {
        renderer.addAnnotation(
            new XYPolygonAnnotation(polygon, null, null, colour), Layer.BACKGROUND);
        for (int corner = 1; corner < polygon.length; corner += 2) {
          low = Math.min(low, polygon[corner]);
          high = Math.max(high, polygon[corner]);
        }
      }
    }
    return low > high ? Optional.empty() : Optional.of(new Range(low, high));
  }

  /// The outlines of a band between its gaps, as x, y, x, y, ...
  static List<double[]> polygons(ChartCurve.Edges edges, Scale scale) {
    List<double[]> polygons = new ArrayList<>();
    int begin = 0;
    for (int i = 0; i <= edges.x().length; i++) {
      boolean gap =
          i == edges.x().length
              || Double.isNaN(edges.low()[i])
              || Double.isNaN(edges.high()[i])
              || (scale == Scale.LOGARITHMIC && edges.low()[i] <= 0);
      if (!gap) {
        continue;
      }
      int count = i - begin;
      if (count > 1) {
        double[] polygon = new double[4 * count];
        for (int k = 0; k < count; k++) {
          polygon[2 * k] = edges.x()[begin + k];
          polygon[2 * k + 1] = edges.low()[begin + k];
          polygon[4 * count - 2 - 2 * k] = edges.x()[begin + k];
          polygon[4 * count - 1 - 2 * k] = edges.high()[begin + k];
        }
        polygons.add(polygon);
      }
      begin = i + 1;
    }
    return polygons;
  }

  /// The area of the curves in the picture; empty before the first drawing.
  Optional<Rectangle2D> area() {
    Rectangle2D area = info.getPlotInfo().getDataArea();
    return series == 0 || area == null || area.isEmpty() ? Optional.empty() : Optional.of(area);
  }

  /// The x under a pixel; empty outside the plot, or before the first drawing.
  OptionalDouble xAt(double pixel) {
    return area()
        .filter(area -> pixel >= area.getMinX() && pixel <= area.getMaxX())
        .map(area -> plot.getDomainAxis().java2DToValue(pixel, area, plot.getDomainAxisEdge()))
        .map(OptionalDouble::of)
        .orElse(OptionalDouble.empty());
  }

  /// Whether a value is in the upper half of the plot.
  boolean high(double y) {
    return area()
        .map(area -> pixelOfValue(y).orElse(area.getMaxY()) < area.getCenterY())
        .orElse(false);
  }

  /// The pixel of a value, from the top; empty before the first drawing.
  OptionalDouble pixelOfValue(double y) {
    return area()
        .map(area -> plot.getRangeAxis().valueToJava2D(y, area, plot.getRangeAxisEdge()))
        .map(OptionalDouble::of)
        .orElse(OptionalDouble.empty());
  }

  /// The pixel of an x; empty outside the plot, or before the first drawing.
  OptionalDouble pixelOf(double x) {
    return area()
        .filter(_ -> plot.getDomainAxis().getRange().contains(x))
        .map(area -> plot.getDomainAxis().valueToJava2D(x, area, plot.getDomainAxisEdge()))
        .map(OptionalDouble::of)
        .orElse(OptionalDouble.empty());
  }

  /// Marks a few points of each curve, at different places on each.
  private static final class SparselyMarked extends XYLineAndShapeRenderer {
    @java.io.Serial private static final long serialVersionUID = 1;

    /// The number of curves that have markers; those after them are only lines.
    private int marked;

    SparselyMarked() {
      super(true, true);
      setDrawSeriesLineAsPath(true);
      setAutoPopulateSeriesPaint(false);
      setAutoPopulateSeriesStroke(false);
      setAutoPopulateSeriesShape(false);
    }

    @Override
    public boolean getItemShapeVisible(int number, int item) {
      if (number >= marked) {
        return false;
      }
      XYDataset points = getPlot().getDataset();
      int count = points.getItemCount(number);
      int every = Math.max(1, count / MARKERS);
      return (item + number * every / MARKERS + every / 2) % every == 0
          || alone(points, number, item, count);
    }

    /// Whether no line leads to or from a point, so that only a marker can show it.
    private static boolean alone(XYDataset points, int number, int item, int count) {
      return (item == 0 || Double.isNaN(points.getYValue(number, item - 1)))
          && (item == count - 1 || Double.isNaN(points.getYValue(number, item + 1)));
    }
  }

  /// Curves as a JFreeChart dataset, thinned to the columns of the picture. One owner thread.
  private static final class CurveDataset extends AbstractXYDataset {
    @java.io.Serial private static final long serialVersionUID = 1;

    private transient List<String> keys = List.of();
    private transient List<ChartCurve.Points> series = List.of();

    /// Takes over the current curves, and behind smoothed ones the measured values.
    ///
    /// @param columns width of the picture
    void show(List<ChartCurve> curves, Look look, int columns) {
      List<String> names = new ArrayList<>();
      List<ChartCurve.Points> points = new ArrayList<>();
      for (double factor :
          look.smoothing() == 0 ? new double[] {0} : new double[] {look.smoothing(), 0}) {
        for (ChartCurve chartCurve : curves) {
          names.add(
              names.size() < curves.size() ? chartCurve.legend() : Integer.toString(names.size()));
          points.add(
              drawn(chartCurve.envelope(look.range(), factor, Math.max(1, columns)), look.scale()));
        }
      }
      keys = names;
      series = points;
      fireDatasetChanged();
    }

    /// What a scale can show: a logarithmic one has no place for 0 and less.
    private static ChartCurve.Points drawn(ChartCurve.Points points, Scale scale) {
      if (scale == Scale.LOGARITHMIC) {
        for (int i = 0; i < points.y().length; i++) {
          points.y()[i] = points.y()[i] > 0 ? points.y()[i] : Double.NaN;
        }
      }
      return points;
    }

    @Override
    public DomainOrder getDomainOrder() {
      return DomainOrder.ASCENDING;
    }

    @Override
    public int getSeriesCount() {
      return series.size();
    }

    @Override
    public Comparable<?> getSeriesKey(int number) {
      return keys.get(number);
    }

    @Override
    public int indexOf(@SuppressWarnings("rawtypes") Comparable key) {
      return keys.indexOf(String.valueOf(key));
    }

    @Override
    public int getItemCount(int number) {
      return series.get(number).x().length;
    }

    @Override
    public Number getX(int number, int item) {
      return getXValue(number, item);
    }

    @Override
    public double getXValue(int number, int item) {
      return series.get(number).x()[item];
    }

    @Override
    public Number getY(int number, int item) {
      return getYValue(number, item);
    }

    @Override
    public double getYValue(int number, int item) {
      return series.get(number).y()[item];
    }
  }
}
