package dev.hindsight.trainer.scene;

import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.List;
import java.util.Set;

/// Draws only a message that explains why there is nothing to draw.
///
/// @param why a few words
public record MessageSketch(String why) implements Sketch {
  private static final double SIDE = 100;
  private static final float LETTERS = 15;

  @Override
  public Scene backdrop(Rollout rollout) {
    return new Scene(new Bounds(0, 0, SIDE, SIDE), List.of());
  }

  @Override
  public List<Mark> at(Moment moment, Set<Overlay> overlays) {
    float middle = (float) SIDE / 2;
    return List.of(
        new Mark.Text(middle, middle, 0, why, LETTERS, Tone.TEXT_MUTED, MarkSubject.NONE));
  }

  @Override
  public String narrate(Moment moment) {
    return why + ".";
  }

  @Override
  public ObservationSources sources(Moment moment) {
    return ObservationSources.NONE;
  }
}
