package dev.hindsight.render.planted;

import com.almasb.fxgl.app.GameApplication;
import dev.hindsight.inspector.planted.InspectorFaults;
import java.util.Optional;

/// A dependency in the wrong direction.
public record RenderFaults(Optional<InspectorFaults> inspector) {
  /// A singleton with its own loop.
  public record SeesEngine(Optional<GameApplication> engine) {}
}
