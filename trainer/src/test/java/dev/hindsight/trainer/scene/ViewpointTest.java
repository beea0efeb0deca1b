package dev.hindsight.trainer.scene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Moment;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ViewpointTest {
  private static final Bounds MAP = new Bounds(-120, -40, 80, 60);

  /// One agent at (tick, 10) that heads north, and is off the map from tick 5 on.
  private static final MemoryRollout LEAVES =
      new MemoryRollout("any", 1, 9, 1)
          .with(
              "pose",
              Dtype.F4,
              (tick, i) -> i == 2 ? (float) Math.PI / 2 : tick >= 5 ? -10_000 : i == 0 ? tick : 10,
              1,
              3);

  private static Viewpoint random(Random random) {
    return new Viewpoint(
        200 + random.nextInt(2000),
        200 + random.nextInt(1000),
        random.nextDouble(-500, 500),
        random.nextDouble(-500, 500),
        random.nextDouble(0.5, 40),
        random.nextDouble(-7, 7));
  }

  @Test
  void aPixelLeadsBackToTheWorldPointThatLedToIt() {
    Random random = new Random(1);
    for (int i = 0; i < 200; i++) {
      Viewpoint viewpoint = random(random);
      double x = random.nextDouble(-600, 600);
      double y = random.nextDouble(-600, 600);
      double px = viewpoint.pixelX(x, y);
      double py = viewpoint.pixelY(x, y);
      assertEquals(x, viewpoint.worldX(px, py), 1e-6);
      assertEquals(y, viewpoint.worldY(px, py), 1e-6);
    }
  }

  @Test
  void theWholeMapIsOnThePictureWithSomeRoom() {
    Viewpoint viewpoint =
        Viewpoint.of(new Camera.WholeMap(), MAP, new Moment(LEAVES, 0, 0), 800, 300);
    double left = viewpoint.pixelX(MAP.minX(), MAP.minY());
    double bottom = viewpoint.pixelY(MAP.minX(), MAP.minY());
    assertTrue(left > 1 && left < 400, "left edge at " + left);
    assertTrue(bottom > 280 && bottom < 299, "bottom edge at " + bottom);
    assertEquals(400, viewpoint.pixelX(MAP.centreX(), MAP.centreY()), 1e-9);
  }

  @Test
  void northIsUpAndEastIsRight() {
    Viewpoint viewpoint = new Viewpoint(100, 100, 0, 0, 1, 0);
    assertEquals(60, viewpoint.pixelX(10, 0), 1e-9);
    assertEquals(40, viewpoint.pixelY(0, 10), 1e-9);
  }

  @Test
  void headingUpPutsWhatIsAheadAbove() {
    MemoryRollout heading =
        new MemoryRollout("any", 1, 1, 1).with("pose", Dtype.F4, (_, i) -> i == 2 ? 2.3 : 0, 1, 3);
    Viewpoint viewpoint =
        Viewpoint.of(
            new Camera.Follow(0, 50, Camera.Up.HEADING), MAP, new Moment(heading, 0, 0), 200, 200);
    float ahead = 5;
    double x = ahead * Math.cos(2.3);
    double y = ahead * Math.sin(2.3);
    assertEquals(100, viewpoint.pixelX(x, y), 1e-3);
    assertEquals(100 - 5 * 200 / 50.0, viewpoint.pixelY(x, y), 1e-3);
  }

  @Test
  void whoLeftTheMapIsFollowedToWhereItWasLastSeen() {
    Camera follow = new Camera.Follow(0, 50, Camera.Up.NORTH);
    for (int tick = 5; tick < 9; tick++) {
      Viewpoint viewpoint = Viewpoint.of(follow, MAP, new Moment(LEAVES, tick, 0), 200, 200);
      assertEquals(4, viewpoint.centreX(), 1e-6);
      assertEquals(10, viewpoint.centreY(), 1e-6);
    }
  }

  @Test
  void followingSomebodyWhoDoesNotExistShowsTheWholeMap() {
    Viewpoint viewpoint =
        Viewpoint.of(
            new Camera.Follow(7, 50, Camera.Up.NORTH), MAP, new Moment(LEAVES, 0, 0), 200, 200);
    assertEquals(
        Viewpoint.of(new Camera.WholeMap(), MAP, new Moment(LEAVES, 0, 0), 200, 200), viewpoint);
  }

  @Test
  void zoomingKeepsThePointUnderThePointer() {
    Random random = new Random(2);
    for (int i = 0; i < 100; i++) {
      Viewpoint before = random(random);
      double px = random.nextDouble(before.width());
      double py = random.nextDouble(before.height());
      Viewpoint after = before.zoomed(random.nextDouble(0.2, 5), px, py);
      assertEquals(before.worldX(px, py), after.worldX(px, py), 1e-6);
      assertEquals(before.worldY(px, py), after.worldY(px, py), 1e-6);
    }
  }

  @Test
  void draggingMovesTheWorldWithThePointer() {
    Viewpoint before = new Viewpoint(640, 480, 3, 4, 7, 0.4);
    Viewpoint after = before.panned(50, -20);
    assertEquals(before.pixelX(1, 2) + 50, after.pixelX(1, 2), 1e-9);
    assertEquals(before.pixelY(1, 2) - 20, after.pixelY(1, 2), 1e-9);
  }

  @Test
  void aFreeCameraSeesWhatItWasMadeFrom() {
    Viewpoint before = new Viewpoint(640, 480, 3, 4, 7, 0.4);
    Viewpoint after = Viewpoint.of(before.toFree(), MAP, new Moment(LEAVES, 0, 0), 640, 480);
    assertEquals(before.pixelX(9, 8), after.pixelX(9, 8), 1e-9);
    assertEquals(before.pixelY(9, 8), after.pixelY(9, 8), 1e-9);
  }

  @Test
  void whatIsVisibleHoldsAllFourCorners() {
    Random random = new Random(3);
    for (int i = 0; i < 100; i++) {
      Viewpoint viewpoint = random(random);
      Bounds visible = viewpoint.visible();
      for (double px : new double[] {0, viewpoint.width()}) {
        for (double py : new double[] {0, viewpoint.height()}) {
          double x = viewpoint.worldX(px, py);
          double y = viewpoint.worldY(px, py);
          assertTrue(x >= visible.minX() - 1e-6 && x <= visible.maxX() + 1e-6);
          assertTrue(y >= visible.minY() - 1e-6 && y <= visible.maxY() + 1e-6);
        }
      }
    }
  }

  @Test
  void aFollowingCameraGoesOnFollowingWhenItZooms() {
    Camera follow = new Camera.Follow(0, 50, Camera.Up.HEADING);
    Viewpoint seen = Viewpoint.of(follow, MAP, new Moment(LEAVES, 0, 0), 200, 200);
    assertEquals(new Camera.Follow(0, 25, Camera.Up.HEADING), follow.zoomed(seen, 2, 20, 30));
  }
}
