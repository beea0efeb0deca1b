package dev.hindsight.trainer.parity;

import dev.hindsight.trainer.attention.EpisodeFlags;

/// One agent's observations over consecutive ticks, the first of which begins an episode. The
/// arrays must not change afterwards.
///
/// @param from the recording's tick that comes first
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
