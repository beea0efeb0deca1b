package dev.hindsight.trainer.bench;

import java.util.List;

/// What a benchmark has measured.
public interface BenchResult {
  /// Its figures, in the order in which they are shown; each with one value.
  List<BenchFigure> figures();
}
