package dev.hindsight.inspector.plot;

import dev.hindsight.render.Palette;
import java.util.List;
import java.util.function.IntConsumer;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.Canvas;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;

/// Curves over ticks, the cursor among them. A press or a drag seeks; pointing tells. FX thread.
public final class TickPlot extends Region {
  private final Canvas canvas = new Canvas();
  private final PlotPainter painter = new PlotPainter();
  private List<Curve> curves = List.of();
  private TickRange range;
  private int cursor;
  private Palette palette;

  /// Nothing to show yet.
  ///
  /// @param id of the node
  /// @param name for those who do not see it
  /// @param onSeek gets the tick that was pressed
  /// @param onPoint gets the tick under the mouse, -1 when it has left
  public TickPlot(
      String id,
      String name,
      TickRange range,
      Palette palette,
      IntConsumer onSeek,
      IntConsumer onPoint) {
    this.range = range;
    this.palette = palette;
    setId(id);
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    setAccessibleText(name);
    setMinSize(0, 60);
    setPrefSize(320, 170);
    canvas.setManaged(false);
    getChildren().add(canvas);
    addEventHandler(MouseEvent.MOUSE_PRESSED, event -> onSeek.accept(at(event)));
    addEventHandler(MouseEvent.MOUSE_DRAGGED, event -> onSeek.accept(at(event)));
    addEventHandler(MouseEvent.MOUSE_MOVED, event -> onPoint.accept(at(event)));
    addEventHandler(MouseEvent.MOUSE_EXITED, _ -> onPoint.accept(-1));
  }

  /// Shows curves, ticks and a cursor; paints once, and only if one of them is another.
  public void show(List<Curve> others, TickRange shown, int tick) {
    if (!others.equals(curves) || !shown.equals(range) || tick != cursor) {
      curves = List.copyOf(others);
      range = shown;
      cursor = tick;
      paint();
    }
  }

  /// Takes on the colours of a theme.
  public void dress(Palette other) {
    palette = other;
    paint();
  }

  private int at(MouseEvent event) {
    return range.tickAt(event.getX(), getWidth());
  }

  @Override
  protected void layoutChildren() {
    double width = Math.floor(getWidth());
    double height = Math.floor(getHeight());
    if (width != canvas.getWidth() || height != canvas.getHeight()) {
      canvas.setWidth(width);
      canvas.setHeight(height);
      paint();
    }
  }

  private void paint() {
    if (canvas.getWidth() >= 40 && canvas.getHeight() >= 40) {
      painter.paint(
          canvas.getGraphicsContext2D(),
          canvas.getWidth(),
          canvas.getHeight(),
          curves,
          range,
          cursor,
          palette);
    }
  }
}
