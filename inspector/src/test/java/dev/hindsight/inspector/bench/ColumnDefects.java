package dev.hindsight.inspector.bench;

import java.util.List;
import java.util.stream.Stream;

/// Defects in what was recorded of the world. Checksums and digest fit, so that the numbers alone
/// tell.
final class ColumnDefects {
  private ColumnDefects() {}

  static List<Defect> all() {
    return Stream.of(
            PaymentDefects.all(),
            EndDefects.all(),
            LimboDefects.all(),
            SightDefects.all(),
            TotalDefects.all(),
            NumberDefects.all())
        .flatMap(List::stream)
        .toList();
  }
}
