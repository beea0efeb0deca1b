package dev.hindsight.trainer.env.spread;

import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.StateParts;
import dev.hindsight.trainer.env.StateStream;
import java.nio.ByteBuffer;
import java.util.List;

/// The mutable state. Hot loop: drawing, digests and [#writeParts] allocate nothing.
///
/// N agents and landmarks; lengths in metres, x to the right, y up.
final class SpreadState {
  /// Names of the parts, in the order of [#writeParts].
  static final List<String> PARTS =
      StateParts.named(
          "random numbers",
          "landmarks",
          "starts",
          "positions",
          "velocities",
          "clock",
          "last actions",
          "contacts",
          "totals");

  /// State of the random number generator, see [SplitMix64].
  long random;

  /// `[2 N]`, like all arrays of doubles.
  final double[] landmark;

  /// Where each agent begins every trial of the episode.
  final double[] start;

  final double[] position;

  /// m/s
  final double[] velocity;

  /// `[N * k]` the last action of each agent in this episode, as it is observed.
  final float[] acted;

  /// `[N * N]` 1 where two agents touch.
  final byte[] touching;

  int trial;
  int trialTick;

  /// The reward of the last action; 0 if there was none in this episode.
  float reward;

  /// Whether the last action ended a trial of this episode.
  boolean carried;

  /// `[K]` since the reset: finished trials, and the sums of their scores.
  final int[] finished;

  final double[] scores;

  /// How often an action of an agent began a contact since the reset.
  long contacts;

  SpreadState(SpreadConfig config) {
    int n = config.agents();
    landmark = new double[2 * n];
    start = new double[2 * n];
    position = new double[2 * n];
    velocity = new double[2 * n];
    acted = new float[n * SpreadObserver.actionNumbers(config)];
    touching = new byte[n * n];
    finished = new int[config.trials()];
    scores = new double[config.trials()];
  }

  /// Becomes a copy of another.
  void set(SpreadState other) {
    random = other.random;
    copy(other.landmark, landmark);
    copy(other.start, start);
    copy(other.position, position);
    copy(other.velocity, velocity);
    System.arraycopy(other.acted, 0, acted, 0, acted.length);
    System.arraycopy(other.touching, 0, touching, 0, touching.length);
    trial = other.trial;
    trialTick = other.trialTick;
    reward = other.reward;
    carried = other.carried;
    System.arraycopy(other.finished, 0, finished, 0, finished.length);
    copy(other.scores, scores);
    contacts = other.contacts;
  }

  /// Its fields, for a stored state.
  void transfer(StateStream stream) {
    random = stream.number(random);
    stream.numbers(landmark);
    stream.numbers(start);
    stream.numbers(position);
    stream.numbers(velocity);
    stream.numbers(acted);
    stream.numbers(touching);
    trial = stream.within(trial, 0, finished.length - 1);
    trialTick = stream.number(trialTick);
    reward = stream.number(reward);
    carried = stream.flag(carried);
    stream.numbers(finished);
    stream.numbers(scores);
    contacts = stream.number(contacts);
  }

  private static void copy(double[] from, double[] to) {
    System.arraycopy(from, 0, to, 0, to.length);
  }

  /// A coordinate in `[-1, 1)`.
  double draw() {
    random += SplitMix64.GAMMA;
    return 2 * SplitMix64.unit(SplitMix64.mix(random)) - 1;
  }

  /// Writes a digest of each of [#PARTS].
  void writeParts(ByteBuffer row) {
    for (int part = 0; part < PARTS.size(); part++) {
      StateParts.put(row, part(part));
    }
  }

  /// Equal states have equal digests.
  long digest() {
    long hash = 0;
    for (int part = 0; part < PARTS.size(); part++) {
      hash = SplitMix64.mix(hash ^ part(part));
    }
    return hash;
  }

  private long part(int part) {
    return switch (part) {
      case 0 -> SplitMix64.mix(random);
      case 1 -> digest(landmark);
      case 2 -> digest(start);
      case 3 -> digest(position);
      case 4 -> digest(velocity);
      case 5 -> SplitMix64.mix(SplitMix64.GAMMA ^ ((long) trial << 32 | trialTick));
      case 6 -> lastActions();
      case 7 -> touchingDigest();
      default -> totals();
    };
  }

  private static long digest(double[] numbers) {
    long hash = 1;
    for (double number : numbers) {
      hash = SplitMix64.mix(hash ^ Double.doubleToRawLongBits(number));
    }
    return hash;
  }

  private long lastActions() {
    long hash = carried ? 3 : 2;
    for (float number : acted) {
      hash = SplitMix64.mix(hash ^ Float.floatToRawIntBits(number));
    }
    return SplitMix64.mix(hash ^ Float.floatToRawIntBits(reward));
  }

  private long touchingDigest() {
    long hash = 4;
    for (byte one : touching) {
      hash = SplitMix64.mix(hash ^ one);
    }
    return hash;
  }

  private long totals() {
    long hash = SplitMix64.mix(contacts + 5);
    for (int k = 0; k < finished.length; k++) {
      hash = SplitMix64.mix(hash ^ finished[k]);
      hash = SplitMix64.mix(hash ^ Double.doubleToRawLongBits(scores[k]));
    }
    return hash;
  }
}
