package dev.hindsight.trainer.env.airspace.radar;

/// Which of a policy's attention heads are looked at.
///
/// @param layer counted from 0, or [#LAST]
/// @param head counted from 0, or [#MEAN]
public record Heads(int layer, int head) {
  /// The last layer there is.
  public static final int LAST = -1;

  /// The mean of all heads.
  public static final int MEAN = -1;

  /// All heads of the last layer.
  public static final Heads ALL = new Heads(LAST, MEAN);

  /// The weight of a row.
  ///
  /// @param weights `[count, slots]` of one agent
  float blend(float[] weights, int count, int slots, int row) {
    if (head != MEAN) {
      return head < count ? weights[head * slots + row] : 0;
    }
    float sum = 0;
    for (int each = 0; each < count; each++) {
      sum += weights[each * slots + row];
    }
    return sum / count;
  }
}
