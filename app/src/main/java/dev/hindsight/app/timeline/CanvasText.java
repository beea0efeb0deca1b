package dev.hindsight.app.timeline;

import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.Text;
import javafx.scene.text.TextAlignment;

/// Draws text on a canvas. FX thread.
final class CanvasText {
  static final Font FONT = Font.font(11);
  static final Font SMALL = Font.font(9.5);

  private static final Text RULE = new Text();

  private CanvasText() {}

  /// The width of a text in pixels.
  static double width(String words, Font font) {
    RULE.setFont(font);
    RULE.setText(words);
    return RULE.getLayoutBounds().getWidth();
  }

  /// Draws text centred on, left of or right of a point.
  static void write(
      GraphicsContext pen,
      String words,
      Font font,
      Color colour,
      double x,
      double y,
      TextAlignment alignment) {
    pen.setFont(font);
    pen.setFill(colour);
    pen.setTextAlign(alignment);
    pen.setTextBaseline(VPos.CENTER);
    pen.fillText(words, x, y);
  }

  /// As much of a text as fits.
  static String cut(String words, Font font, double room) {
    if (width(words, font) <= room) {
      return words;
    }
    int length = words.length();
    while (length > 1 && width(words.substring(0, length) + "…", font) > room) {
      length--;
    }
    return words.substring(0, length) + "…";
  }
}
