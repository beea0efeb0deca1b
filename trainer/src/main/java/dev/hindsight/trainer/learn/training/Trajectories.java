package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.credit.CreditSteps;
import java.nio.FloatBuffer;
import java.util.Arrays;

/// What R agents lived through in up to T ticks, a row each. Preallocated and overwritten; one
/// owner thread.
///
/// Tick t of a row holds what the agent saw, what it did, and what that brought. Bytes hold 0 or 1.
public final class Trajectories {
  public final int rows;
  public final int ticks;
  public final int numbers;

  /// `[R, T, D]`
  public final FloatBuffer observation;

  /// `[R * T]`, as everything below.
  public final int[] action;

  /// What credit is worked out from; the arrays of the same names are its own.
  public final CreditSteps steps;

  public final float[] logProb;
  public final float[] value;
  public final float[] reward;
  public final byte[] terminal;
  public final byte[] truncation;

  /// In limbo, or there was no such tick: no loss, no advantage, no entropy.
  public final byte[] removed;

  /// Trial of its episode a tick belongs to.
  public final int[] trial;

  /// How far into its episode a tick is, `[0, 1]`, by the trials and ticks an episode has at most.
  public final float[] progress;

  /// Value of what a time limit kept from being acted on; NaN where there is none.
  public final float[] timeoutValue;

  /// New probability of the action over the one it was drawn with.
  public final float[] ratio;

  /// `[R]` value of what comes after the last tick; NaN where nothing is known of it.
  public final float[] tail;

  /// `[R]` discount factor.
  public final float[] discount;

  /// `[R]` weight of the entropy, besides the coefficient all rows share.
  public final float[] entropyWeight;

  /// Ticks that were used, at most T.
  public int used;

  /// @param observation room for R * T * D numbers
  public Trajectories(int rows, int ticks, int numbers, FloatBuffer observation) {
    this.rows = rows;
    this.ticks = ticks;
    this.numbers = numbers;
    this.observation = observation;
    int all = Math.multiplyExact(rows, ticks);
    action = new int[all];
    logProb = new float[all];
    steps = new CreditSteps(all);
    value = steps.value;
    reward = steps.reward;
    terminal = steps.terminal;
    truncation = steps.truncation;
    removed = steps.removed;
    timeoutValue = steps.timeoutValue;
    ratio = steps.ratio;
    trial = new int[all];
    progress = new float[all];
    tail = new float[rows];
    discount = new float[rows];
    entropyWeight = new float[rows];
  }

  /// Nothing happened yet: every tick is removed.
  public void clear(float commonDiscount) {
    used = 0;
    Arrays.fill(action, 0);
    Arrays.fill(logProb, 0);
    steps.clear();
    Arrays.fill(tail, Float.NaN);
    Arrays.fill(discount, commonDiscount);
    Arrays.fill(entropyWeight, 0);
  }

  /// Index of a tick in the arrays.
  public int at(int row, int tick) {
    return row * ticks + tick;
  }

  /// Ticks outside limbo.
  public long live() {
    long count = 0;
    for (int row = 0; row < rows; row++) {
      for (int t = 0; t < used; t++) {
        count += 1 - removed[at(row, t)];
      }
    }
    return count;
  }
}
