package dev.hindsight.trainer.env.gym;

import dev.hindsight.trainer.SplitMix64;
import java.nio.ByteBuffer;

/// What the environment gave after a reset or a step. A = agents, D = numbers of an observation, W
/// = numbers of an action. Payload: steps since the reset (u4), a digest of the environment's
/// random numbers (i8), flags (`u1 [A]`), rewards (`<f8 [A]`), the actions that were taken (`<f8
/// [A, W]`), observations (`<f4 [A, D]`).
///
/// @param steps since the reset
/// @param generator digest of the random numbers; 0 if unknown
/// @param flags `[A]` sums of the constants
/// @param reward `[A]`
/// @param acted `[A * W]` the numbers that the environment was given, as sent
/// @param observation `[A * D]`: after an agent's end its last one
record GymResult(
    int steps, long generator, byte[] flags, double[] reward, double[] acted, float[] observation) {
  /// The agent acts next.
  static final int LIVE = 1;

  /// Its episode ended by the task's own rules.
  static final int TERMINATED = 2;

  /// Its episode was cut off.
  static final int TRUNCATED = 4;

  /// The environment says whether it succeeded.
  static final int SUCCESS_KNOWN = 8;

  /// It succeeded.
  static final int SUCCESS = 16;

  private static final int HEAD = Integer.BYTES + Long.BYTES;

  /// Bytes of a payload.
  static long bytes(int agents, int size, int width) {
    return HEAD
        + (long) agents
            * (1 + Double.BYTES + (long) Double.BYTES * width + (long) Float.BYTES * size);
  }

  /// Reads a payload of the right length.
  static GymResult read(ByteBuffer payload, int agents, int size, int width) {
    int steps = payload.getInt();
    long generator = payload.getLong();
    byte[] flags = new byte[agents];
    payload.get(flags);
    double[] reward = new double[agents];
    for (int agent = 0; agent < agents; agent++) {
      reward[agent] = payload.getDouble();
    }
    double[] acted = new double[agents * width];
    for (int i = 0; i < acted.length; i++) {
      acted[i] = payload.getDouble();
    }
    float[] observation = new float[agents * size];
    payload.asFloatBuffer().get(observation);
    return new GymResult(steps, generator, flags, reward, acted, observation);
  }

  boolean has(int agent, int flag) {
    return (flags[agent] & flag) != 0;
  }

  /// Whether no agent acts next.
  boolean allEnded() {
    for (int agent = 0; agent < flags.length; agent++) {
      if (has(agent, LIVE)) {
        return false;
      }
    }
    return true;
  }

  /// A digest of everything that came, after an earlier digest.
  long chained(long before) {
    long hash = SplitMix64.mix(before ^ generator);
    for (byte flag : flags) {
      hash = SplitMix64.mix(hash ^ flag);
    }
    for (double one : reward) {
      hash = SplitMix64.mix(hash ^ Double.doubleToLongBits(one));
    }
    for (float one : observation) {
      hash = SplitMix64.mix(hash ^ Float.floatToIntBits(one));
    }
    return hash;
  }
}
