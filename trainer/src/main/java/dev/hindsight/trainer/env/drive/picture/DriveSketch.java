package dev.hindsight.trainer.env.drive.picture;

import dev.hindsight.trainer.env.drive.observation.DriveLayout;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.EventMarks;
import dev.hindsight.trainer.scene.HighlightMarks;
import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.ObservationSources;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.PoseSketch;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.scene.Scene;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.TrailMarks;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// How driving looks: roads, vehicles by state, goals, trails, and what the selected vehicle
/// observes. Drawn from the recording alone, in its own frame (metres from the map's mean).
///
/// Every channel may be missing; without `pose` it says so as [PoseSketch] does.
public record DriveSketch() implements Sketch {
  private static final Sketch ANY_RECORDING = new PoseSketch();

  @Override
  public Scene backdrop(Rollout rollout) {
    return DriveRoadSketch.of(rollout).orElseGet(() -> ANY_RECORDING.backdrop(rollout));
  }

  @Override
  public List<Mark> at(Moment moment, Set<Overlay> overlays) {
    Optional<Poses> poses = Poses.of(moment.rollout(), "pose");
    if (poses.isEmpty() || moment.rollout().ticks() == 0) {
      return ANY_RECORDING.at(moment, overlays);
    }
    List<Mark> marks = new ArrayList<>();
    if (overlays.contains(Overlay.TRAILS)) {
      marks.addAll(TrailMarks.of(poses.get(), moment.tick()));
    }
    if (overlays.contains(Overlay.OBSERVED)) {
      marks.addAll(DriveObservationSketch.roads(moment, poses.get()));
    }
    if (overlays.contains(Overlay.GOALS)) {
      marks.addAll(DriveGoalSketch.of(moment, poses.get()));
    }
    marks.addAll(DriveBodySketch.others(moment));
    marks.addAll(DriveBodySketch.agents(moment, poses.get(), overlays));
    if (overlays.contains(Overlay.OBSERVED)) {
      marks.addAll(DriveObservationSketch.partners(moment, poses.get()));
    }
    marks.addAll(EventMarks.of(moment, poses.get()));
    return marks;
  }

  @Override
  public ObservationSources sources(Moment moment) {
    return DriveSources.of(moment);
  }

  @Override
  public List<Mark> pointed(Moment moment, Set<MarkSubject> subjects) {
    // A row of roads is one piece of its polyline: the other pieces are not meant.
    boolean piece = subjects.stream().anyMatch(s -> s.kind().equals(DriveLayout.ROADS));
    Set<MarkSubject> asked = new HashSet<>(subjects);
    asked.removeIf(s -> piece && s.kind().equals(MarkSubject.ROAD));
    Set<MarkSubject> related = sources(moment).related(asked);
    return HighlightMarks.of(at(moment, EnumSet.of(Overlay.GOALS, Overlay.OBSERVED)), related);
  }

  @Override
  public String describe(Moment moment, MarkSubject markSubject) {
    return DriveDescriptions.of(moment, markSubject);
  }

  @Override
  public Optional<Sketch> asObserved() {
    return Optional.of(new DriveEgoSketch());
  }
}
