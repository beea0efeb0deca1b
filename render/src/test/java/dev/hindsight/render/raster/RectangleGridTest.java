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

  private static List<Integer> found(RectangleGrid grid, Rectangle asked) {
    int count = grid.near(asked.x, asked.y, asked.width, asked.height);
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      found.add(grid.found(i));
    }
    return found;
  }

  private static void assertComplete(RectangleGrid grid, List<Rectangle> all, Random random) {
    for (int i = 0; i < 200; i++) {
      Rectangle asked = Rectangle.random(random);
      List<Integer> found = found(grid, asked);
      assertEquals(found.stream().distinct().sorted().toList(), found);
      for (int j = 0; j < all.size(); j++) {
        double expected = all.get(j).shared(asked);
        assertTrue(expected == 0 || found.contains(j), asked + " shares area with " + all.get(j));
        assertEquals(expected, grid.shared(j, asked.x, asked.y, asked.width, asked.height));
      }
    }
  }

  @Test
  void findsEveryRectangleThatSharesAreaOnceAndInOrder() {
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
      assertComplete(grid, all, random);
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
      assertComplete(grid, all, random);
    }
  }

  @Test
  void findsFewOfManyThatAreFarApart() {
    RectangleGrid grid = new RectangleGrid();
    grid.begin(2000, 1000);
    for (int x = 0; x < 2000; x += 20) {
      for (int y = 0; y < 1000; y += 20) {
        grid.add(x, y, 10, 10);
      }
    }
    int most = 0;
    for (int x = 0; x < 1900; x += 37) {
      most = Math.max(most, found(grid, new Rectangle(x, 500, 60, 25)).size());
    }
    assertTrue(most < 50, most + " of " + grid.count() + " near a label");
  }
}
