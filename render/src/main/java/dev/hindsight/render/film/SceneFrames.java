package dev.hindsight.render.film;

import dev.hindsight.render.Palette;
import dev.hindsight.render.raster.SceneRaster;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Sketch;
import java.awt.image.BufferedImage;

/// Part of a recording, one frame a tick, as the screen shows it.
public final class SceneFrames implements FrameSource {
  private final Rollout rollout;
  private final int from;
  private final int to;
  private final Shot shot;
  private final SceneRaster raster;

  /// @param from first tick
  /// @param to tick after the last
  /// @param sketch how recordings of this environment look
  /// @throws Problem if the recording has no such ticks or agents
  public SceneFrames(Rollout rollout, int from, int to, Shot shot, Sketch sketch, Palette palette) {
    if (rollout.ticks() == 0) {
      throw new Problem(
          "it holds no tick",
          rollout.file().toString(),
          "open a recording that ran for at least one whole chunk");
    }
    if (from < 0 || from >= to || to > rollout.ticks()) {
      throw new Problem(
          "it has no ticks " + from + " to " + (to - 1),
          rollout.file().toString(),
          "choose from 0 to " + (rollout.ticks() - 1));
    }
    requireAgent(rollout, shot.agent());
    if (shot.camera() instanceof Camera.Follow follow) {
      requireAgent(rollout, follow.agent());
    }
    this.rollout = rollout;
    this.from = from;
    this.to = to;
    this.shot = shot;
    this.raster = new SceneRaster(sketch, palette);
  }

  @Override
  public int frames() {
    return to - from;
  }

  @Override
  public void paint(int frame, BufferedImage target) {
    Moment moment = new Moment(rollout, from + frame, shot.agent());
    raster.draw(moment, shot.overlays(), shot.camera(), target);
  }

  private static void requireAgent(Rollout rollout, int agent) {
    int agents = rollout.manifest().agents();
    if (agent != Moment.NO_AGENT && (agent < 0 || agent >= agents)) {
      throw new Problem(
          "it has no agent " + agent,
          rollout.file().toString(),
          "choose from 0 to " + (agents - 1));
    }
  }
}
