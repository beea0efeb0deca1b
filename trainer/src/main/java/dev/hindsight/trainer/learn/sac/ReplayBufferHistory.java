package dev.hindsight.trainer.learn.sac;

import dev.hindsight.trainer.learn.training.ActionLog;
import dev.hindsight.trainer.learn.training.CheckpointTensors;
import dev.hindsight.trainer.policy.Tensor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/// All actions in those generations of the environments from which the buffer still holds steps.
/// With the run's seed they determine everything else, so a checkpoint need not contain the buffer:
/// resuming simulates these steps again. One owner thread.
final class ReplayBufferHistory {
  static final String ACTIONS = "actions";
  static final String GENERATIONS = "generations";

  /// The name of [#GENERATIONS] in older checkpoints.
  private static final String LIVES = "lives";

  private static final int BITS = 20;

  /// A finished generation of the environments.
  ///
  /// @param update before which they were created
  /// @param updates they were used for
  /// @param actions of all agents
  private record Generation(long update, int updates, float[] actions) {}

  private final Deque<Generation> over = new ArrayDeque<>();
  private final ActionLog log;

  /// @param log of the present environments
  ReplayBufferHistory(ActionLog log) {
    this.log = log;
  }

  /// Ends a generation, before the environments are replaced.
  ///
  /// @param update before which they were created
  void end(long update, int updates) {
    over.add(new Generation(update, updates, log.values()));
    log.clear();
  }

  /// Drops all generations before one from which nothing older is in the buffer.
  ///
  /// @param update before which its environments were created
  void forgetBefore(long update) {
    while (!over.isEmpty() && over.getFirst().update() < update) {
      over.removeFirst();
    }
  }

  /// The state to store in a checkpoint.
  ///
  /// @param name prefix of the arrays' names
  /// @param update before which the present environments were created
  /// @param updates they have been used for
  List<Tensor> kept(String name, long update, int updates) {
    int length =
        over.stream().mapToInt(generation -> generation.actions().length).sum() + log.length();
    float[] actions = new float[length];
    float[] table = new float[3 * over.size() + 3];
    int at = 0;
    int row = 0;
    for (Generation generation : over) {
      System.arraycopy(generation.actions(), 0, actions, at, generation.actions().length);
      at += generation.actions().length;
      enter(table, row, generation.update(), generation.updates());
      row += 3;
    }
    log.copy(actions, at);
    enter(table, row, update, updates);
    return List.of(
        new Tensor(name + ACTIONS, new int[] {length}, actions),
        new Tensor(name + GENERATIONS, new int[] {over.size() + 1, 3}, table));
  }

  private static void enter(float[] table, int row, long update, int updates) {
    table[row] = update >> BITS;
    table[row + 1] = update & ((1 << BITS) - 1);
    table[row + 2] = updates;
  }

  /// Simulates everything again that [#kept] stored.
  void restore(String name, Map<String, Tensor> tensors, Rebuilder how) {
    over.clear();
    log.clear();
    ActionLog.Reader reader =
        new ActionLog.Reader(CheckpointTensors.values(tensors, name + ACTIONS));
    boolean older = tensors.containsKey(name + LIVES);
    float[] table = CheckpointTensors.values(tensors, name + (older ? LIVES : GENERATIONS));
    List<StoredGeneration> generations = generations(table);
    for (int i = 0; i < generations.size(); i++) {
      StoredGeneration generation = generations.get(i);
      how.replay(generation.update(), generation.updates(), reader);
      if (i + 1 < generations.size()) {
        how.end();
        end(generation.update(), generation.updates());
      }
    }
  }

  /// A stored generation.
  ///
  /// @param update before which its environments were created
  /// @param updates they were used for
  record StoredGeneration(long update, int updates) {}

  /// The stored generations, in order.
  ///
  /// @param table of [#GENERATIONS]
  static List<StoredGeneration> generations(float[] table) {
    List<StoredGeneration> all = new ArrayList<>();
    for (int i = 0; i + 2 < table.length; i += 3) {
      long update = ((long) table[i] << BITS) + (long) table[i + 1];
      all.add(new StoredGeneration(update, (int) table[i + 2]));
    }
    return all;
  }

  /// Simulates stored generations again.
  interface Rebuilder {
    /// Simulates one generation in new environments.
    ///
    /// @param update before which they were created
    /// @param reader all actions; reads this many updates
    void replay(long update, int updates, ActionLog.Reader reader);

    /// Called before its environments are replaced.
    void end();
  }
}
