package dev.hindsight.trainer.learn.replay;

import dev.hindsight.trainer.policy.Tensor;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// A replay buffer that always draws the same starts with the same weights, and notes the errors it
/// is told.
public final class FixedDraw implements ReplayBuffer {
  private final UniformReplayBuffer inner;
  private final int[] starts;
  private final float[] weights;
  private float[] errors = new float[0];

  /// @param steps n
  /// @param starts `[N]`, as [UniformReplayBuffer#copy] numbers them
  /// @param weights `[N]`
  public FixedDraw(int steps, int[] starts, float[] weights) {
    this.inner = new UniformReplayBuffer(1_000_000, steps);
    this.starts = starts.clone();
    this.weights = weights.clone();
  }

  /// `[N]` the last errors.
  public float[] errors() {
    return errors.clone();
  }

  @Override
  public long size() {
    return inner.size();
  }

  @Override
  public long added() {
    return inner.added();
  }

  @Override
  public int episodes() {
    return inner.episodes();
  }

  @Override
  public int starts() {
    return inner.starts();
  }

  @Override
  public long bytes() {
    return inner.bytes();
  }

  @Override
  public void begin(ReplayEpisode episode) {
    inner.begin(episode);
  }

  @Override
  public void grow(ReplayEpisode episode) {
    inner.grow(episode);
  }

  @Override
  public void end(ReplayEpisode episode) {
    inner.end(episode);
  }

  @Override
  public long oldestGeneration(long now) {
    return inner.oldestGeneration(now);
  }

  @Override
  public void sample(SplittableRandom random, ReplayBatch into) {
    if (inner.starts() == 0) {
      throw new IllegalStateException("nothing is stored");
    }
    for (int row = 0; row < into.rows; row++) {
      inner.copy(starts[row], into, row);
      into.weigh(row, weights[row]);
    }
  }

  @Override
  public void learned(ReplayBatch batch, float[] told) {
    errors = told.clone();
  }

  @Override
  public Map<String, Double> figures() {
    return Map.of();
  }

  @Override
  public List<Tensor> kept(String name) {
    return List.of();
  }

  @Override
  public void restore(String name, Map<String, Tensor> tensors) {}
}
