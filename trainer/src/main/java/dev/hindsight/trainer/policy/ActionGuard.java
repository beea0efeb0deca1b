package dev.hindsight.trainer.policy;

import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.NeutralAction;
import java.util.Arrays;
import java.util.Optional;

/// Keeps invalid numbers from the simulator: if the environment has a neutral action, that is taken
/// instead, and the guard notes the agent and the number. Hot: one owner thread; allocates nothing.
///
/// It checks chosen actions, whether a policy or a file of actions chose them. The policy's outputs
/// stay unchanged for the recording and the audits.
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

  /// `[A]` 1 if the last choice was refused.
  public byte[] refused() {
    return refused;
  }

  /// `[A]` the refused number; 0 if none was refused.
  public float[] raw() {
    return raw;
  }

  /// Number of refused choices of an agent.
  public long count(int agent) {
    return counts[agent];
  }

  /// Number of refused choices of all agents.
  public long count() {
    long all = 0;
    for (long count : counts) {
      all += count;
    }
    return all;
  }

  /// Called before the choices of a tick.
  void begin() {
    Arrays.fill(refused, (byte) 0);
    Arrays.fill(raw, 0);
  }

  /// Refuses a choice.
  ///
  /// @return whether there is a neutral action to take instead
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

  /// Clears the refusal of an agent whose action was then set manually.
  public void overrule(int agent) {
    counts[agent] -= refused[agent];
    refused[agent] = 0;
    raw[agent] = 0;
  }

  /// Index of a logit that makes the choice impossible: NaN or plus infinity, or the first one if
  /// all are minus infinity; -1 if there is none.
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
