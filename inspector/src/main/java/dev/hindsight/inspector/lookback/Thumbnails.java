package dev.hindsight.inspector.lookback;

import dev.hindsight.render.Palette;
import dev.hindsight.render.raster.SceneRaster;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Bounds;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Sketch;
import java.awt.image.BufferedImage;
import java.util.EnumSet;
import java.util.Optional;

/// Small pictures of moments, drawn beside the FX thread. One owner thread at a time.
final class Thumbnails {
  static final int WIDTH = 112;
  static final int HEIGHT = 84;

  /// A world wider than this is shown about the agent.
  private static final double SMALL = 60;

  private final Rollout rollout;
  private final Palette palette;
  private final Sketch sketch;
  private final SceneRaster raster;
  private Optional<Boolean> large = Optional.empty();

  /// Draws nothing yet.
  Thumbnails(Rollout rollout, Palette palette) {
    this.rollout = rollout;
    this.palette = palette;
    this.sketch = BuiltInEnvironments.sketchOf(rollout);
    this.raster = new SceneRaster(sketch, palette);
  }

  /// Whether they are in the colours of a theme.
  boolean fits(Palette wanted) {
    return palette.equals(wanted);
  }

  /// The same in other colours.
  Thumbnails withPalette(Palette other) {
    return new Thumbnails(rollout, other);
  }

  private boolean large() {
    if (large.isEmpty()) {
      Bounds bounds = sketch.backdrop(rollout).bounds();
      large = Optional.of(Math.max(bounds.width(), bounds.height()) > SMALL);
    }
    return large.orElseThrow();
  }

  /// A moment of an agent, `[HEIGHT * WIDTH]`, `0xAARRGGBB`.
  int[] argb(int tick, int agent) {
    Camera camera =
        large() ? new Camera.Follow(agent, SMALL, Camera.Up.NORTH) : new Camera.WholeMap();
    BufferedImage image =
        raster.image(
            new Moment(rollout, tick, agent),
            EnumSet.of(Overlay.GOALS, Overlay.TRAILS),
            camera,
            WIDTH,
            HEIGHT);
    return image.getRGB(0, 0, WIDTH, HEIGHT, new int[WIDTH * HEIGHT], 0, WIDTH);
  }
}
