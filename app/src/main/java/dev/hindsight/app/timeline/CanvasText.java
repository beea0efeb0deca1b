package dev.hindsight.app.timeline;

import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.Text;
import javafx.scene.text.TextAlignment;

/// Writes on a canvas. FX thread.
final class CanvasText {
  static final Font FONT = Font.font(11);
  static final Font SMALL = Font.font(9.5);

  private static final Text RULE = new Text();

  private CanvasText() {}

  /// Pixels some words take.
  static double width(String words, Font font) {
    RULE.setFont(font);
    RULE.setText(words);
    return RULE.getLayoutBounds().getWidth();
  }

  /// Words around, left or right of a place.
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

  /// As much of the words as fits.
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
