package dev.hindsight.render.raster;

import dev.hindsight.trainer.scene.Viewpoint;
import java.util.Arrays;
import java.util.List;

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

  /// No rectangle.
  private static final int NONE = -1;

  /// `x, y` of each centre.
  private double[] bodies = new double[128];

  private int bodyCount;
  private double half;

  /// The most important body.
  private int foremost;

  /// The areas to keep free around the bodies, numbered like these.
  private final RectangleGrid around = new RectangleGrid();

  /// Placed text and plates, with a margin.
  private final RectangleGrid taken = new RectangleGrid();

  private int kept;

  /// Like [#taken], for places where text would prefer to stay.
  private final RectangleGrid reserved = new RectangleGrid();

  /// Clears everything.
  ///
  /// @param unit scale of the text relative to the default
  void begin(Viewpoint seen, double unit) {
    bodyCount = 0;
    foremost = LabelCandidates.NO_BODY;
    kept = 0;
    half = BODY * unit;
    for (RectangleGrid grid : List.of(around, taken, reserved)) {
      grid.begin(seen.width(), seen.height());
    }
  }

  /// Adds a body, numbered from 0. It is an obstacle after the next call of [#arrangeBodies].
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

  /// Moves a body, from the next call of [#arrangeBodies] on.
  void move(int body, double x, double y) {
    bodies[2 * body] = x;
    bodies[2 * body + 1] = y;
  }

  /// Makes all bodies obstacles where they are now.
  void arrangeBodies() {
    around.shrink(0);
    for (int i = 0; i < bodyCount; i++) {
      around.add(bodies[2 * i] - half, bodies[2 * i + 1] - half, 2 * half, 2 * half);
    }
  }

  /// Marks a rectangle as taken.
  void take(double x, double y, double width, double height) {
    add(taken, x, y, width, height);
  }

  /// Marks a rectangle as preferred by a text.
  void reserve(double x, double y, double width, double height) {
    add(reserved, x, y, width, height);
  }

  private static void add(RectangleGrid grid, double x, double y, double width, double height) {
    grid.add(x - APART, y - APART, width + 2 * APART, height + 2 * APART);
  }

  /// Makes everything taken so far survive [#clear].
  void keep() {
    kept = taken.count();
  }

  /// Drops all preferred rectangles.
  void release() {
    reserved.shrink(0);
  }

  /// Drops everything taken since [#keep].
  void clear() {
    taken.shrink(kept);
  }

  /// The cost of a place; the computation stops at `enough`.
  ///
  /// @param own index of a body that is not an obstacle, negative if all are
  double cost(int own, double x, double y, Sprite sprite, double enough) {
    int width = sprite.width();
    int height = sprite.height();
    double cost = WORDS * taken.covered(x, y, width, height, NONE, enough / WORDS);
    if (cost < enough) {
      cost += RESERVED * reserved.covered(x, y, width, height, NONE, (enough - cost) / RESERVED);
    }
    if (cost < enough && foremost != own && foremost != LabelCandidates.NO_BODY) {
      cost += (FOREMOST - 1) * around.shared(foremost, x, y, width, height);
    }
    if (cost < enough) {
      cost += around.covered(x, y, width, height, own, enough - cost);
    }
    return cost;
  }

  /// Whether a text there would overlap others.
  boolean overWords(double x, double y, Sprite sprite) {
    return taken.covered(x, y, sprite.width(), sprite.height(), NONE, Double.MIN_VALUE) > 0;
  }
}
