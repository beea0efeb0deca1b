package dev.hindsight.trainer.policy;

import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.NeutralAction;
import java.util.Arrays;
import java.util.Optional;

/// Keeps what is no number from the simulator: where the environment has a neutral action, that is
/// taken instead, and it is noted for whom and what there was. Hot: one owner thread; allocates
/// nothing.
///
/// It looks at what is chosen, by whomever: a policy, a file of actions. What a policy put out
/// stays as it was, for the recording and the audits.
public final class ActionGuard {
  private final Optional<NeutralAction> neutral;
  private final byte[] refused;
  private final float[] raw;
  private final long[] counts;

  ActionGuard(EnvironmentShape shape) {
    neutral = shape.neutral();
    refused = new byte[shape.agents()];
    raw = new float[shape.agents()];
    counts = new long[shape.agents()];
  }

  /// `[A]` 1 where the last choice was refused.
  public byte[] refused() {
    return refused;
  }

  /// `[A]` the number that was refused; 0 where none was.
  public float[] raw() {
    return raw;
  }

  /// How often an agent's choice was refused.
  public long count(int agent) {
    return counts[agent];
  }

  /// How often anybody's was.
  public long count() {
    long all = 0;
    for (long count : counts) {
      all += count;
    }
    return all;
  }

  /// Before the choices of a tick.
  void begin() {
    Arrays.fill(refused, (byte) 0);
    Arrays.fill(raw, 0);
  }

  /// Refuses a choice.
  ///
  /// @return whether there is something neutral to do instead
  boolean refuse(int agent, float number, Actions target) {
    if (neutral.isEmpty()) {
      return false;
    }
    neutral.get().write(target, agent);
    refused[agent] = 1;
    raw[agent] = number;
    counts[agent]++;
    return true;
  }

  /// Somebody has chosen for an agent after all.
  public void overrule(int agent) {
    counts[agent] -= refused[agent];
    refused[agent] = 0;
    raw[agent] = 0;
  }

  /// Index of a logit that no action can be chosen by: one that is not a number or plus infinity,
  /// or the first where all are minus infinity; -1 where there is none.
  static int unfit(float[] logits, int from, int count) {
    boolean possible = false;
    for (int i = from; i < from + count; i++) {
      if (Float.isNaN(logits[i]) || logits[i] == Float.POSITIVE_INFINITY) {
        return i;
      }
      possible |= logits[i] != Float.NEGATIVE_INFINITY;
    }
    return possible ? -1 : from;
  }
}
