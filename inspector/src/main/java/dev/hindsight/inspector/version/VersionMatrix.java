package dev.hindsight.inspector.version;

import dev.hindsight.inspector.attention.AttentionColours;
import dev.hindsight.trainer.rollout.Span;
import java.util.List;

/// One number of every version at every tick, for a picture. Immutable, for any thread; the arrays
/// must not change afterwards.
///
/// @param measure which number
/// @param labels of the versions, from the top
/// @param span the ticks
/// @param rows `[V][n]`, NaN where there is none
/// @param least the number with the darkest colour
/// @param most the number with the brightest colour
public record VersionMatrix(
    VersionMeasure measure,
    List<String> labels,
    Span span,
    float[][] rows,
    double least,
    double most) {
  /// Probabilities and weights are coloured from 0 to 1, entropies and divergences from 0 to the
  /// largest, values from the smallest to the largest.
  public static VersionMatrix of(
      VersionMeasure measure, boolean bounded, List<String> labels, Span span, float[][] rows) {
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (float[] row : rows) {
      for (float number : row) {
        if (Float.isFinite(number)) {
          least = Math.min(least, number);
          most = Math.max(most, number);
        }
      }
    }
    if (least > most) {
      least = 0;
      most = 1;
    }
    return switch (measure) {
      case PROBABILITY, LOOK_BACK ->
          new VersionMatrix(measure, labels, span, rows, 0, bounded ? 1 : most);
      case DIVERGENCE -> new VersionMatrix(measure, labels, span, rows, 0, most);
      case ENTROPY -> new VersionMatrix(measure, labels, span, rows, Math.min(0, least), most);
      case VALUE -> new VersionMatrix(measure, labels, span, rows, least, most);
    };
  }

  /// The colour of a number as `0xAARRGGBB`.
  ///
  /// @param nothing the colour of NaN
  int colour(AttentionColours colours, double number, int nothing) {
    return Double.isNaN(number)
        ? nothing
        : colours.argb((float) (most > least ? (number - least) / (most - least) : 0));
  }

  /// The number that a pixel of a row shows: of the ticks that share it, the most telling one.
  ///
  /// @param from first tick of the pixel, from 0
  /// @param to tick after its last
  double telling(int version, int from, int to) {
    double best = Double.NaN;
    for (int at = from; at < to; at++) {
      double number = rows[version][at];
      boolean better = measure.showsLeast() ? number < best : number > best;
      if (better || Double.isNaN(best)) {
        best = number;
      }
    }
    return best;
  }
}
