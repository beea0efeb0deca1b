package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import atlantafx.base.theme.Styles;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.inspector.chart.ChartStyle;
import dev.hindsight.render.stage.TextScale;
import dev.hindsight.trainer.NumberWords;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jfree.fx.FXGraphics2D;

/// A chart with its title, and the values under the pointer. Its board decides when to draw it. FX
/// thread.
final class ChartCard extends VBox {
  private final Canvas canvas = new Canvas();
  private final Label values = new Label();
  private final TextScale letters = new TextScale(this::outdate);
  private final CurvePicture picture;
  private final int width;
  private ChartCurves chartCurves = new ChartCurves();
  private ChartStyle ink;
  private boolean stale = true;

  ChartCard(ChartKind kind, Theme theme) {
    this(
        kind.id(),
        kind.title(),
        kind.unit(),
        kind.width(),
        new CurvePicture(kind.least(), kind.most()),
        theme);
  }

  private ChartCard(
      String id, String title, String unit, int width, CurvePicture picture, Theme theme) {
    this.picture = picture;
    this.width = width;
    this.ink = ChartStyle.of(theme.palette());
    picture.applyStyle(ink);
    setId("chart." + id);
    getStyleClass().add("hs-chart");
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    setAccessibleText(title);
    Label heading = new Label(unit.isEmpty() ? title : title + " [" + unit + "]");
    heading.getStyleClass().add(Styles.TEXT_BOLD);
    heading.setMinWidth(Region.USE_PREF_SIZE);
    values.getStyleClass().addAll(Styles.TEXT_MUTED, Styles.TEXT_SMALL);
    values.setWrapText(false);
    HBox.setHgrow(values, Priority.ALWAYS);
    HBox top = new HBox(8, heading, values);
    top.setAlignment(Pos.BASELINE_LEFT);
    StackPane room = new StackPane(canvas, letters);
    room.setMinSize(0, 0);
    VBox.setVgrow(room, Priority.ALWAYS);
    canvas.setManaged(false);
    room.layoutBoundsProperty()
        .subscribe(bounds -> {
          canvas.setWidth(Math.floor(bounds.getWidth()));
          canvas.setHeight(Math.floor(bounds.getHeight()));
          stale = true;
        });
    canvas.setOnMouseMoved(event -> tell(event.getX()));
    canvas.setOnMouseExited(_ -> values.setText(""));
    Tooltip.install(heading, new Tooltip(wording("ChartCard.over_updates_hover_over_a_line")));
    getChildren().addAll(top, room);
  }

  /// The number of board columns it prefers.
  int columns() {
    return width;
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

  /// Applies the colours of a theme.
  void applyTheme(Theme theme) {
    ink = ChartStyle.of(theme.palette());
    picture.applyStyle(ink);
    stale = true;
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
      picture.draw(new FXGraphics2D(pen), across, down, chartCurves, ink);
    }
  }

  /// The number of points with a number, for screen readers.
  long points() {
    return chartCurves.points();
  }

  private void tell(double pixel) {
    OptionalDouble x = picture.xAt(pixel / letters.factor());
    values.setText(x.isEmpty() ? "" : wording("ChartCard.at", Math.round(x.getAsDouble()), at(x)));
  }

  private String at(OptionalDouble x) {
    double update = Math.round(x.getAsDouble());
    return chartCurves.all().stream()
        .map(chartCurve -> {
          String value = number(chartCurve.at(update));
          return chartCurves.all().size() == 1 ? value : chartCurve.name() + " " + value;
        })
        .collect(Collectors.joining("   "));
  }

  private static String number(double value) {
    return Double.isNaN(value) ? NumberWords.NONE : NumberWords.significant(value, 4);
  }
}
