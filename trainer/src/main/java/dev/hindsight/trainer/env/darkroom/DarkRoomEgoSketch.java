package dev.hindsight.trainer.env.darkroom;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.ObservationSources;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Scene;
import dev.hindsight.trainer.scene.SceneDefaults;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The agent's observation: a column and a row, without walls for comparison and without the goal.
/// The agent is where the two cross.
record DarkRoomEgoSketch() implements Sketch {
  private static final float LETTERS = 15;

  @Override
  public SceneDefaults sceneDefaults() {
    return new DarkRoomSketch().sceneDefaults();
  }

  @Override
  public Scene backdrop(Rollout rollout) {
    Scene room = new DarkRoomSketch().backdrop(rollout);
    return new Scene(room.bounds(), List.of());
  }

  @Override
  public List<Mark> at(Moment moment, Set<Overlay> overlays) {
    int size = DarkRoomSketch.size(moment.rollout());
    Set<MarkSubject> observed = DarkRoomSources.observedSubjects(moment);
    if (observed.isEmpty()) {
      String why =
          moment.agent() == Moment.NO_AGENT
              ? wording("DarkRoomEgoSketch.select_the_agent_to_see_what")
              : wording("DarkRoomEgoSketch.the_agent_observes_nothing_now");
      return List.of(
          new Mark.Text(size / 2f, size / 2f, 0, why, LETTERS, Tone.TEXT_MUTED, MarkSubject.NONE));
    }
    List<Mark> marks = new ArrayList<>();
    for (Mark.Polygon strip : DarkRoomSketch.strips(size)) {
      if (observed.contains(strip.subject())) {
        marks.add(
            new Mark.Polygon(strip.xy(), Mark.Fill.FAINT, Tone.OBSERVED_ROAD, MarkSubject.NONE));
        marks.add(strip);
      }
    }
    return marks;
  }

  @Override
  public ObservationSources sources(Moment moment) {
    return DarkRoomSources.of(moment);
  }

  @Override
  public List<Mark> pointed(Moment moment, Set<MarkSubject> subjects) {
    return new DarkRoomSketch().pointed(moment, subjects);
  }
}
