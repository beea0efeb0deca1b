package dev.hindsight.inspector.chart;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.render.Palette;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jfree.chart.ChartRenderingInfo;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.CombinedDomainXYPlot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.DefaultXYDataset;

/// A chart as pixels, drawn by JFreeChart off the FX thread: one plot for each unit, stacked above
/// one horizontal axis.
///
/// @param pixels `[height * width]`, `0xAARRGGBB`
/// @param width pixels
/// @param height pixels
/// @param left x of the view's first point, in units
/// @param plotWidth width of the view, in units
/// @param top y of the plots, in units
/// @param plotHeight height of all plots together, in units
record ChartPicture(
    int[] pixels,
    int width,
    int height,
    double left,
    double plotWidth,
    double top,
    double plotHeight) {
  /// A line with at most this many points shows a marker at each.
  private static final int MARKED = 60;

  /// What to draw.
  ///
  /// @param data the lines
  /// @param first point at the left edge, need not be whole
  /// @param span points across the width
  /// @param width in units; a unit is a pixel at the usual text size
  /// @param height in units
  /// @param scale pixels per unit
  record Request(
      ChartData data,
      double first,
      double span,
      double width,
      double height,
      double scale,
      Palette palette) {}

  /// Draws the chart, on any thread.
  static ChartPicture draw(Request request) {
    ChartStyle style = ChartStyle.of(request.palette);
    JFreeChart chart = new JFreeChart(null, ChartStyle.FONT, plots(request, style), true);
    chart.setBackgroundPaint(style.ground());
    chart.getLegend().setVisible(request.data.lines().size() > 1);
    chart.getLegend().setPosition(RectangleEdge.BOTTOM);
    chart.getLegend().setFrame(BlockBorder.NONE);
    chart.getLegend().setItemFont(ChartStyle.FONT);
    chart.getLegend().setItemPaint(style.words());
    chart.getLegend().setBackgroundPaint(style.ground());
    int width = (int) Math.max(1, Math.round(request.width * request.scale));
    int height = (int) Math.max(1, Math.round(request.height * request.scale));
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
    ChartRenderingInfo info = new ChartRenderingInfo(null);
    Graphics2D pen = image.createGraphics();
    try {
      pen.scale(request.scale, request.scale);
      chart.draw(pen, new Rectangle2D.Double(0, 0, request.width, request.height), null, info);
    } finally {
      pen.dispose();
    }
    Rectangle2D area = info.getPlotInfo().getDataArea();
    return new ChartPicture(
        ((DataBufferInt) image.getRaster().getDataBuffer()).getData(),
        width,
        height,
        area.getX(),
        area.getWidth(),
        area.getY(),
        area.getHeight());
  }

  private static CombinedDomainXYPlot plots(Request request, ChartStyle style) {
    NumberAxis along =
        new NumberAxis(
            switch (request.data.request().over()) {
              case TICKS -> "tick";
              case TRIALS -> wording("ChartPicture.trial_in_order_mean_of_its");
            });
    along.setStandardTickUnits(NumberAxis.createIntegerTickUnits());
    boolean fromOne = request.data.request().over() == ChartData.Over.TRIALS;
    double shift = fromOne ? 1 : 0;
    along.setRange(request.first - 0.5 + shift, request.first + request.span - 0.5 + shift);
    style.paint(along);
    CombinedDomainXYPlot all = new CombinedDomainXYPlot(along);
    all.setGap(8);
    all.setInsets(new RectangleInsets(6, 4, 2, 12));
    Map<String, List<ChartData.Line>> byUnit = new LinkedHashMap<>();
    for (ChartData.Line line : request.data.lines()) {
      byUnit.computeIfAbsent(line.channel().unit(), _ -> new ArrayList<>()).add(line);
    }
    byUnit.forEach((unit, lines) -> all.add(plot(request, style, unit, lines, shift)));
    return all;
  }

  private static XYPlot plot(
      Request request, ChartStyle style, String unit, List<ChartData.Line> lines, double shift) {
    List<String> titles = lines.stream().map(line -> line.channel().title()).distinct().toList();
    String what = titles.size() <= 2 ? String.join(", ", titles) : "";
    NumberAxis up = new NumberAxis(unit.isEmpty() ? what : (what + " [" + unit + "]").strip());
    up.setAutoRangeIncludesZero(false);
    style.paint(up);
    DefaultXYDataset data = new DefaultXYDataset();
    XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, request.span <= MARKED);
    renderer.setDrawSeriesLineAsPath(true);
    for (ChartData.Line line : lines) {
      int number = request.data.lines().indexOf(line);
      int series = data.getSeriesCount();
      data.addSeries(line.name(), points(request, line, shift));
      renderer.setSeriesPaint(series, style.line(number));
      renderer.setSeriesStroke(series, ChartStyle.stroke(number / style.lines().size()));
      renderer.setSeriesShape(series, ChartStyle.marker(number));
    }
    XYPlot plot = new XYPlot(data, null, up, renderer);
    plot.setBackgroundPaint(style.plot());
    plot.setDomainGridlinePaint(style.grid());
    plot.setRangeGridlinePaint(style.grid());
    plot.setOutlineVisible(false);
    plot.setNoDataMessage(wording("ChartPicture.no_numbers_here"));
    plot.setNoDataMessagePaint(style.words());
    return plot;
  }

  /// Every point if there is room for each, else the smallest and largest of the points in a pixel
  /// column.
  private static double[][] points(Request request, ChartData.Line line, double shift) {
    int from = (int) Math.max(0, Math.floor(request.first) - 1);
    int to = (int) Math.min(line.values().ticks(), Math.ceil(request.first + request.span) + 1);
    int columns = (int) Math.max(1, request.width);
    if (to - from <= 2 * columns) {
      double[][] each = new double[2][Math.max(0, to - from)];
      for (int i = 0; i < each[0].length; i++) {
        each[0][i] = from + i + shift;
        each[1][i] = line.values().value(from + i);
      }
      return each;
    }
    float[] lows = new float[columns];
    float[] highs = new float[columns];
    double perColumn = request.span / columns;
    line.values().columns(request.first, perColumn, lows, highs);
    double[][] both = new double[2][2 * columns];
    for (int column = 0; column < columns; column++) {
      double x = request.first + (column + 0.5) * perColumn - 0.5 + shift;
      boolean none = highs[column] < lows[column];
      both[0][2 * column] = x;
      both[0][2 * column + 1] = x;
      both[1][2 * column] = none ? Double.NaN : lows[column];
      both[1][2 * column + 1] = none ? Double.NaN : highs[column];
    }
    return both;
  }

  /// The picture as an image, for saving.
  BufferedImage image() {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    image.setRGB(0, 0, width, height, pixels, 0, width);
    return image;
  }

  /// The names of the lines, for screen readers.
  static String inWords(ChartData data) {
    return data.lines().stream().map(ChartData.Line::name).collect(Collectors.joining("; "));
  }
}
