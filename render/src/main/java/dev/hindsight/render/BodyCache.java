package dev.hindsight.render;

import dev.hindsight.trainer.scene.Mark;
import dev.hindsight.trainer.scene.Tone;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Caches the shapes of bodies as long as the scale stays: most bodies of a scene have one of a few
/// sizes. One owner thread.
public final class BodyCache {
  private static final int MOST_SHAPES = 1024;

  private final Map<Key, List<BodyShape.BodyPolygon>> shapes = new HashMap<>();
  private double scale;

  private static List<BodyShape.BodyPolygon> shape(Key key, double pixelsPerMetre) {
    return switch (key.form) {
      case VEHICLE -> BodyShape.of(key.length, key.width, key.fill, key.tone, pixelsPerMetre);
      case AIRCRAFT -> AircraftShape.of(key.length, key.fill, key.tone, pixelsPerMetre);
    };
  }

  private record Key(Mark.Form form, float length, float width, Mark.Fill fill, Tone tone) {}

  /// The parts of a body, bottom to top.
  public List<BodyShape.BodyPolygon> of(Mark.Box box, double pixelsPerMetre) {
    if (pixelsPerMetre != scale || shapes.size() > MOST_SHAPES) {
      shapes.clear();
      scale = pixelsPerMetre;
    }
    return shapes.computeIfAbsent(
        new Key(box.form(), box.length(), box.width(), box.fill(), box.tone()),
        key -> shape(key, pixelsPerMetre));
  }
}
