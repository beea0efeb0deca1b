package dev.hindsight.trainer.learn.ppo;

import dev.hindsight.trainer.learn.training.ObservationStore;
import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.observation.ObservationPacking;
import java.util.Random;

/// Trajectories for tests.
final class TestTrajectories {
  private TestTrajectories() {}

  /// Rows in which everything is live and nothing ends.
  static Trajectories plain(int rows, int ticks) {
    Trajectories all =
        new Trajectories(
            rows, ticks, ObservationStore.of(ObservationPacking.ofFloats(1), rows, ticks));
    all.clear(0.9f);
    all.used = ticks;
    java.util.Arrays.fill(all.removed, (byte) 0);
    return all;
  }

  /// Everything at random: ends, limbo, skipped ticks, discounts, ratios, time limits with values,
  /// known and unknown tails.
  static Trajectories random(Random random, int rows, int ticks) {
    Trajectories all = plain(rows, ticks);
    for (int i = 0; i < rows * ticks; i++) {
      all.reward[i] = (float) random.nextGaussian();
      all.value[i] = (float) random.nextGaussian();
      all.ratio[i] = (float) Math.exp(random.nextGaussian());
      all.terminal[i] = (byte) (random.nextInt(8) == 0 ? 1 : 0);
      all.truncation[i] = (byte) (random.nextInt(4) == 0 || all.terminal[i] != 0 ? 1 : 0);
      all.removed[i] = (byte) (random.nextInt(3) == 0 ? 1 : 0);
      all.skipped[i] = (byte) (all.removed[i] != 0 && random.nextInt(3) == 0 ? 1 : 0);
      all.discount[i] = 0.9f - 0.1f * (i % 3);
      all.ended[i] = all.terminal[i];
      if (all.terminal[i] == 0 && all.truncation[i] != 0 && random.nextInt(4) == 0) {
        all.ended[i] = 1;
        boolean known = random.nextInt(4) != 0;
        all.timeoutValue[i] = known ? (float) random.nextGaussian() : Float.NaN;
      }
    }
    for (int row = 0; row < rows; row++) {
      all.tail[row] = random.nextInt(3) == 0 ? Float.NaN : (float) random.nextGaussian();
    }
    return all;
  }
}
