package dev.hindsight.inspector.planted;

import dev.hindsight.app.planted.AppFaults;
import java.util.Optional;

/// A dependency in the wrong direction.
public record InspectorFaults(Optional<AppFaults> window) {}
