package dev.hindsight.inspector.compare;

import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.scene.Overlay;
import dev.hindsight.trainer.scene.Sketch;
import dev.hindsight.trainer.scene.SketchAround;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// A sketch whose pictures name the recording they show.
///
/// @param own draws the recording
/// @param name the name on its pictures
public record NamedSketch(Sketch own, String name) implements SketchAround {
  @Override
  public Sketch around(Sketch other) {
    return new NamedSketch(other, name);
  }

  @Override
  public List<String> legend(Moment moment, Set<Overlay> overlays) {
    return Stream.concat(Stream.of(name), own.legend(moment, overlays).stream()).toList();
  }

  @Override
  public Optional<Sketch> asObserved() {
    return own.asObserved().map(eyes -> new NamedSketch(eyes, name));
  }
}
