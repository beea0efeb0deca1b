package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.fx.Tooltips;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.inspector.chart.ChartStyle;
import dev.hindsight.inspector.live.FxColours;
import dev.hindsight.render.stage.TextScale;
import dev.hindsight.trainer.NumberWords;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.scene.shape.Line;
import javafx.scene.shape.Rectangle;
import org.jfree.fx.FXGraphics2D;

/// A chart with its title, the crosshair and the values at it. Its board decides when to draw it,
/// and where the crosshair is. FX thread.
final class ChartCard extends VBox {
  /// Pixels that the mouse moves before it drags.
  private static final double DRAG = 4;

  /// Lines of the values at the crosshair that a chart has room for.
  private static final int MOST_VALUES = 9;

  /// Curves up to which the measured value stands beside the smoothed one.
  private static final int FEW = 4;

  /// What the user does to the charts of a board, by mouse in any of them.
  interface ChartActions {
    /// Points at an x; empty if the mouse left the chart.
    void point(OptionalDouble x);

    /// Shows only a part of the x axis.
    void zoom(double from, double to);

    /// Shows everything again.
    void whole();

    /// Changes the scale of one chart.
    void rescale(String chart);
  }

  private final Canvas canvas = new Canvas();
  private final Pane overlay = new Pane();
  private final Line crosshair = new Line();
  private final Rectangle band = new Rectangle();
  private final Label values = new Label();
  private final Label left = new Label();
  private final ToggleButton log = new ToggleButton(wording("ChartCard.log"));
  private final TextScale letters = new TextScale(this::outdate);
  private final CurvePicture picture;
  private final ChartKind kind;
  private Optional<ChartActions> actions = Optional.empty();
  private ChartCurves chartCurves = new ChartCurves();
  private CurvePicture.Look look =
      new CurvePicture.Look(ChartRange.whole(ChartAxis.UPDATES), 0, CurvePicture.Scale.LINEAR);
  private OptionalDouble pointed = OptionalDouble.empty();
  private double pressed;
  private ChartStyle style;
  private boolean stale = true;

  /// Where the names of the curves are.
  enum Legend {
    BELOW,
    /// Another node shows them, once for several charts.
    ELSEWHERE
  }

  ChartCard(ChartKind kind, Theme theme) {
    this(kind, theme, Legend.BELOW);
  }

  ChartCard(ChartKind kind, Theme theme, Legend legend) {
    this.kind = kind;
    this.picture = new CurvePicture(kind.least(), kind.most(), legend);
    this.style = ChartStyle.of(theme.palette());
    picture.applyStyle(style);
    setId("chart." + kind.id());
    getStyleClass().add("hs-chart");
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    setAccessibleText(kind.title());
    Label heading =
        new Label(kind.unit().isEmpty() ? kind.title() : kind.title() + " [" + kind.unit() + "]");
    heading.getStyleClass().add(Styles.TEXT_BOLD);
    heading.setMinWidth(Region.USE_PREF_SIZE);
    Region gap = new Region();
    HBox.setHgrow(gap, Priority.ALWAYS);
    log.setId("chart.log." + kind.id());
    log.getStyleClass().addAll(Styles.FLAT, Styles.SMALL, "hs-chart-log");
    log.setMinWidth(Region.USE_PREF_SIZE);
    log.setAccessibleText(wording("ChartCard.logarithmic_scale_of", kind.title()));
    Tooltips.on(log, wording("ChartCard.logarithmic_scale"));
    log.setOnAction(_ -> actions.ifPresent(board -> board.rescale(kind.id())));
    HBox top = new HBox(8, heading, gap, log);
    top.setAlignment(Pos.BASELINE_LEFT);
    values.getStyleClass().addAll("hs-chart-values", Styles.TEXT_SMALL);
    left.getStyleClass().addAll("hs-chart-values", Styles.TEXT_SMALL, Styles.TEXT_MUTED);
    left.setId("chart.left." + kind.id());
    band.getStyleClass().add("hs-chart-zoom");
    for (var node : List.of(crosshair, band, values, left)) {
      node.setManaged(false);
      node.setVisible(false);
    }
    overlay.setMouseTransparent(true);
    overlay.getChildren().addAll(band, crosshair, values, left);
    StackPane room = new StackPane(canvas, overlay, letters);
    room.setMinSize(0, 0);
    VBox.setVgrow(room, Priority.ALWAYS);
    canvas.setManaged(false);
    room.layoutBoundsProperty()
        .subscribe(bounds -> {
          canvas.setWidth(Math.floor(bounds.getWidth()));
          canvas.setHeight(Math.floor(bounds.getHeight()));
          stale = true;
        });
    listen();
    colourOverlay();
    getChildren().addAll(top, room);
  }

  private void listen() {
    canvas.setOnMouseMoved(event -> pointAt(xAt(event.getX())));
    canvas.setOnMouseExited(_ -> pointAt(OptionalDouble.empty()));
    canvas.setOnMousePressed(event -> pressed = event.getX());
    canvas.setOnMouseDragged(event -> {
      if (event.getButton() == MouseButton.PRIMARY) {
        showBand(event.getX());
        pointAt(xAt(event.getX()));
      }
    });
    canvas.setOnMouseReleased(this::zoom);
    canvas.setOnMouseClicked(event -> {
      if (event.getButton() == MouseButton.PRIMARY && event.getClickCount() == 2) {
        actions.ifPresent(ChartActions::whole);
      }
    });
  }

  private void pointAt(OptionalDouble x) {
    actions.ifPresent(board -> board.point(x));
  }

  private void zoom(MouseEvent event) {
    boolean dragged = band.isVisible();
    band.setVisible(false);
    OptionalDouble from = xAt(inPlot(Math.min(pressed, event.getX())));
    OptionalDouble to = xAt(inPlot(Math.max(pressed, event.getX())));
    if (dragged && from.isPresent() && to.isPresent()) {
      actions.ifPresent(board -> board.zoom(from.getAsDouble(), to.getAsDouble()));
    }
  }

  /// Shows the part that the mouse has dragged over.
  private void showBand(double pixel) {
    plot()
        .ifPresent(area -> {
          double one = inPlot(pressed);
          double other = inPlot(pixel);
          band.setX(Math.min(one, other));
          band.setWidth(Math.abs(one - other));
          band.setY(area.getMinY());
          band.setHeight(area.getHeight());
          band.setVisible(band.getWidth() >= DRAG);
        });
  }

  /// The area of the curves in pixels of the canvas.
  private Optional<Rectangle2D> plot() {
    double unit = letters.factor();
    return picture
        .area()
        .map(area ->
            new Rectangle2D.Double(
                area.getX() * unit,
                area.getY() * unit,
                area.getWidth() * unit,
                area.getHeight() * unit));
  }

  private double inPlot(double pixel) {
    return plot().map(area -> Math.clamp(pixel, area.getMinX(), area.getMaxX())).orElse(pixel);
  }

  private OptionalDouble xAt(double pixel) {
    return picture.xAt(pixel / letters.factor());
  }

  /// Receives what the user does.
  void listen(ChartActions chartActions) {
    actions = Optional.of(chartActions);
  }

  /// The number of board columns it prefers.
  int columns() {
    return kind.width();
  }

  /// Its name for options.
  String chart() {
    return kind.id();
  }

  /// Pixels per unit; a unit is a pixel at the usual text size.
  double unit() {
    return letters.factor();
  }

  private void outdate() {
    stale = true;
    requestLayout();
  }

  /// Shows other curves, or the same ones after they have grown.
  void show(ChartCurves shown) {
    chartCurves = shown;
    stale = true;
  }

  /// The curves that it shows.
  ChartCurves curves() {
    return chartCurves;
  }

  /// Shows the curves in another way.
  void show(ChartRange range, ChartOptions options) {
    boolean logarithmic = options.logarithmic().contains(kind.id());
    log.setSelected(logarithmic);
    CurvePicture.Look next =
        new CurvePicture.Look(
            range,
            options.smoothing(),
            logarithmic ? CurvePicture.Scale.LOGARITHMIC : CurvePicture.Scale.LINEAR);
    stale |= !next.equals(look);
    look = next;
  }

  /// Applies the colours of a theme.
  void applyTheme(Theme theme) {
    style = ChartStyle.of(theme.palette());
    picture.applyStyle(style);
    colourOverlay();
    stale = true;
  }

  private void colourOverlay() {
    crosshair.setStroke(FxColours.of(style.words().getRGB()));
    crosshair.setOpacity(0.7);
  }

  /// Whether its picture is out of date.
  boolean stale() {
    return stale;
  }

  /// Draws it if necessary and if it has a size.
  void draw() {
    if (stale && canvas.getWidth() >= 40 && canvas.getHeight() >= 40) {
      stale = false;
      double unit = letters.factor();
      double across = canvas.getWidth() / unit;
      double down = canvas.getHeight() / unit;
      GraphicsContext pen = canvas.getGraphicsContext2D();
      pen.setTransform(unit, 0, 0, unit, 0, 0);
      pen.clearRect(0, 0, across, down);
      picture.draw(new FXGraphics2D(pen), across, down, chartCurves, look, style);
      nameWhatIsLeftOut();
      point(pointed);
    }
  }

  /// Says how many values a logarithmic scale cannot show.
  private void nameWhatIsLeftOut() {
    int count =
        look.scale() == CurvePicture.Scale.LINEAR
            ? 0
            : chartCurves.all().stream()
                .mapToInt(curve -> curve.notPositive(look.range(), look.smoothing()))
                .sum();
    left.setText(wording("ChartCard.values_of_0_or_less", NumberWords.count(count)));
    left.setVisible(count > 0);
    left.autosize();
    plot()
        .ifPresent(area ->
            left.relocate(
                Math.floor(area.getMaxX() - left.getWidth()), Math.floor(area.getMinY())));
  }

  /// The number of points with a number, for screen readers.
  long points() {
    return chartCurves.points();
  }

  /// Moves the crosshair.
  ///
  /// @param x on the axis that it shows; empty for no crosshair
  void point(OptionalDouble x) {
    pointed = x;
    OptionalDouble pixel = x.isEmpty() ? x : picture.pixelOf(x.getAsDouble());
    Optional<Rectangle2D> area = plot();
    boolean shown = pixel.isPresent() && area.isPresent();
    crosshair.setVisible(shown);
    values.setVisible(shown);
    if (!shown) {
      setAccessibleText(kind.title());
      return;
    }
    double at = Math.floor(pixel.getAsDouble() * letters.factor()) + 0.5;
    crosshair.setStartX(at);
    crosshair.setEndX(at);
    crosshair.setStartY(area.get().getMinY());
    crosshair.setEndY(area.get().getMaxY());
    List<String> lines = valuesAt(x.getAsDouble());
    values.setText(String.join("\n", lines));
    setAccessibleText(kind.title() + ", " + String.join(", ", lines));
    values.autosize();
    boolean rightHalf = at > area.get().getCenterX();
    values.relocate(
        Math.floor(
            rightHalf
                ? Math.max(0, at - 6 - values.getWidth())
                : Math.min(at + 6, Math.max(0, canvas.getWidth() - values.getWidth()))),
        Math.floor(
            high(x.getAsDouble())
                ? area.get().getMaxY() - values.getHeight()
                : area.get().getMinY()));
  }

  /// Whether the first curve is in the upper half at x, where the values would cover it.
  private boolean high(double x) {
    return chartCurves.all().stream()
        .filter(curve -> curve.indexAt(look.range().axis(), x) >= 0)
        .findFirst()
        .filter(curve ->
            picture.high(curve.smoothed(look.smoothing())[curve.indexAt(look.range().axis(), x)]))
        .isPresent();
  }

  /// The place of the crosshair, and the value of each curve there.
  List<String> valuesAt(double x) {
    List<String> lines = new ArrayList<>(List.of(ChartTicks.words(look.range().axis(), x)));
    List<ChartCurve> curves = chartCurves.all();
    for (ChartCurve curve : curves) {
      if (lines.size() > MOST_VALUES) {
        lines.add(wording("ChartCard.and_more", curves.size() - MOST_VALUES));
        break;
      }
      lines.add(curves.size() == 1 ? value(curve, x) : curve.name() + "  " + value(curve, x));
    }
    return lines;
  }

  /// The newest value at or before x, unless the run ended earlier: smoothed and, for few curves,
  /// as measured.
  private String value(ChartCurve curve, double x) {
    ChartAxis axis = look.range().axis();
    int i = curve.indexAt(axis, axis == ChartAxis.UPDATES ? (double) Math.round(x) : x);
    if (i < 0 || curve.endsBefore(axis, x)) {
      return NumberWords.NONE;
    }
    if (look.smoothing() > 0 && chartCurves.all().size() <= FEW) {
      return wording(
          "ChartCard.measured", number(curve.smoothed(look.smoothing())[i]), number(curve.y(i)));
    }
    if (look.smoothing() > 0) {
      return number(curve.smoothed(look.smoothing())[i]);
    }
    return curve
        .interval(i)
        .map(ends -> number(curve.y(i)) + " [" + number(ends[0]) + " " + number(ends[1]) + "]")
        .orElseGet(() -> number(curve.y(i)));
  }

  private static String number(double value) {
    return Double.isNaN(value) ? NumberWords.NONE : NumberWords.significant(value, 4);
  }
}
