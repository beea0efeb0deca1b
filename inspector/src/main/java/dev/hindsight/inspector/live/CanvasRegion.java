package dev.hindsight.inspector.live;

import dev.hindsight.render.stage.TextScale;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;

/// A picture that fills its pane and whose words follow the size of all words. FX thread.
///
/// It is painted in units, which are pixels where words have their usual size.
public abstract class CanvasRegion extends Region {
  private final Canvas canvas = new Canvas();
  private final TextScale letters;
  private double lowest;
  private double wide;
  private double high;

  /// Nothing is painted before it has a size.
  ///
  /// @param id of the node
  /// @param name for those who do not see it
  @SuppressWarnings("this-escape") // Nothing calls back before it is part of a scene.
  protected CanvasRegion(String id, String name) {
    letters = new TextScale(this::scaled);
    setId(id);
    setAccessibleRole(AccessibleRole.IMAGE_VIEW);
    setAccessibleText(name);
    setPickOnBounds(true);
    canvas.setManaged(false);
    canvas.setMouseTransparent(true);
    getChildren().addAll(canvas, letters);
  }

  /// Paints everything anew.
  ///
  /// @param g empty, in units
  /// @param width of it all, units
  /// @param height of it all, units
  protected abstract void paint(GraphicsContext g, double width, double height);

  /// Says what room it wants, in units: no less than `least` in height, at best `width` by
  /// `height`.
  protected final void preferSize(double least, double width, double height) {
    if (least != lowest || width != wide || height != high) {
      lowest = least;
      wide = width;
      high = height;
      fit();
    }
  }

  /// Pixels of a unit.
  protected final double unit() {
    return letters.factor();
  }

  /// How wide it is, units.
  protected final double width() {
    return canvas.getWidth() / unit();
  }

  /// How high it is, units.
  protected final double height() {
    return canvas.getHeight() / unit();
  }

  /// How far right an event happened, units.
  protected final double x(MouseEvent event) {
    return event.getX() / unit();
  }

  /// How far down an event happened, units.
  protected final double y(MouseEvent event) {
    return event.getY() / unit();
  }

  /// Called before it is painted in another size, of the pane or of a unit.
  protected void resized() {}

  /// Paints it, if there is anything to paint on.
  protected final void repaint() {
    if (canvas.getWidth() < 1 || canvas.getHeight() < 1) {
      return;
    }
    GraphicsContext g = canvas.getGraphicsContext2D();
    double unit = unit();
    g.setTransform(unit, 0, 0, unit, 0, 0);
    g.clearRect(0, 0, width(), height());
    paint(g, width(), height());
  }

  private void fit() {
    setMinSize(0, lowest * unit());
    setPrefSize(wide * unit(), high * unit());
  }

  private void scaled() {
    fit();
    resized();
    repaint();
  }

  @Override
  protected final void layoutChildren() {
    double width = Math.floor(getWidth());
    double height = Math.floor(getHeight());
    if (width != canvas.getWidth() || height != canvas.getHeight()) {
      canvas.setWidth(width);
      canvas.setHeight(height);
      resized();
      repaint();
    }
  }
}
