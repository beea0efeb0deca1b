package dev.hindsight.trainer.learn.sac;

import dev.hindsight.trainer.learn.training.ActionLog;
import dev.hindsight.trainer.learn.training.CheckpointTensors;
import dev.hindsight.trainer.policy.Tensor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/// What everybody did in those lives of the environments that something is remembered of. With the
/// run's seed that is all there is to know of them: so that going on needs no copy of what is
/// remembered, which is lived through once more instead. One owner thread.
final class ReplayBufferHistory {
  private static final String ACTIONS = "actions";
  private static final String LIVES = "lives";
  private static final int BITS = 20;

  /// A life of the environments that is over.
  ///
  /// @param update before which they were made
  /// @param updates they lived for
  /// @param actions what everybody did
  private record Generation(long update, int updates, float[] actions) {}

  private final Deque<Generation> over = new ArrayDeque<>();
  private final ActionLog log;

  /// @param log of the environments there are
  ReplayBufferHistory(ActionLog log) {
    this.log = log;
  }

  /// The environments are about to be made anew.
  ///
  /// @param update before which they were made
  void end(long update, int updates) {
    over.add(new Generation(update, updates, log.values()));
    log.clear();
  }

  /// Nothing is remembered any more of what was before a life.
  ///
  /// @param update before which its environments were made
  void forgetBefore(long update) {
    while (!over.isEmpty() && over.getFirst().update() < update) {
      over.removeFirst();
    }
  }

  /// What going on needs.
  ///
  /// @param name what the names of the arrays begin with
  /// @param update before which the environments were made that there are
  /// @param updates they have lived for
  List<Tensor> kept(String name, long update, int updates) {
    List<Generation> all = new ArrayList<>(over);
    all.add(new Generation(update, updates, log.values()));
    int length = all.stream().mapToInt(generation -> generation.actions().length).sum();
    float[] actions = new float[length];
    float[] table = new float[3 * all.size()];
    int at = 0;
    for (int i = 0; i < all.size(); i++) {
      Generation generation = all.get(i);
      System.arraycopy(generation.actions(), 0, actions, at, generation.actions().length);
      at += generation.actions().length;
      table[3 * i] = generation.update() >> BITS;
      table[3 * i + 1] = generation.update() & ((1 << BITS) - 1);
      table[3 * i + 2] = generation.updates();
    }
    return List.of(
        new Tensor(name + ACTIONS, new int[] {length}, actions),
        new Tensor(name + LIVES, new int[] {all.size(), 3}, table));
  }

  /// Lives through everything that was [#kept] again.
  void restore(String name, Map<String, Tensor> tensors, Rebuilder how) {
    over.clear();
    log.clear();
    ActionLog.Reader reader =
        new ActionLog.Reader(CheckpointTensors.values(tensors, name + ACTIONS));
    float[] table = CheckpointTensors.values(tensors, name + LIVES);
    for (int i = 0; i < table.length; i += 3) {
      long update = ((long) table[i] << BITS) + (long) table[i + 1];
      how.replay(update, (int) table[i + 2], reader);
      if (i + 3 < table.length) {
        how.end();
        end(update, (int) table[i + 2]);
      }
    }
  }

  /// Who lives through it again.
  interface Rebuilder {
    /// A life, from new environments on.
    ///
    /// @param update before which they were made
    /// @param reader what everybody did, of which so many updates are read
    void replay(long update, int updates, ActionLog.Reader reader);

    /// Its environments are about to be made anew.
    void end();
  }
}
