package dev.hindsight.trainer.critic;

import java.util.SplittableRandom;

/// Standard normal numbers to draw actions with, the same in every computation.
public final class FixedNoise {
  private static final long SEED = 0x5ac5_eed5L;

  private FixedNoise() {}

  /// Numbers for a place.
  ///
  /// @param decider index of the decision maker
  /// @param tick of the recording
  /// @param count how many
  public static float[] of(int decider, int tick, int count) {
    SplittableRandom random = new SplittableRandom(SEED + ((long) decider << Integer.SIZE) + tick);
    float[] noise = new float[count];
    for (int i = 0; i < count; i++) {
      noise[i] = (float) random.nextGaussian();
    }
    return noise;
  }
}
