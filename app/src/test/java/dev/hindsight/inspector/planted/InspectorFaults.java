package dev.hindsight.inspector.planted;

import dev.hindsight.app.planted.AppFaults;
import java.util.Optional;

/// An arrow that points the wrong way.
public record InspectorFaults(Optional<AppFaults> window) {}
