package dev.hindsight.render.raster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RectangleGridTest {
  private static final double WIDTH = 1000;
  private static final double HEIGHT = 700;

  private record Rectangle(double x, double y, double width, double height) {
    /// Mostly small ones; some reach far beyond the picture, some lie outside.
    static Rectangle random(Random random) {
      double size = random.nextInt(10) == 0 ? 1500 : 80;
      return new Rectangle(
          random.nextDouble(-300, WIDTH + 300),
          random.nextDouble(-300, HEIGHT + 300),
          random.nextDouble(size),
          random.nextDouble(size));
    }

    double shared(Rectangle other) {
      double across = Math.min(x + width, other.x + other.width) - Math.max(x, other.x);
      double down = Math.min(y + height, other.y + other.height) - Math.max(y, other.y);
      return across > 0 && down > 0 ? across * down : 0;
    }
  }

  private static double covered(RectangleGrid grid, Rectangle asked, int except) {
    return grid.covered(
        asked.x, asked.y, asked.width, asked.height, except, Double.POSITIVE_INFINITY);
  }

  /// What the grid counts is what looking at every rectangle gives.
  private static void assertCounts(RectangleGrid grid, List<Rectangle> all, Random random) {
    for (int i = 0; i < 200; i++) {
      Rectangle asked = Rectangle.random(random);
      int except = random.nextInt(-1, all.size());
      double expected = 0;
      for (int j = 0; j < all.size(); j++) {
        double shared = all.get(j).shared(asked);
        assertEquals(shared, grid.shared(j, asked.x, asked.y, asked.width, asked.height));
        expected += j == except ? 0 : shared;
      }
      assertEquals(expected, covered(grid, asked, except), 1e-9 * expected, asked::toString);
      double some = expected / 3;
      double counted = grid.covered(asked.x, asked.y, asked.width, asked.height, except, some);
      assertTrue(counted >= some && counted <= expected * (1 + 1e-9), asked::toString);
    }
  }

  @Test
  void countsEveryRectangleOnceWhereverItLies() {
    Random random = new Random(7);
    RectangleGrid grid = new RectangleGrid();
    for (double scale : new double[] {1, 0.3, 2}) {
      grid.begin(scale * WIDTH, scale * HEIGHT);
      List<Rectangle> all = new ArrayList<>();
      for (int i = 0; i < 400; i++) {
        Rectangle next = Rectangle.random(random);
        all.add(next);
        grid.add(next.x, next.y, next.width, next.height);
      }
      assertCounts(grid, all, random);
    }
  }

  @Test
  void forgetsAllButTheFirstAndTakesNewOnes() {
    Random random = new Random(8);
    RectangleGrid grid = new RectangleGrid();
    grid.begin(WIDTH, HEIGHT);
    List<Rectangle> all = new ArrayList<>();
    for (int round = 0; round < 5; round++) {
      while (all.size() < 300) {
        Rectangle next = Rectangle.random(random);
        all.add(next);
        grid.add(next.x, next.y, next.width, next.height);
      }
      all.subList(50 * round, all.size()).clear();
      grid.shrink(all.size());
      assertEquals(all.size(), grid.count());
      assertCounts(grid, all, random);
    }
  }
}
