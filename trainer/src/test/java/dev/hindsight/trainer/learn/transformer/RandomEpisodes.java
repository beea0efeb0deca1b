package dev.hindsight.trainer.learn.transformer;

import java.util.Random;

/// Where episodes end and agents are in limbo, drawn at random, with observations to go with it.
///
/// @param terminal `[B * T]`
/// @param removed `[B * T]`
/// @param observation `[B * T * D]`
record RandomEpisodes(
    int rows, int ticks, int numbers, byte[] terminal, byte[] removed, float[] observation) {
  /// From one episode a row to one every other tick; from no limbo to rows that begin in it.
  static RandomEpisodes random(Random random, int horizon, int numbers) {
    int rows = 1 + random.nextInt(4);
    int ticks = 1 + random.nextInt(horizon);
    double ends = new double[] {0, 1.0 / ticks, 0.2, 0.5}[random.nextInt(4)];
    double limbo = new double[] {0, 0.1, 0.5}[random.nextInt(3)];
    byte[] terminal = new byte[rows * ticks];
    byte[] removed = new byte[rows * ticks];
    float[] observation = new float[rows * ticks * numbers];
    for (int row = 0; row < rows; row++) {
      int prefix = random.nextInt(3) == 0 ? random.nextInt(ticks + 1) : 0;
      boolean away = false;
      for (int t = 0; t < ticks; t++) {
        int at = row * ticks + t;
        terminal[at] = (byte) (random.nextDouble() < ends ? 1 : 0);
        away = random.nextDouble() < 0.3 ? random.nextDouble() < limbo : away;
        removed[at] = (byte) (away || t < prefix ? 1 : 0);
      }
    }
    for (int i = 0; i < observation.length; i++) {
      observation[i] = (float) random.nextGaussian();
    }
    return new RandomEpisodes(rows, ticks, numbers, terminal, removed, observation);
  }

  boolean live(int at) {
    return removed[at] == 0;
  }

  /// The same with other flags.
  RandomEpisodes with(byte[] otherTerminal, byte[] otherRemoved) {
    return new RandomEpisodes(rows, ticks, numbers, otherTerminal, otherRemoved, observation);
  }

  /// The same, with noise wherever an agent is in limbo.
  RandomEpisodes disturbedInLimbo(Random random) {
    float[] disturbed = observation.clone();
    for (int at = 0; at < removed.length; at++) {
      for (int d = 0; d < numbers && !live(at); d++) {
        disturbed[at * numbers + d] = (float) (50 * random.nextGaussian());
      }
    }
    return new RandomEpisodes(rows, ticks, numbers, terminal, removed, disturbed);
  }
}
