package dev.hindsight.trainer.learn.replay;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.training.CheckpointTensors;
import dev.hindsight.trainer.policy.Tensor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// The episodes of a replay buffer, in the order in which they ended, and those that have not. One
/// owner thread.
final class StoredEpisodes {
  private static final String STATES = "states";

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

  /// The recurrent states of all episodes, in the order of [#all], to store in a checkpoint: other
  /// weights computed them, so they cannot be simulated again.
  ///
  /// @param name prefix of the array's name
  /// @return empty if no states are kept
  List<Tensor> kept(String name) {
    int count = states();
    if (count == 0) {
      return List.of();
    }
    float[] states = new float[count];
    int at = 0;
    for (ReplayEpisode episode : all()) {
      episode.states(states, at);
      at += episode.states();
    }
    return List.of(new Tensor(name + STATES, new int[] {count}, states));
  }

  /// Restores what [#kept] stored.
  ///
  /// @throws Problem if the states are not those of these episodes
  void restore(String name, Map<String, Tensor> tensors) {
    int count = states();
    if (count == 0) {
      return;
    }
    float[] states = CheckpointTensors.values(tensors, name + STATES);
    if (states.length != count) {
      throw new Problem(
          wording("StoredEpisodes.recurrent_states", states.length, count),
          name + STATES,
          wording("StoredEpisodes.resume_from_one_that_training_wrote"));
    }
    int at = 0;
    for (ReplayEpisode episode : all()) {
      episode.restoreStates(states, at);
      at += episode.states();
    }
  }

  private int states() {
    return all().stream().mapToInt(ReplayEpisode::states).reduce(0, Math::addExact);
  }
}
