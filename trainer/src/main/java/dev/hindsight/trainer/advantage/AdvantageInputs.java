package dev.hindsight.trainer.advantage;

import java.util.Arrays;

/// What each agent experienced, tick by tick, as far as advantages need it: preallocated and
/// overwritten, one row of ticks per agent. One owner thread. Bytes hold 0 or 1.
public final class AdvantageInputs {
  /// The critic's estimate before the action.
  public final float[] value;

  /// Reward of the action.
  public final float[] reward;

  /// The action ended the episode for good.
  public final byte[] terminal;

  /// A time limit or a trial's end cut the trace after the action.
  public final byte[] truncation;

  /// The action ended the episode, for good or at its time limit, and the memory was wiped.
  public final byte[] ended;

  /// The agent was in limbo, the tick was skipped, or it does not exist: no loss, no advantage, no
  /// entropy.
  public final byte[] removed;

  /// The agent was there, but its output was not finite, so the tick is removed too. Its episode
  /// went on, unlike that of an agent in limbo.
  public final byte[] skipped;

  /// Value of the final observation before a time limit, with the memory as it was; NaN if no time
  /// limit ended the episode, or if the value is unknown.
  public final float[] timeoutValue;

  /// Probability of the action under the new policy divided by that under the acting one.
  public final float[] ratio;

  /// @param count total number of ticks in all rows
  public AdvantageInputs(int count) {
    value = new float[count];
    reward = new float[count];
    terminal = new byte[count];
    truncation = new byte[count];
    ended = new byte[count];
    removed = new byte[count];
    skipped = new byte[count];
    timeoutValue = new float[count];
    ratio = new float[count];
    clear();
  }

  /// Whether the action ended the episode at its time limit: what was cut off is worth the
  /// [#timeoutValue].
  public boolean timedOut(int at) {
    return ended[at] != 0 && terminal[at] == 0;
  }

  /// Copies all ticks of another object to index `at` on.
  public void copy(AdvantageInputs from, int at) {
    int count = from.value.length;
    System.arraycopy(from.value, 0, value, at, count);
    System.arraycopy(from.reward, 0, reward, at, count);
    System.arraycopy(from.terminal, 0, terminal, at, count);
    System.arraycopy(from.truncation, 0, truncation, at, count);
    System.arraycopy(from.ended, 0, ended, at, count);
    System.arraycopy(from.removed, 0, removed, at, count);
    System.arraycopy(from.skipped, 0, skipped, at, count);
    System.arraycopy(from.timeoutValue, 0, timeoutValue, at, count);
    System.arraycopy(from.ratio, 0, ratio, at, count);
  }

  /// Marks every tick as removed.
  public void clear() {
    Arrays.fill(value, 0);
    Arrays.fill(reward, 0);
    Arrays.fill(terminal, (byte) 0);
    Arrays.fill(truncation, (byte) 0);
    Arrays.fill(ended, (byte) 0);
    Arrays.fill(removed, (byte) 1);
    Arrays.fill(skipped, (byte) 0);
    Arrays.fill(timeoutValue, Float.NaN);
    Arrays.fill(ratio, 1);
  }

  /// Whether the agent was in limbo, or the tick does not exist.
  public boolean inLimbo(int at) {
    return removed[at] != 0 && skipped[at] == 0;
  }
}
