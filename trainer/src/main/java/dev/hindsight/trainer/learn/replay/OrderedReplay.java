package dev.hindsight.trainer.learn.replay;

import dev.hindsight.trainer.policy.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Keeps every episode and fills batches with all starts in order: to compute what learning would
/// from a recording. One owner thread.
public final class OrderedReplay implements ReplayBuffer {
  private final int horizon;
  private final List<ReplayEpisode> all = new ArrayList<>();

  /// A step that begins n complete ones.
  ///
  /// @param episode index of its episode
  /// @param generation of that episode
  /// @param step index in that episode
  public record Start(int episode, long generation, int step) {}

  /// @param horizon n, steps whose rewards are summed
  public OrderedReplay(int horizon) {
    this.horizon = horizon;
  }

  /// All starts, episode by episode.
  public List<Start> inOrder() {
    List<Start> starts = new ArrayList<>();
    for (int e = 0; e < all.size(); e++) {
      for (int step = 0; step < all.get(e).starts(horizon); step++) {
        starts.add(new Start(e, all.get(e).generation, step));
      }
    }
    return starts;
  }

  /// Fills a row of a batch with a start.
  public void copy(Start start, ReplayBatch into, int row) {
    all.get(start.episode()).copy(start.step(), horizon, into, row);
    into.weigh(row, 1);
  }

  @Override
  public long size() {
    return all.stream().mapToLong(ReplayEpisode::length).sum();
  }

  @Override
  public int episodes() {
    return all.size();
  }

  @Override
  public int starts() {
    return all.stream().mapToInt(episode -> episode.starts(horizon)).sum();
  }

  @Override
  public long bytes() {
    return all.stream().mapToLong(ReplayEpisode::bytes).sum();
  }

  @Override
  public void begin(ReplayEpisode episode) {
    all.add(episode);
  }

  @Override
  public void grow(ReplayEpisode episode) {}

  @Override
  public void end(ReplayEpisode episode) {}

  @Override
  public long oldestGeneration(long now) {
    return all.isEmpty() ? now : all.getFirst().generation;
  }

  @Override
  public void sample(SplittableRandom random, ReplayBatch into) {
    List<Start> starts = inOrder();
    for (int row = 0; row < into.rows; row++) {
      copy(starts.get(random.nextInt(starts.size())), into, row);
    }
  }

  @Override
  public void learned(ReplayBatch batch, float[] errors) {}

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
