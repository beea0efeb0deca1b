package dev.hindsight.trainer.learn.sac;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;

/// A replay buffer of whole and unfinished episodes. Every step that starts n complete steps is
/// drawn with the same probability. One owner thread.
///
/// When the buffer is full it removes the episode that ended first, as a whole. Unfinished episodes
/// stay, so the buffer may exceed its capacity until one ends.
final class EpisodeReplayBuffer {
  private final int capacity;
  private final int steps;
  private final Deque<ReplayEpisode> ended = new ArrayDeque<>();
  private final List<ReplayEpisode> underWay = new ArrayList<>();
  private final List<ReplayEpisode> indexed = new ArrayList<>();

  /// Number of possible starts up to the end of each indexed episode.
  private int[] starts = new int[0];

  private long size;
  private boolean stale = true;

  /// @param capacity in steps, at least 1
  /// @param steps n, drawn together
  EpisodeReplayBuffer(int capacity, int steps) {
    this.capacity = capacity;
    this.steps = steps;
  }

  /// Number of complete steps.
  long size() {
    return size;
  }

  /// Number of episodes, unfinished ones included.
  int episodes() {
    return ended.size() + underWay.size();
  }

  /// Adds a new episode.
  void begin(ReplayEpisode replayEpisode) {
    underWay.add(replayEpisode);
    stale = true;
  }

  /// Counts a step of an unfinished episode that has become complete.
  void grow() {
    size++;
    stale = true;
    evict();
  }

  /// Marks an episode as ended.
  void end(ReplayEpisode replayEpisode) {
    underWay.removeIf(other -> other == replayEpisode);
    if (replayEpisode.length() > 0) {
      ended.add(replayEpisode);
    }
    stale = true;
    evict();
  }

  private void evict() {
    while (size > capacity && !ended.isEmpty()) {
      size -= ended.removeFirst().length();
      stale = true;
    }
  }

  /// The generation of the oldest episode; everything earlier has been removed.
  ///
  /// @param now generation of the present environments
  long oldestGeneration(long now) {
    ReplayEpisode first = ended.peekFirst();
    return first == null ? now : first.generation;
  }

  /// Number of steps that start n complete ones.
  int starts() {
    index();
    return starts.length == 0 ? 0 : starts[starts.length - 1];
  }

  private void index() {
    if (!stale) {
      return;
    }
    indexed.clear();
    indexed.addAll(ended);
    indexed.addAll(underWay);
    starts = new int[indexed.size()];
    int sum = 0;
    for (int i = 0; i < starts.length; i++) {
      sum += Math.max(0, indexed.get(i).length() - steps + 1);
      starts[i] = sum;
    }
    stale = false;
  }

  /// Fills a batch at random; [#starts] must not be 0.
  void sample(SplittableRandom random, ReplayBatch into) {
    int count = starts();
    for (int row = 0; row < into.rows; row++) {
      copy(random.nextInt(count), into, row);
      into.weigh(row, 1);
    }
  }

  /// @param start index among all possible starts
  void copy(int start, ReplayBatch into, int row) {
    int low = 0;
    int high = starts.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (starts[middle] > start) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    int before = low == 0 ? 0 : starts[low - 1];
    indexed.get(low).copy(start - before, steps, into, row);
  }
}
