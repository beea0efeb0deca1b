package dev.hindsight.render.film;

import static dev.hindsight.render.text.RenderText.wording;

import dev.hindsight.render.Palette;
import dev.hindsight.render.raster.SceneRaster;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.RequestedTicks;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.scene.Sketch;
import java.awt.image.BufferedImage;
import java.util.stream.IntStream;

/// Ticks of a recording as frames, one each, as the screen shows them.
public final class SceneFrames implements FrameSource {
  private final Rollout rollout;
  private final int[] ticks;
  private final Shot shot;
  private final SceneRaster raster;

  /// @param sketch how recordings of this environment look
  /// @throws Problem if the recording has no such ticks or agents
  public SceneFrames(Rollout rollout, Span ticks, Shot shot, Sketch sketch, Palette palette) {
    this(rollout, range(rollout, ticks), shot, sketch, palette);
  }

  /// Ticks in any order, each as often as it should be shown.
  ///
  /// @param ticks one for each frame
  /// @throws Problem if the recording has no such ticks or agents
  public SceneFrames(Rollout rollout, int[] ticks, Shot shot, Sketch sketch, Palette palette) {
    for (int tick : ticks) {
      range(rollout, Span.at(tick));
    }
    requireAgent(rollout, shot.agent());
    requireAgent(rollout, shot.camera().followed());
    this.rollout = rollout;
    this.ticks = ticks.clone();
    this.shot = shot;
    this.raster = new SceneRaster(sketch, palette);
  }

  private static int[] range(Rollout rollout, Span asked) {
    Span ticks = RequestedTicks.of(asked).in(rollout);
    return IntStream.range(ticks.from(), ticks.to()).toArray();
  }

  @Override
  public int frames() {
    return ticks.length;
  }

  @Override
  public void paint(int frame, BufferedImage target) {
    Moment moment = new Moment(rollout, ticks[frame], shot.agent());
    raster.draw(moment, shot.overlays(), shot.camera(), target);
  }

  private static void requireAgent(Rollout rollout, int agent) {
    int agents = rollout.manifest().agents();
    if (agent != Moment.NO_AGENT && (agent < 0 || agent >= agents)) {
      throw new Problem(
          wording("SceneFrames.it_has_no_agent", agent),
          rollout.file().toString(),
          wording("SceneFrames.choose_from_0_to", agents - 1));
    }
  }
}
