package dev.hindsight.render.planted;

import com.almasb.fxgl.app.GameApplication;
import dev.hindsight.inspector.planted.InspectorFaults;
import java.util.Optional;

/// An arrow that points the wrong way.
public record RenderFaults(Optional<InspectorFaults> inspector) {
  /// A singleton with a loop of its own.
  public record SeesEngine(Optional<GameApplication> engine) {}
}
