package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.inspector.chart.ChartStyle;
import java.awt.BasicStroke;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jfree.chart.ChartRenderingInfo;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.DomainOrder;
import org.jfree.data.Range;
import org.jfree.data.xy.AbstractXYDataset;

/// One chart, drawn by JFreeChart on any surface. One owner thread.
final class CurvePicture {
  /// The number of markers on a curve: enough to distinguish it, too few to hide it.
  private static final int MARKERS = 6;

  private final double least;
  private final double most;
  private final CurveDataset data = new CurveDataset();
  private final XYPlot plot;
  private final JFreeChart chart;
  private final ChartRenderingInfo info = new ChartRenderingInfo(null);
  private int series;

  /// @param least smallest number that is always in range; NaN for none
  /// @param most largest number that is always in range; NaN for none
  CurvePicture(double least, double most) {
    this.least = least;
    this.most = most;
    NumberAxis updates = new NumberAxis();
    updates.setStandardTickUnits(NumberAxis.createIntegerTickUnits());
    updates.setAutoRangeIncludesZero(false);
    updates.setLowerMargin(0.01);
    updates.setUpperMargin(0.02);
    NumberAxis values = new NumberAxis();
    values.setAutoRangeIncludesZero(false);
    plot = new XYPlot(data, updates, values, new SparselyMarked());
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
  void applyStyle(ChartStyle ink) {
    chart.setBackgroundPaint(ink.ground());
    chart.getLegend().setBackgroundPaint(ink.ground());
    chart.getLegend().setItemPaint(ink.words());
    plot.setBackgroundPaint(ink.plot());
    plot.setDomainGridlinePaint(ink.grid());
    plot.setRangeGridlinePaint(ink.grid());
    plot.setNoDataMessagePaint(ink.words());
    plot.setNoDataMessageFont(ChartStyle.FONT);
    for (NumberAxis axis :
        new NumberAxis[] {(NumberAxis) plot.getDomainAxis(), (NumberAxis) plot.getRangeAxis()}) {
      axis.setTickLabelFont(ChartStyle.FONT);
      axis.setTickLabelPaint(ink.words());
      axis.setAxisLinePaint(ink.grid());
      axis.setTickMarkPaint(ink.grid());
    }
  }

  /// Draws the current curves.
  void draw(Graphics2D to, double width, double height, ChartCurves chartCurves, ChartStyle ink) {
    boolean empty = chartCurves.all().stream().allMatch(CurvePicture::silent);
    data.show(empty ? java.util.List.of() : chartCurves.all(), (int) width);
    series = data.getSeriesCount();
    chart.getLegend().setVisible(series > 1);
    XYLineAndShapeRenderer renderer = (XYLineAndShapeRenderer) plot.getRenderer();
    for (int i = 0; i < series; i++) {
      renderer.setSeriesPaint(i, ink.line(i), false);
      renderer.setSeriesStroke(i, ChartStyle.stroke(i), false);
      renderer.setSeriesShape(i, ChartStyle.marker(i), false);
    }
    plot.clearDomainMarkers();
    for (double at : chartCurves.markers()) {
      plot.addDomainMarker(
          new ValueMarker(
              at + 0.5,
              ink.mark(),
              new BasicStroke(
                  1.2f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1, new float[] {3, 3}, 0)));
    }
    widen();
    chart.draw(to, new Rectangle2D.Double(0, 0, width, height), info);
  }

  /// Widens the range to the requested one, whatever the curves need.
  private void widen() {
    NumberAxis values = (NumberAxis) plot.getRangeAxis();
    values.setAutoRange(true);
    values.configure();
    Range auto = values.getRange();
    double low = Double.isNaN(least) ? auto.getLowerBound() : Math.min(least, auto.getLowerBound());
    double high = Double.isNaN(most) ? auto.getUpperBound() : Math.max(most, auto.getUpperBound());
    if (series > 0 && (low < auto.getLowerBound() || high > auto.getUpperBound())) {
      double margin = 0.03 * (high - low);
      values.setRange(new Range(low == 0 ? 0 : low - margin, high + margin), false, false);
    }
  }

  private static boolean silent(ChartCurve chartCurve) {
    for (int i = 0; i < chartCurve.count(); i++) {
      if (Double.isFinite(chartCurve.y(i))) {
        return false;
      }
    }
    return true;
  }

  /// The x under a pixel; empty outside the plot, or before the first drawing.
  OptionalDouble xAt(double pixel) {
    Rectangle2D area = info.getPlotInfo().getDataArea();
    return series == 0 || area == null || pixel < area.getMinX() || pixel > area.getMaxX()
        ? OptionalDouble.empty()
        : OptionalDouble.of(
            plot.getDomainAxis().java2DToValue(pixel, area, plot.getDomainAxisEdge()));
  }

  /// Marks a few points of each curve, at different places on each.
  private static final class SparselyMarked extends XYLineAndShapeRenderer {
    @java.io.Serial private static final long serialVersionUID = 1;

    SparselyMarked() {
      super(true, true);
      setDrawSeriesLineAsPath(true);
      setAutoPopulateSeriesPaint(false);
      setAutoPopulateSeriesStroke(false);
      setAutoPopulateSeriesShape(false);
    }

    @Override
    public boolean getItemShapeVisible(int number, int item) {
      int count = getPlot().getDataset().getItemCount(number);
      int every = Math.max(1, count / MARKERS);
      return count == 1 || (item + number * every / MARKERS + every / 2) % every == 0;
    }
  }

  /// Curves as a JFreeChart dataset, thinned to the columns of the picture. One owner thread.
  private static final class CurveDataset extends AbstractXYDataset {
    @java.io.Serial private static final long serialVersionUID = 1;

    private transient List<String> keys = List.of();
    private transient List<double[][]> series = List.of();

    /// Takes over the current curves.
    ///
    /// @param columns width of the picture
    void show(List<ChartCurve> curves, int columns) {
      List<String> names = new ArrayList<>();
      List<double[][]> points = new ArrayList<>();
      for (ChartCurve chartCurve : curves) {
        names.add(chartCurve.legend());
        points.add(chartCurve.envelope(Math.max(1, columns)));
      }
      keys = names;
      series = points;
      fireDatasetChanged();
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
      return series.get(number)[0].length;
    }

    @Override
    public Number getX(int number, int item) {
      return getXValue(number, item);
    }

    @Override
    public double getXValue(int number, int item) {
      return series.get(number)[0][item];
    }

    @Override
    public Number getY(int number, int item) {
      return getYValue(number, item);
    }

    @Override
    public double getYValue(int number, int item) {
      return series.get(number)[1][item];
    }
  }
}
