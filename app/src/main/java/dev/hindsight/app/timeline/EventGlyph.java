package dev.hindsight.app.timeline;

import dev.hindsight.trainer.outcome.EventKind;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;

/// The shape an event has on a lane: told apart without colour. FX thread.
final class EventGlyph {
  private static final double HALF = 4.5;

  private EventGlyph() {}

  /// @param x middle
  /// @param y middle
  static void draw(GraphicsContext pen, EventKind kind, Color colour, double x, double y) {
    pen.setFill(colour);
    pen.setStroke(colour);
    pen.setLineWidth(2);
    switch (kind) {
      case GOAL -> flag(pen, x, y);
      case COLLISION -> {
        pen.strokeLine(x - HALF, y - HALF, x + HALF, y + HALF);
        pen.strokeLine(x - HALF, y + HALF, x + HALF, y - HALF);
      }
      case OFFROAD ->
          pen.fillPolygon(
              new double[] {x - HALF - 1, x, x + HALF + 1, x},
              new double[] {y, y - HALF - 1, y, y + HALF + 1},
              4);
      case CONFLICT -> pen.strokeOval(x - HALF, y - HALF, 2 * HALF, 2 * HALF);
      case LOSS -> pen.fillOval(x - HALF, y - HALF, 2 * HALF, 2 * HALF);
      case REFUSED -> {
        pen.strokeOval(x - HALF, y - HALF, 2 * HALF, 2 * HALF);
        pen.strokeLine(x - 3, y + 3, x + 3, y - 3);
      }
      case LIMBO -> pen.fillRect(x - HALF - 1, y - 2, 2 * HALF + 2, 4);
      case TERMINAL -> pen.fillRect(x - HALF + 0.5, y - HALF + 0.5, 2 * HALF - 1, 2 * HALF - 1);
      case TRUNCATION -> {
        pen.setLineWidth(1.5);
        pen.strokeRect(x - HALF + 1, y - HALF + 1, 2 * HALF - 2, 2 * HALF - 2);
      }
    }
  }

  private static void flag(GraphicsContext pen, double x, double y) {
    pen.strokeLine(x - 3, y - HALF - 1, x - 3, y + HALF + 1);
    pen.fillPolygon(
        new double[] {x - 3, x + HALF + 1, x - 3}, new double[] {y - HALF - 1, y - 2, y + 2}, 3);
  }
}
