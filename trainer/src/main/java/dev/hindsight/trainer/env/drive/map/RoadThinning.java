package dev.hindsight.trainer.env.drive.map;

import java.util.Arrays;

/// Leaves out the points of a road that a straight line would pass anyway, exactly as the
/// reference's converter does, in doubles, so that converted maps agree byte for byte.
final class RoadThinning {
  /// Square metres; a flatter triangle loses its middle point.
  private static final double FLAT_AREA = 0.1;

  /// Square metres between a triangle's ends beyond which its middle point stays.
  private static final double LONGEST_SPAN_SQUARED = 250;

  private RoadThinning() {}

  /// Goes over consecutive kept triples until a whole pass drops nothing.
  ///
  /// @return indices of the points that stay, ascending, the first and last always among them
  static int[] kept(double[] x, double[] y) {
    int[] kept = all(x.length);
    int count = kept.length;
    int before;
    do {
      before = count;
      count = pass(x, y, kept, count);
    } while (count < before);
    return Arrays.copyOf(kept, count);
  }

  /// Nothing left out.
  static int[] all(int points) {
    int[] kept = new int[points];
    Arrays.setAll(kept, i -> i);
    return kept;
  }

  /// After a drop the triple's third point becomes the next first, else its second does. Writes the
  /// shortened list over the old one, which is safe as it never overtakes the reading.
  private static int pass(double[] x, double[] y, int[] kept, int count) {
    int written = 1;
    int first = 0;
    while (first + 2 < count) {
      int a = kept[first];
      int b = kept[first + 1];
      int c = kept[first + 2];
      if (isFlat(x[a], y[a], x[b], y[b], x[c], y[c])) {
        kept[written++] = c;
        first += 2;
      } else {
        kept[written++] = b;
        first++;
      }
    }
    for (int rest = first + 1; rest < count; rest++) {
      kept[written++] = kept[rest];
    }
    return Math.min(written, count);
  }

  private static boolean isFlat(double ax, double ay, double bx, double by, double cx, double cy) {
    double area = 0.5 * Math.abs((ax - cx) * (by - ay) - (ax - bx) * (cy - ay));
    double spanSquared = (ax - cx) * (ax - cx) + (ay - cy) * (ay - cy);
    return area < FLAT_AREA && spanSquared <= LONGEST_SPAN_SQUARED;
  }
}
