package dev.hindsight.inspector.live;

import dev.hindsight.render.stage.TextScale;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;

/// A picture that fills its pane and whose text follows the size of all text. FX thread.
///
/// It paints in units; a unit is a pixel at the usual text size.
public abstract class CanvasRegion extends Region {
  private final Canvas canvas = new Canvas();
  private final TextScale letters;
  private double lowest;
  private double wide;
  private double high;

  /// Paints nothing before it has a size.
  ///
  /// @param id of the node
  /// @param name for screen readers
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

  /// Paints everything.
  ///
  /// @param g empty, in units
  /// @param width in units
  /// @param height in units
  protected abstract void paint(GraphicsContext g, double width, double height);

  /// Sets the size it asks for, in units: at least `least` high, at best `width` by `height`.
  protected final void preferSize(double least, double width, double height) {
    if (least != lowest || width != wide || height != high) {
      lowest = least;
      wide = width;
      high = height;
      fit();
    }
  }

  /// Pixels per unit.
  protected final double unit() {
    return letters.factor();
  }

  /// The width in units.
  protected final double width() {
    return canvas.getWidth() / unit();
  }

  /// The height in units.
  protected final double height() {
    return canvas.getHeight() / unit();
  }

  /// The x of an event, in units.
  protected final double x(MouseEvent event) {
    return event.getX() / unit();
  }

  /// The y of an event, in units.
  protected final double y(MouseEvent event) {
    return event.getY() / unit();
  }

  /// Runs before it is painted at another size of the pane or of a unit.
  protected void resized() {}

  /// Paints it, if it has a size.
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
