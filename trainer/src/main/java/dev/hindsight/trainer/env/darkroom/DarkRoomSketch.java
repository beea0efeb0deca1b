package dev.hindsight.trainer.env.darkroom;

import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Bounds;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.PoseSketch;
import dev.hindsight.trainer.scene.Scene;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.Subject;
import dev.hindsight.trainer.scene.Tone;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The room as a chequered floor; on it the agent, where it has been in this trial, and the goal
/// that only we can see.
final class DarkRoomSketch implements Sketch {
  private static final int LIGHT = 0xff8a8f9c;
  private static final int DARK = 0xff7d8290;

  private final Sketch bodies = new PoseSketch();

  @Override
  public Scene backdrop(Rollout rollout) {
    int size = size(rollout);
    int[] floor = new int[size * size];
    for (int cell = 0; cell < floor.length; cell++) {
      floor[cell] = (cell % size + cell / size) % 2 == 0 ? LIGHT : DARK;
    }
    return new Scene(
        new Bounds(0, 0, size, size),
        List.of(new Mark.Cells(0, 0, 1, size, floor, Tone.ROAD_SURFACE, Subject.NONE)));
  }

  @Override
  public List<Mark> at(Moment moment, Set<Overlay> overlays) {
    return bodies.at(moment, overlays);
  }

  private static int size(Rollout rollout) {
    return Optional.ofNullable(rollout.manifest().environment().config().get(DarkRoomSettings.SIZE))
        .map(node -> node.asInt(0))
        .filter(size -> size > 0)
        .orElse(5);
  }
}
