package dev.hindsight.inspector.bench;

import java.util.List;
import java.util.stream.Stream;

/// Defects in the recorded world. Checksums and digest match, so that only the numbers show them.
final class ColumnDefects {
  private ColumnDefects() {}

  static List<Defect> all() {
    return Stream.of(
            PaymentDefects.all(),
            EndDefects.all(),
            LimboDefects.all(),
            SightDefects.all(),
            TotalDefects.all(),
            NumberDefects.all(),
            RandomisedDefects.all())
        .flatMap(List::stream)
        .toList();
  }
}
