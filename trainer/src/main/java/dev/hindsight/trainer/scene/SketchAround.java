package dev.hindsight.trainer.scene;

import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A sketch that extends another one.
public interface SketchAround extends Sketch {
  /// The inner sketch.
  Sketch own();

  /// The same extension of another sketch.
  Sketch around(Sketch other);

  @Override
  default Scene backdrop(Rollout rollout) {
    return own().backdrop(rollout);
  }

  @Override
  default List<Mark> at(Moment moment, Set<Overlay> overlays) {
    return own().at(moment, overlays);
  }

  @Override
  default ObservationSources sources(Moment moment) {
    return own().sources(moment);
  }

  @Override
  default List<Mark> pointed(Moment moment, Set<MarkSubject> subjects) {
    return own().pointed(moment, subjects);
  }

  @Override
  default String describe(Moment moment, MarkSubject markSubject) {
    return own().describe(moment, markSubject);
  }

  @Override
  default String narrate(Moment moment) {
    return own().narrate(moment);
  }

  @Override
  default List<String> legend(Moment moment, Set<Overlay> overlays) {
    return own().legend(moment, overlays);
  }

  @Override
  default SceneDefaults sceneDefaults() {
    return own().sceneDefaults();
  }

  @Override
  default List<SketchChoice> choices(Rollout rollout) {
    return own().choices(rollout);
  }

  @Override
  default Sketch choosing(SketchSettings sketchSettings) {
    return around(own().choosing(sketchSettings));
  }

  @Override
  default Optional<Sketch> asObserved() {
    return own().asObserved();
  }
}
