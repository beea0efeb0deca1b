package dev.hindsight.render.stage;

import dev.hindsight.render.MarkStyle;
import dev.hindsight.render.Palette;
import dev.hindsight.trainer.scene.Tone;
import dev.hindsight.trainer.scene.Viewpoint;
import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Bounds;
import javafx.scene.paint.Color;
import javafx.scene.shape.Shape;
import javafx.scene.shape.StrokeLineCap;
import javafx.scene.shape.StrokeLineJoin;

/// What nodes are drawn with: palette and viewpoint.
record DrawingContext(Palette palette, Viewpoint viewpoint) {
  double scale() {
    return viewpoint.pixelsPerMetre();
  }

  Color colour(Tone tone, double opacity) {
    return colour(palette.rgb(tone), opacity);
  }

  static Color colour(int rgb, double opacity) {
    return Color.rgb((rgb >> 16) & 0xff, (rgb >> 8) & 0xff, rgb & 0xff, Math.clamp(opacity, 0, 1));
  }

  /// Draws only an outline.
  ///
  /// @param pixels its width in the picture
  /// @param dashes in pixels; none for an unbroken line
  void stroke(Shape shape, Color colour, double pixels, float... dashes) {
    shape.setFill(null);
    setStroke(shape, colour);
    shape.setStrokeWidth(pixels / scale());
    shape.setStrokeLineJoin(StrokeLineJoin.ROUND);
    boolean broken = dashes.length > 0 && dashable(shape.getLayoutBounds());
    shape.setStrokeLineCap(broken ? StrokeLineCap.BUTT : StrokeLineCap.ROUND);
    List<Double> metres = new ArrayList<>(dashes.length);
    for (int i = 0; broken && i < dashes.length; i++) {
      metres.add(dashes[i] / scale());
    }
    if (!metres.equals(shape.getStrokeDashArray())) {
      shape.getStrokeDashArray().setAll(metres);
    }
  }

  private boolean dashable(Bounds bounds) {
    return MarkStyle.dashable((bounds.getWidth() + bounds.getHeight()) * scale());
  }

  /// Draws only the inside.
  static void fill(Shape shape, Color colour) {
    if (!colour.equals(shape.getFill())) {
      shape.setFill(colour);
    }
    shape.setStroke(null);
  }

  /// An equal colour that is another object would make JavaFX draw the shape again.
  private static void setStroke(Shape shape, Color colour) {
    if (!colour.equals(shape.getStroke())) {
      shape.setStroke(colour);
    }
  }
}
