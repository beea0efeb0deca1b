package dev.hindsight.render.planted;

import dev.hindsight.inspector.planted.InspectorFaults;
import java.util.Optional;

/// An arrow that points the wrong way.
public record RenderFaults(Optional<InspectorFaults> inspector) {}
