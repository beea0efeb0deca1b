package dev.hindsight.trainer.learn.ppo;

import java.util.Locale;

/// A number that changes over a run.
///
/// @param shape how it gets from start to end
/// @param start at update 0
/// @param end from update `updates` on
/// @param updates length of the change
record Schedule(Shape shape, double start, double end, long updates) {
  /// How the number gets from start to end.
  enum Shape {
    /// It stays at the start value.
    CONSTANT,
    /// In equal steps.
    LINEAR,
    /// Half a cosine: `end + (start - end) (1 + cos(pi u / updates)) / 2`.
    COSINE;

    static Shape named(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }
  }

  /// The number at an update, counted from 0.
  double at(long update) {
    double way = Math.min(1, (double) update / updates);
    return switch (shape) {
      case CONSTANT -> start;
      case LINEAR -> start + (end - start) * way;
      case COSINE -> end + (start - end) * (1 + Math.cos(Math.PI * way)) / 2;
    };
  }
}
