package dev.hindsight.trainer.learn.transformer;

/// The sizes of a transformer.
///
/// @param width d, numbers in the vector of a tick
/// @param heads H, each d / H wide
/// @param layers blocks one after the other
/// @param feedForward numbers in the middle of a block's second half
/// @param horizon S, ticks an episode has at most: slots of the key/value cache
public record TransformerSpec(int width, int heads, int layers, int feedForward, int horizon) {
  /// Checks that the heads share the width evenly.
  public TransformerSpec {
    if (width % heads != 0) {
      throw new IllegalArgumentException(heads + " heads cannot share " + width + " numbers");
    }
  }

  /// Numbers a head works with.
  public int headWidth() {
    return width / heads;
  }

  /// What queries are multiplied by, so that scores stay of order one: `1 / sqrt(d / H)`.
  float queryScale() {
    return (float) (1 / Math.sqrt(headWidth()));
  }
}
