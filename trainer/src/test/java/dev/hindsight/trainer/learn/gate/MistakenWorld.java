package dev.hindsight.trainer.learn.gate;

import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.TrialTotals;
import dev.hindsight.trainer.rollout.FixedArray;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// An environment with a planted mistake in what it shows after a step.
final class MistakenWorld implements Environment {
  private final Environment right;
  private final Mistake mistake;

  /// A mistake.
  @FunctionalInterface
  interface Mistake {
    /// @param before the buffer before the step
    /// @param after the buffer after it, which is changed
    void plant(Shown before, StepBuffer after);
  }

  /// What a buffer showed.
  record Shown(float[] observation, byte[] actionMask) {
    private static Shown of(StepBuffer buffer) {
      return new Shown(buffer.observation.clone(), buffer.actionMask.clone());
    }
  }

  private MistakenWorld(Environment right, Mistake mistake) {
    this.right = right;
    this.mistake = mistake;
  }

  /// Makes worlds with a mistake out of right ones.
  static UnaryOperator<EnvironmentFactory> with(Mistake mistake) {
    return right ->
        new EnvironmentFactory() {
          @Override
          public EnvironmentShape shape() {
            return right.shape();
          }

          @Override
          public SettingValues effective() {
            return right.effective();
          }

          @Override
          public Environment create(long seed) {
            return new MistakenWorld(right.create(seed), mistake);
          }
        };
  }

  @Override
  public void step(Actions actions) {
    Shown before = Shown.of(right.buffer());
    right.step(actions);
    mistake.plant(before, right.buffer());
  }

  @Override
  public EnvironmentShape shape() {
    return right.shape();
  }

  @Override
  public StepBuffer buffer() {
    return right.buffer();
  }

  @Override
  public void reset() {
    right.reset();
  }

  @Override
  public long stateHash() {
    return right.stateHash();
  }

  @Override
  public Snapshot snapshot() {
    return right.snapshot();
  }

  @Override
  public void restore(Snapshot snapshot) {
    right.restore(snapshot);
  }

  @Override
  public void writeState(int column, ByteBuffer row) {
    right.writeState(column, row);
  }

  @Override
  public List<FixedArray> fixedArrays() {
    return right.fixedArrays();
  }

  @Override
  public Map<String, Double> totals() {
    return right.totals();
  }

  @Override
  public List<TrialTotals> trialTotals() {
    return right.trialTotals();
  }
}
