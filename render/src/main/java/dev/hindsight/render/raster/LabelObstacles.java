package dev.hindsight.render.raster;

import java.util.Arrays;

/// The obstacles of text placement: bodies, and rectangles of placed text and plates. All in device
/// pixels. Allocates nothing once it is large enough; one owner thread.
final class LabelObstacles {
  /// Half the side of the area to keep free around a body, relative to the text scale.
  static final double BODY = 9;

  /// Free space between words, pixels.
  private static final double APART = 2;

  /// Cost of a square pixel over text, relative to one over a body.
  private static final double WORDS = 40;

  /// The same for places where text would prefer to stay.
  private static final double RESERVED = 8;

  /// The same over the most important body.
  private static final double FOREMOST = 6;

  /// `x, y` of each centre.
  private double[] bodies = new double[128];

  private int bodyCount;
  private double half;

  /// The most important body.
  private int foremost;

  /// `x, y, width, height` of each, with a margin.
  private double[] taken = new double[256];

  private int takenCount;
  private int kept;

  /// Like [#taken], for places where text would prefer to stay.
  private double[] reserved = new double[256];

  private int reservedCount;

  /// Clears everything.
  ///
  /// @param unit scale of the text relative to the default
  void begin(double unit) {
    bodyCount = 0;
    foremost = LabelCandidates.NO_BODY;
    takenCount = 0;
    kept = 0;
    reservedCount = 0;
    half = BODY * unit;
  }

  /// Adds a body, numbered from 0.
  void body(double x, double y) {
    if (2 * bodyCount == bodies.length) {
      bodies = Arrays.copyOf(bodies, 2 * bodies.length);
    }
    bodyCount++;
    move(bodyCount - 1, x, y);
  }

  /// Makes text over this body cost more than over others.
  void foremost(int body) {
    foremost = body;
  }

  /// Moves a body.
  void move(int body, double x, double y) {
    bodies[2 * body] = x;
    bodies[2 * body + 1] = y;
  }

  /// Marks a rectangle as taken.
  void take(double x, double y, double width, double height) {
    taken = with(x, y, width, height, taken, takenCount++);
  }

  /// Marks a rectangle as preferred by a text.
  void reserve(double x, double y, double width, double height) {
    reserved = with(x, y, width, height, reserved, reservedCount++);
  }

  private static double[] with(
      double x, double y, double width, double height, double[] boxes, int count) {
    double[] into = 4 * count == boxes.length ? Arrays.copyOf(boxes, 2 * boxes.length) : boxes;
    into[4 * count] = x - APART;
    into[4 * count + 1] = y - APART;
    into[4 * count + 2] = width + 2 * APART;
    into[4 * count + 3] = height + 2 * APART;
    return into;
  }

  /// Makes everything taken so far survive [#clear].
  void keep() {
    kept = takenCount;
  }

  /// Drops all preferred rectangles.
  void release() {
    reservedCount = 0;
  }

  /// Drops everything taken since [#keep].
  void clear() {
    takenCount = kept;
  }

  /// The cost of a place; the computation stops at `enough`.
  ///
  /// @param own index of a body that is not an obstacle, negative if all are
  double cost(int own, double x, double y, Sprite sprite, double enough) {
    double cost = 0;
    double side = 2 * half;
    for (int i = 0; i < takenCount && cost < enough; i++) {
      cost += WORDS * shared(taken, i, x, y, sprite);
    }
    for (int i = 0; i < reservedCount && cost < enough; i++) {
      cost += RESERVED * shared(reserved, i, x, y, sprite);
    }
    for (int i = 0; i < bodyCount && cost < enough; i++) {
      if (i != own) {
        double left = bodies[2 * i] - half;
        double covered = overlap(x, y, sprite, left, bodies[2 * i + 1] - half, side, side);
        cost += i == foremost ? FOREMOST * covered : covered;
      }
    }
    return cost;
  }

  /// Whether a text there would overlap others.
  boolean overWords(double x, double y, Sprite sprite) {
    for (int i = 0; i < takenCount; i++) {
      if (shared(taken, i, x, y, sprite) > 0) {
        return true;
      }
    }
    return false;
  }

  /// Area shared with one of the boxes, in square pixels.
  private static double shared(double[] boxes, int index, double x, double y, Sprite sprite) {
    int at = 4 * index;
    return overlap(x, y, sprite, boxes[at], boxes[at + 1], boxes[at + 2], boxes[at + 3]);
  }

  static double overlap(
      double x, double y, Sprite sprite, double x1, double y1, double w, double h) {
    double across = Math.min(x + sprite.width(), x1 + w) - Math.max(x, x1);
    if (across <= 0) {
      return 0;
    }
    double down = Math.min(y + sprite.height(), y1 + h) - Math.max(y, y1);
    return down > 0 ? across * down : 0;
  }
}
