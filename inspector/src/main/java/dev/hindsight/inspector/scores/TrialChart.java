package dev.hindsight.inspector.scores;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.chart.ChartStyle;
import dev.hindsight.inspector.live.FxColours;
import dev.hindsight.inspector.live.FxImages;
import dev.hindsight.inspector.live.NewestJob;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.render.Palette;
import dev.hindsight.render.stage.TextScale;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.scene.Tone;
import dev.hindsight.trainer.study.Interval;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Tooltip;
import javafx.scene.image.ImageView;
import javafx.scene.layout.Region;
import javafx.scene.shape.Rectangle;
import org.jfree.chart.ChartRenderingInfo;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYErrorRenderer;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.Range;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;

/// Shows means by trial with their 95 % intervals: egos as discs joined by a line, co-players as
/// squares. JFreeChart draws it off the FX thread; only the band of the trial under the cursor
/// moves on it. FX thread.
final class TrialChart extends Region {
  private static final double LEAST_HEIGHT = 96;
  private static final double WIDTH = 320;
  private static final double HEIGHT = 124;

  /// With more trials than this, their marks are half as large.
  private static final int CROWDED = 150;

  private static final double DOT = 7;

  /// The most trials whose means are all said to screen readers.
  private static final int MOST_SAID = 24;

  private static final int SAID_AT_AN_END = 8;

  /// How far co-players stand to the right of the egos, in trials.
  private static final double BESIDE = 0.12;

  private final ImageView image = new ImageView();
  private final Rectangle band = new Rectangle();
  private final Tooltip tooltip = new Tooltip();
  private final TextScale letters = new TextScale(this::scaled);
  private final NewestJob<Request, Picture> drawing;
  private Palette palette;
  private List<Optional<Interval>> egos = List.of();
  private List<Optional<Interval>> others = List.of();
  private Optional<Request> drawn = Optional.empty();
  private Optional<Picture> shown = Optional.empty();
  private int here = -1;

  /// What to draw.
  ///
  /// @param egos their mean in each trial
  /// @param others the co-players' mean in each trial
  /// @param width in units; a unit is a pixel at the usual text size
  /// @param height in units
  /// @param scale pixels per unit
  private record Request(
      List<Optional<Interval>> egos,
      List<Optional<Interval>> others,
      double width,
      double height,
      double scale,
      Palette palette) {}

  /// @param pixels `[height * width]`, `0xAARRGGBB`
  /// @param plot the place of the plot, in units
  private record Picture(Request request, int[] pixels, int width, int height, Rectangle2D plot) {}

  TrialChart(PanelContext context) {
    palette = context.palette();
    drawing =
        new NewestJob<>(
            context,
            wording("TrialChart.drawing_chart"),
            request -> (_, _) -> draw(request),
            this::show);
    setId("scores-chart");
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    setAccessibleText(wording("TrialChart.means_by_trial"));
    setPickOnBounds(true);
    tooltip.setWrapText(true);
    tooltip.setMaxWidth(420);
    Tooltip.install(this, tooltip);
    image.setManaged(false);
    image.setMouseTransparent(true);
    band.setManaged(false);
    band.setMouseTransparent(true);
    band.setId("scores-chart.trial");
    getChildren().addAll(image, band, letters);
    applyPalette(palette);
    scaled();
  }

  /// Shows other means.
  void show(
      TrialMeasure trialMeasure,
      List<Optional<Interval>> ofEgos,
      List<Optional<Interval>> ofOthers) {
    egos = List.copyOf(ofEgos);
    others = List.copyOf(ofOthers);
    setAccessibleText(said(trialMeasure, ofEgos));
    tooltip.setText(ScoreWords.intervals(ofEgos));
    redraw();
  }

  /// The means for screen readers: of many trials only those at both ends, since the table has all.
  private static String said(TrialMeasure trialMeasure, List<Optional<Interval>> means) {
    int count = means.size();
    return count <= MOST_SAID
        ? wording("TrialChart.by_trial", trialMeasure.title(), list(means))
        : wording(
            "TrialChart.of_the_first_the_last",
            trialMeasure.title(),
            count,
            SAID_AT_AN_END,
            list(means.subList(0, SAID_AT_AN_END)),
            list(means.subList(count - SAID_AT_AN_END, count)));
  }

  private static String list(List<Optional<Interval>> means) {
    return means.stream()
        .map(mean -> mean.map(TrialChart::words).orElse("–"))
        .collect(Collectors.joining(", "));
  }

  private static String words(Interval mean) {
    return TrialMeasure.words(mean.mean())
        + (mean.known() ? " (" + mean.words(NumberWords::score, "episode") + ")" : "");
  }

  /// Marks a trial, or none with -1.
  void mark(int trial) {
    here = trial;
    place();
  }

  /// Applies other colours.
  void applyPalette(Palette other) {
    palette = other;
    band.setFill(FxColours.of(other.rgb(Tone.SELECTED)).deriveColor(0, 1, 1, 0.16));
    redraw();
  }

  private void scaled() {
    double unit = letters.factor();
    setMinSize(0, LEAST_HEIGHT * unit);
    setPrefSize(WIDTH * unit, HEIGHT * unit);
    redraw();
  }

  @Override
  protected void layoutChildren() {
    redraw();
  }

  /// Asks for a picture, if the present one shows something else.
  private void redraw() {
    double width = Math.floor(getWidth() / letters.factor());
    double height = Math.floor(getHeight() / letters.factor());
    if (width < 80 || height < 48 || egos.isEmpty()) {
      return;
    }
    Request request =
        new Request(egos, others, width, height, letters.factor() * density(), palette);
    if (!drawn.equals(Optional.of(request))) {
      drawn = Optional.of(request);
      drawing.request(request);
    }
  }

  /// Screen pixels per layout pixel.
  private double density() {
    return getScene() != null && getScene().getWindow() != null
        ? getScene().getWindow().getOutputScaleX()
        : 1;
  }

  private void show(Picture picture) {
    shown = Optional.of(picture);
    image.setImage(FxImages.image(picture.width(), picture.height(), picture.pixels()));
    double pixels = letters.factor() / picture.request().scale();
    image.setFitWidth(picture.width() * pixels);
    image.setFitHeight(picture.height() * pixels);
    place();
  }

  private void place() {
    band.setVisible(false);
    shown.ifPresent(picture -> {
      double unit = letters.factor();
      double step = picture.plot().getWidth() / picture.request().egos().size();
      band.setX((picture.plot().getX() + here * step) * unit);
      band.setY(picture.plot().getY() * unit);
      band.setWidth(step * unit);
      band.setHeight(picture.plot().getHeight() * unit);
      band.setVisible(here >= 0 && here < picture.request().egos().size());
    });
  }

  /// Draws the chart, on any thread.
  private static Picture draw(Request request) {
    ChartStyle style = ChartStyle.of(request.palette);
    JFreeChart chart = new JFreeChart(null, ChartStyle.FONT, plot(request, style), false);
    chart.setBackgroundPaint(style.ground());
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
    return new Picture(
        request,
        ((DataBufferInt) image.getRaster().getDataBuffer()).getData(),
        width,
        height,
        info.getPlotInfo().getDataArea());
  }

  private static XYPlot plot(Request request, ChartStyle style) {
    NumberAxis trials = new NumberAxis();
    trials.setStandardTickUnits(NumberAxis.createIntegerTickUnits());
    trials.setRange(0.5, request.egos.size() + 0.5);
    NumberAxis values = new NumberAxis();
    values.setRange(range(request));
    style.paint(trials);
    style.paint(values);
    YIntervalSeriesCollection data = new YIntervalSeriesCollection();
    data.addSeries(series("egos", request.egos, 0));
    data.addSeries(series("co-players", request.others, BESIDE));
    XYErrorRenderer renderer = new XYErrorRenderer();
    renderer.setDrawXError(false);
    renderer.setErrorStroke(new BasicStroke(1.2f));
    renderer.setSeriesLinesVisible(0, true);
    renderer.setSeriesStroke(0, new BasicStroke(1.6f));
    renderer.setSeriesPaint(0, new Color(request.palette.rgb(Tone.AGENT)));
    double dot = request.egos.size() > CROWDED ? DOT / 2 : DOT;
    renderer.setSeriesShape(0, new Ellipse2D.Double(-dot / 2, -dot / 2, dot, dot));
    renderer.setSeriesPaint(1, new Color(request.palette.rgb(Tone.EXPERT)));
    renderer.setSeriesShape(1, new Rectangle2D.Double(-dot / 2, -dot / 2, dot, dot));
    renderer.setSeriesShapesFilled(1, false);
    XYPlot plot = new XYPlot(data, trials, values, renderer);
    plot.setBackgroundPaint(style.plot());
    plot.setDomainGridlinesVisible(false);
    plot.setRangeGridlinePaint(style.grid());
    plot.setOutlineVisible(false);
    // Half of the last number of the axis reaches beyond the plot.
    int digits = Integer.toString(request.egos.size()).length();
    plot.setInsets(new RectangleInsets(4, 2, 2, 4 + 4 * digits));
    return plot;
  }

  /// A trial without a mean is a gap; a mean without an interval has no whiskers.
  private static YIntervalSeries series(String name, List<Optional<Interval>> means, double shift) {
    YIntervalSeries series = new YIntervalSeries(name);
    for (int k = 0; k < means.size(); k++) {
      double x = k + 1 + shift;
      means
          .get(k)
          .ifPresentOrElse(
              mean -> series.add(x, mean.mean(), finite(mean.low()), finite(mean.high())),
              () -> series.add(x, Double.NaN, Double.NaN, Double.NaN));
    }
    return series;
  }

  private static double finite(double value) {
    return Double.isFinite(value) ? value : Double.NaN;
  }

  /// Everything there is, 0 and 1 in any case, and room for the marks at both ends.
  private static Range range(Request request) {
    Range range = new Range(0, 1);
    for (List<Optional<Interval>> means : List.of(request.egos, request.others)) {
      for (Interval mean : means.stream().flatMap(Optional::stream).toList()) {
        for (double value : new double[] {mean.mean(), mean.low(), mean.high()}) {
          range = Double.isFinite(value) ? Range.expandToInclude(range, value) : range;
        }
      }
    }
    return Range.expand(range, 0.06, 0.06);
  }
}
