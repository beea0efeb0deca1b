package dev.hindsight.trainer.env.gym;

import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.ActionMask;
import java.nio.ByteBuffer;
import java.util.Arrays;

/// What the environment gave after a reset or a step. A = agents, D = numbers of an observation, W
/// = numbers of an action, M = flags of a mask. Payload: steps since the reset (u4), a digest of
/// the environment's random numbers (i8), flags (`u1 [A]`), rewards (`<f8 [A]`), the actions that
/// were taken (`<f8 [A, W]`), observations (`<f4 [A, D]`), masks (`u1 [A, M]`).
///
/// @param steps since the reset
/// @param generator digest of the random numbers; 0 if unknown
/// @param flags `[A]` sums of the constants
/// @param reward `[A]`
/// @param acted `[A * W]` the numbers that the environment was given, as sent
/// @param observation `[A * D]`: after an agent's end its last one
/// @param mask `[A * M]` 1 for each level that is legal next; no part of the digest, because
///   recordings hold it
record GymResult(
    int steps,
    long generator,
    byte[] flags,
    double[] reward,
    double[] acted,
    float[] observation,
    byte[] mask) {
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
  static long bytes(int agents, GymSpaces spaces) {
    return bytes(agents, spaces.layout().size(), spaces.width(), spaces.masked());
  }

  /// Bytes of a payload.
  static long bytes(int agents, int size, int width, int masked) {
    return HEAD
        + (long) agents
            * (1 + Double.BYTES + (long) Double.BYTES * width + (long) Float.BYTES * size + masked);
  }

  /// Reads a payload of the right length.
  static GymResult read(ByteBuffer payload, int agents, GymSpaces spaces) {
    int steps = payload.getInt();
    long generator = payload.getLong();
    byte[] flags = new byte[agents];
    payload.get(flags);
    double[] reward = new double[agents];
    for (int agent = 0; agent < agents; agent++) {
      reward[agent] = payload.getDouble();
    }
    double[] acted = new double[agents * spaces.width()];
    for (int i = 0; i < acted.length; i++) {
      acted[i] = payload.getDouble();
    }
    float[] observation = new float[agents * spaces.layout().size()];
    for (int i = 0; i < observation.length; i++) {
      observation[i] = payload.getFloat();
    }
    byte[] mask = new byte[agents * spaces.masked()];
    payload.get(mask);
    return new GymResult(steps, generator, flags, reward, acted, observation, mask);
  }

  /// Writes which joint actions are legal next.
  ///
  /// @param legal `[A * n]`; unchanged if the environment says nothing
  void legal(ActionSpace actions, byte[] legal) {
    if (mask.length == 0 || !(actions instanceof ActionSpace.Discrete discrete)) {
      return;
    }
    int each = mask.length / flags.length;
    for (int agent = 0; agent < flags.length; agent++) {
      byte[] levels = Arrays.copyOfRange(mask, agent * each, (agent + 1) * each);
      ActionMask.ofFactors(discrete, levels, agent, legal);
    }
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
