package dev.hindsight.trainer.learn.transformer;

/// Where in its episode a tick is, as a vector: Vaswani et al., "Attention Is All You Need", 2017,
/// section 3.5, with sines in even and cosines in odd places.
final class PositionTable {
  private PositionTable() {}

  /// `[horizon * width]`: `sin(p w_i)` at `2 i` and `cos(p w_i)` at `2 i + 1`, where `w_i =
  /// 10000^(-2 i / width)`.
  static float[] sinusoidal(int horizon, int width) {
    float[] table = new float[horizon * width];
    for (int position = 0; position < horizon; position++) {
      for (int at = 0; at < width; at++) {
        double angle = position * Math.pow(10000, -(double) (at - at % 2) / width);
        table[position * width + at] = (float) (at % 2 == 0 ? Math.sin(angle) : Math.cos(angle));
      }
    }
    return table;
  }
}
