package dev.hindsight.trainer.learn.replay;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/// The episodes of a replay buffer, in the order in which they ended, and those that have not. One
/// owner thread.
final class StoredEpisodes {
  private final int capacity;
  private final Deque<ReplayEpisode> ended = new ArrayDeque<>();
  private final List<ReplayEpisode> unfinished = new ArrayList<>();
  private long size;

  /// @param capacity in steps, at least 1
  StoredEpisodes(int capacity) {
    this.capacity = capacity;
  }

  /// Number of complete steps.
  long size() {
    return size;
  }

  int count() {
    return ended.size() + unfinished.size();
  }

  /// All of them: first the ended ones, oldest first, then the others.
  List<ReplayEpisode> all() {
    List<ReplayEpisode> all = new ArrayList<>(ended);
    all.addAll(unfinished);
    return all;
  }

  long bytes() {
    long bytes = 0;
    for (ReplayEpisode episode : ended) {
      bytes += episode.bytes();
    }
    for (ReplayEpisode episode : unfinished) {
      bytes += episode.bytes();
    }
    return bytes;
  }

  void begin(ReplayEpisode episode) {
    unfinished.add(episode);
  }

  /// Counts a complete step.
  ///
  /// @param evicted takes each episode that is removed for it
  void grow(Consumer<ReplayEpisode> evicted) {
    size++;
    evict(evicted);
  }

  void end(ReplayEpisode episode, Consumer<ReplayEpisode> evicted) {
    unfinished.removeIf(other -> other == episode);
    if (episode.length() > 0) {
      ended.add(episode);
    }
    evict(evicted);
  }

  private void evict(Consumer<ReplayEpisode> evicted) {
    while (size > capacity && !ended.isEmpty()) {
      ReplayEpisode oldest = ended.removeFirst();
      size -= oldest.length();
      evicted.accept(oldest);
    }
  }

  long oldestGeneration(long now) {
    ReplayEpisode first = ended.peekFirst();
    return first == null ? now : first.generation;
  }
}
