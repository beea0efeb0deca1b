package dev.hindsight.trainer.learn.transformer;

import ai.djl.ndarray.NDArray;
import dev.hindsight.trainer.attention.EntropyTerm;
import dev.hindsight.trainer.learn.net.AttentionSummary;
import java.util.Arrays;

/// Measures the weights of an acting network tick by tick. It tracks slots in limbo itself, so that
/// it can detect what the mask leaves open by mistake. One owner thread; copies the weights of a
/// tick.
final class AttentionSummaryProbe implements Probe, AttentionSummary {
  private final Probe then;
  private final SlotWindow window;
  private final int heads;
  private final int slots;
  private final boolean[] limbo;
  private final boolean[] away;
  private final float[] entropy;
  private final float[] mass;

  /// @param then another probe to call
  /// @param window of the actor
  AttentionSummaryProbe(Probe then, SlotWindow window, TransformerSpec spec, int agents) {
    this.then = then;
    this.window = window;
    this.heads = spec.heads();
    this.slots = spec.horizon();
    this.limbo = new boolean[agents * slots];
    this.away = new boolean[agents];
    this.entropy = new float[agents];
    this.mass = new float[agents];
  }

  /// Called before a forward pass, when its slot is open.
  ///
  /// @param removed `[A]`, 1 in limbo
  void begin(byte[] removed) {
    Arrays.fill(entropy, Float.POSITIVE_INFINITY);
    Arrays.fill(mass, 0);
    for (int agent = 0; agent < away.length; agent++) {
      if (window.position(agent) == 0) {
        Arrays.fill(limbo, agent * slots, (agent + 1) * slots, false);
      }
      // A query may always look at itself.
      limbo[agent * slots + window.slot()] = false;
      away[agent] = removed[agent] != 0;
    }
  }

  /// Called after the forward pass.
  void end() {
    for (int agent = 0; agent < away.length; agent++) {
      limbo[agent * slots + window.slot()] = away[agent];
    }
  }

  @Override
  public void see(ProbedArray probedArray, int layer, NDArray array) {
    then.see(probedArray, layer, array);
    if (probedArray == ProbedArray.ATTENTION) {
      float[] weights = array.toFloatArray();
      int used = weights.length / (away.length * heads);
      for (int row = 0; row < away.length * heads; row++) {
        look(row / heads, weights, row * used, used);
      }
    }
  }

  private void look(int agent, float[] weights, int from, int used) {
    double sum = 0;
    double onLimbo = 0;
    for (int slot = 0; slot < used; slot++) {
      float weight = weights[from + slot];
      sum += EntropyTerm.of(weight);
      onLimbo += limbo[agent * slots + slot] ? weight : 0;
    }
    entropy[agent] = Math.min(entropy[agent], (float) Math.max(0, sum));
    mass[agent] = away[agent] ? 0 : Math.max(mass[agent], (float) onLimbo);
  }

  @Override
  public float entropy(int agent) {
    return entropy[agent];
  }

  @Override
  public float limboMass(int agent) {
    return mass[agent];
  }
}
