package dev.hindsight.trainer.task;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Takes the results of numbered parts in their order, whatever the order in which threads finish
/// them: each as soon as all earlier ones are there. For any threads.
///
/// @param <T> the result of a part
public final class OrderedParts<T> {
  private final Consumer<T> taking;
  private final Map<Integer, T> early = new HashMap<>();
  private int next;

  /// @param taking takes the results, one at a time, on the thread that finished a part
  public OrderedParts(Consumer<T> taking) {
    this.taking = taking;
  }

  /// Adds the result of a part.
  ///
  /// @param number from 0, each once
  public synchronized void add(int number, T result) {
    early.put(number, result);
    for (T part = early.remove(next); part != null; part = early.remove(next)) {
      next++;
      taking.accept(part);
    }
  }

  /// What was not taken because an earlier part is missing; afterwards there is nothing.
  public synchronized List<T> rest() {
    List<T> rest = List.copyOf(early.values());
    early.clear();
    return rest;
  }
}
