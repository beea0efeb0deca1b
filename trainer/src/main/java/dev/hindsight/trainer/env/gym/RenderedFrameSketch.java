package dev.hindsight.trainer.env.gym;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Bounds;
import dev.hindsight.trainer.scene.LengthUnit;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.PoseSketch;
import dev.hindsight.trainer.scene.Scene;
import dev.hindsight.trainer.scene.SceneDefaults;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.Tone;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Shows the pictures that the environment itself drew, from the column `frame`. The first picture
/// is 100 units wide, and every later one takes the same place. A recording that has poses instead
/// shows those.
public record RenderedFrameSketch() implements Sketch {
  private static final float WIDE = 100;
  private static final float LETTERS = 15;
  private static final PoseSketch BODIES = new PoseSketch();

  /// Whether a recording has pictures.
  public static boolean fits(Rollout rollout) {
    return rollout.channel(RenderedFrame.COLUMN).isPresent();
  }

  private static float high(Rollout rollout) {
    return RenderedFrame.read(rollout, 0)
        .map(frame -> WIDE * frame.height() / frame.width())
        .orElse(WIDE);
  }

  @Override
  public Scene backdrop(Rollout rollout) {
    if (!fits(rollout) && rollout.channel("pose").isPresent()) {
      return BODIES.backdrop(rollout);
    }
    return new Scene(new Bounds(0, 0, WIDE, high(rollout)), List.of(), LengthUnit.NONE);
  }

  @Override
  public List<Mark> at(Moment moment, Set<Overlay> overlays) {
    Rollout rollout = moment.rollout();
    if (!fits(rollout) && rollout.channel("pose").isPresent()) {
      return BODIES.at(moment, overlays);
    }
    Optional<RenderedFrame> found = RenderedFrame.read(rollout, moment.tick());
    if (found.isEmpty()) {
      return List.of(
          new Mark.Text(
              WIDE / 2,
              high(rollout) / 2,
              0,
              fits(rollout)
                  ? wording("RenderedFrameSketch.no_picture_of_this_tick")
                  : wording("RenderedFrameSketch.this_recording_has_no_pictures"),
              LETTERS,
              Tone.TEXT_MUTED,
              MarkSubject.NONE));
    }
    RenderedFrame frame = found.get();
    float cell = Math.min(WIDE / frame.width(), high(rollout) / frame.height());
    return List.of(
        new Mark.Cells(0, 0, cell, frame.width(), frame.argb(), Tone.STATIC, MarkSubject.NONE));
  }

  @Override
  public SceneDefaults sceneDefaults() {
    return new SceneDefaults(
        EnumSet.of(Overlay.CAPTION, Overlay.METRICS), EnumSet.of(Overlay.CAPTION), WIDE);
  }
}
