package dev.hindsight.trainer.learn.replay;

import java.util.ArrayList;
import java.util.List;

/// Keeps every episode and fills batches with all starts in order: to compute what learning would
/// from a recording. One owner thread.
public final class OrderedReplay implements EpisodeSink {
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
        starts.add(new Start(e, all.get(e).origin().generation(), step));
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
  public void begin(ReplayEpisode episode) {
    all.add(episode);
  }

  @Override
  public void grow(ReplayEpisode episode) {}

  @Override
  public void end(ReplayEpisode episode) {}
}
