package dev.hindsight.inspector.bench;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// A kind of defect, and the correct recordings it is planted in.
///
/// @param title a short description
/// @param bases names of recordings of [BaseRecordings]
/// @param planter how it is planted
record Defect(String title, List<String> bases, Planter planter) {
  /// Plants a defect.
  @FunctionalInterface
  interface Planter {
    /// @return empty if the recording has no place for it
    Optional<ExpectedFinding> plant(PlantingContext plantingContext) throws IOException;
  }

  static Defect of(String title, String bases, Planter planter) {
    return new Defect(title, List.of(bases.split(" ", -1)), planter);
  }
}
