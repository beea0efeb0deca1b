package dev.hindsight.trainer.parity;

import dev.hindsight.trainer.attention.EpisodeFlags;

/// What one agent saw over ticks that follow each other, the first of which begins an episode.
/// Arrays are not written again.
///
/// @param from tick of the recording that is the first
/// @param observation `[n * D]`
/// @param passage the flags of these n ticks
public record ObservationSequence(int from, float[] observation, EpisodeFlags passage) {
  /// n.
  public int ticks() {
    return passage.ticks();
  }

  /// D.
  public int numbers() {
    return observation.length / Math.max(1, ticks());
  }
}
