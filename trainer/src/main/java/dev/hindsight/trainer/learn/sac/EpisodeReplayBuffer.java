package dev.hindsight.trainer.learn.sac;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;

/// What is remembered: whole episodes, and those under way. Every step from which n whole ones can
/// be taken is as likely as any other. One owner thread.
///
/// Where it is full the episode that ended first goes, whole; what is under way stays, so that
/// there may be more than its capacity for as long as nothing ends.
final class EpisodeReplayBuffer {
  private final int capacity;
  private final int steps;
  private final Deque<ReplayEpisode> ended = new ArrayDeque<>();
  private final List<ReplayEpisode> underWay = new ArrayList<>();
  private final List<ReplayEpisode> indexed = new ArrayList<>();

  /// How many starts there are up to the end of each indexed episode.
  private int[] starts = new int[0];

  private long size;
  private boolean stale = true;

  /// @param capacity steps, at least 1
  /// @param steps n, taken together
  EpisodeReplayBuffer(int capacity, int steps) {
    this.capacity = capacity;
    this.steps = steps;
  }

  /// Whole steps it holds.
  long size() {
    return size;
  }

  /// Episodes it holds, those under way included.
  int episodes() {
    return ended.size() + underWay.size();
  }

  /// An episode begins.
  void begin(ReplayEpisode replayEpisode) {
    underWay.add(replayEpisode);
    stale = true;
  }

  /// A step of an episode under way became whole.
  void grow() {
    size++;
    stale = true;
    evict();
  }

  /// An episode has ended.
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

  /// Of the oldest episode there is; what was lived through before is gone.
  ///
  /// @param now of the environments there are
  long oldestGeneration(long now) {
    ReplayEpisode first = ended.peekFirst();
    return first == null ? now : first.generation;
  }

  /// Steps that n whole ones can be taken from.
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

  /// Fills a batch; there must be [#starts].
  void sample(SplittableRandom random, ReplayBatch into) {
    int count = starts();
    for (int row = 0; row < into.rows; row++) {
      copy(random.nextInt(count), into, row);
      into.weigh(row, 1);
    }
  }

  /// @param start number of a step among all that n can be taken from
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
