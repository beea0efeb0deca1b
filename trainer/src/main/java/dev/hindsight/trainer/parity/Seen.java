package dev.hindsight.trainer.parity;

import dev.hindsight.trainer.attention.Passage;

/// What one agent saw over ticks that follow each other, the first of which begins an episode.
/// Arrays are not written again.
///
/// @param from tick of the recording that is the first
/// @param observation `[n * D]`
/// @param passage the flags of these n ticks
public record Seen(int from, float[] observation, Passage passage) {
  /// n.
  public int ticks() {
    return passage.ticks();
  }

  /// D.
  public int numbers() {
    return observation.length / Math.max(1, ticks());
  }

  /// The same with other numbers at the ticks in limbo, which nobody should notice.
  ///
  /// @param scale of the garbage
  public Seen disturbedInLimbo(double scale) {
    float[] other = observation.clone();
    int size = numbers();
    for (int t = 0; t < ticks(); t++) {
      for (int i = 0; !passage.live(t) && i < size; i++) {
        other[t * size + i] += (float) (scale * Math.sin(1 + 7.0 * t + i));
      }
    }
    return new Seen(from, other, passage);
  }
}
