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

  private final ReplayContents.Rule rule;
  private final Deque<ReplayEpisode> ended = new ArrayDeque<>();
  private final List<ReplayEpisode> unfinished = new ArrayList<>();
  private long size;
  private long added;
  private long removed;
  private long batches;

  /// @param rule how many steps are kept, and how they are drawn
  StoredEpisodes(ReplayContents.Rule rule) {
    this.rule = rule;
  }

  /// How many steps are kept, and how they are drawn.
  ReplayContents.Rule rule() {
    return rule;
  }

  /// Counts a batch; the number of the first one is 1.
  ///
  /// @return its number
  long nextBatch() {
    return ++batches;
  }

  /// What has happened to it since the run began.
  ReplayContents.Counts counts() {
    return new ReplayContents.Counts(added, removed, batches);
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
    episode.stored(added);
    unfinished.add(episode);
  }

  /// Counts a complete step.
  ///
  /// @param evicted takes each episode that is removed for it
  void grow(Consumer<ReplayEpisode> evicted) {
    size++;
    added++;
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
    while (size > rule.capacity() && !ended.isEmpty()) {
      ReplayEpisode oldest = ended.removeFirst();
      size -= oldest.length();
      removed++;
      evicted.accept(oldest);
    }
  }

  long oldestGeneration(long now) {
    ReplayEpisode first = ended.peekFirst();
    return first == null ? now : first.origin().generation();
  }

  /// What cannot be simulated again, in the order of [#all], to store in a checkpoint: how often
  /// steps were drawn, and the recurrent states, which other weights computed.
  ///
  /// @param name prefix of the arrays' names
  List<Tensor> kept(String name) {
    List<Tensor> kept = new ArrayList<>(ReplayTensors.write(this, name));
    keepStates(name, kept);
    return kept;
  }

  private void keepStates(String name, List<Tensor> kept) {
    int count = states();
    if (count == 0) {
      return;
    }
    float[] states = new float[count];
    int at = 0;
    for (ReplayEpisode episode : all()) {
      episode.states(states, at);
      at += episode.states();
    }
    kept.add(new Tensor(name + STATES, new int[] {count}, states));
  }

  /// Restores what [#kept] stored.
  ///
  /// @throws Problem if the states are not those of these episodes
  void restore(String name, Map<String, Tensor> tensors) {
    ReplayTensors.read(name, tensors).filter(this::fits).ifPresent(this::restore);
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

  /// Whether these episodes are those of a checkpoint. They are not where a map or an environment
  /// has changed since; then counting begins anew.
  private boolean fits(ReplayContents contents) {
    List<ReplayEpisode> all = all();
    boolean fits = contents.episodes().size() == all.size();
    for (int i = 0; fits && i < all.size(); i++) {
      StoredEpisode stored = contents.episodes().get(i);
      fits =
          stored.origin().equals(all.get(i).origin())
              && stored.length() == all.get(i).length()
              && stored.starts() == all.get(i).starts(rule.steps());
    }
    return fits;
  }

  private void restore(ReplayContents contents) {
    added = contents.counts().added();
    removed = contents.counts().removed();
    batches = contents.counts().batches();
    List<ReplayEpisode> all = all();
    for (int i = 0; i < all.size(); i++) {
      StoredEpisode stored = contents.episodes().get(i);
      all.get(i).stored(stored.stored());
      for (int start = 0; start < stored.starts(); start++) {
        if (stored.draws(start) > 0) {
          all.get(i).restoreDraws(start, stored.draws(start), stored.since(start), batches);
        }
      }
    }
  }

  private int states() {
    return all().stream().mapToInt(ReplayEpisode::states).reduce(0, Math::addExact);
  }
}
