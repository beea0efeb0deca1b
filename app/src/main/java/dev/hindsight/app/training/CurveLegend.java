package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.settings.Theme;
import dev.hindsight.inspector.chart.ChartStyle;
import dev.hindsight.render.stage.TextScale;
import java.awt.geom.AffineTransform;
import java.awt.geom.Line2D;
import java.util.List;
import java.util.stream.IntStream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.FlowPane;
import org.jfree.fx.FXGraphics2D;

/// The names of the curves of several charts, once for all. FX thread.
final class CurveLegend extends ScrollPane {
  private static final double WIDTH = 34;
  private static final double HEIGHT = 12;

  private final FlowPane entries = new FlowPane(14, 2);
  private final TextScale letters = new TextScale(this::show);
  private ChartStyle style;
  private List<String> names = List.of();

  CurveLegend(Theme theme) {
    style = ChartStyle.of(theme.palette());
    entries.setId("charts.legend");
    entries.getStyleClass().add("hs-charts-legend");
    setContent(entries);
    setFitToWidth(true);
    setHbarPolicy(ScrollBarPolicy.NEVER);
    getStyleClass().addAll("hs-charts-legend-scroll", "edge-to-edge");
    setAccessibleText(wording("CurveLegend.curves"));
    show();
  }

  /// Names the curves.
  void show(List<String> curves) {
    names = List.copyOf(curves);
    show();
  }

  void applyTheme(Theme theme) {
    style = ChartStyle.of(theme.palette());
    show();
  }

  private void show() {
    List<Node> labels =
        IntStream.range(0, names.size())
            .<Node>mapToObj(i -> {
              Label label = new Label(names.get(i), sample(i));
              label.setAlignment(Pos.CENTER_LEFT);
              return label;
            })
            .toList();
    entries.getChildren().setAll(labels);
    entries.getChildren().add(letters);
  }

  /// A piece of the line with its marker.
  private Node sample(int curve) {
    double unit = letters.factor();
    Canvas canvas = new Canvas(WIDTH * unit, HEIGHT * unit);
    FXGraphics2D pen = new FXGraphics2D(canvas.getGraphicsContext2D());
    pen.scale(unit, unit);
    pen.setPaint(style.line(curve));
    pen.setStroke(ChartStyle.stroke(curve));
    pen.draw(new Line2D.Double(0, HEIGHT / 2, WIDTH, HEIGHT / 2));
    pen.fill(
        AffineTransform.getTranslateInstance(WIDTH / 2, HEIGHT / 2)
            .createTransformedShape(ChartStyle.marker(curve)));
    return canvas;
  }
}
