package dev.hindsight.trainer.credit;

import java.util.Arrays;

/// What agents lived through, tick after tick, as far as credit goes: preallocated and overwritten,
/// a row of ticks for each agent after the other. One owner thread. Bytes hold 0 or 1.
public final class CreditSteps {
  /// The critic's estimate before the action.
  public final float[] value;

  /// What the action brought.
  public final float[] reward;

  /// The episode ended for good with the action.
  public final byte[] terminal;

  /// A limit or a trial's end cut the trace after the action.
  public final byte[] truncation;

  /// In limbo, or there was no such tick: no loss, no advantage, no entropy.
  public final byte[] removed;

  /// Value of what a time limit kept from being acted on; NaN where there is none.
  public final float[] timeoutValue;

  /// New probability of the action over the one it was drawn with.
  public final float[] ratio;

  /// @param count ticks, of all rows together
  public CreditSteps(int count) {
    value = new float[count];
    reward = new float[count];
    terminal = new byte[count];
    truncation = new byte[count];
    removed = new byte[count];
    timeoutValue = new float[count];
    ratio = new float[count];
    clear();
  }

  /// Nothing happened yet: every tick is removed.
  public void clear() {
    Arrays.fill(value, 0);
    Arrays.fill(reward, 0);
    Arrays.fill(terminal, (byte) 0);
    Arrays.fill(truncation, (byte) 0);
    Arrays.fill(removed, (byte) 1);
    Arrays.fill(timeoutValue, Float.NaN);
    Arrays.fill(ratio, 1);
  }
}
