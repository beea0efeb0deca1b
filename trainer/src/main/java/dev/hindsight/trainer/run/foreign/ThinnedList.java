package dev.hindsight.trainer.run.foreign;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// What was logged under one tag, step by step, in bounded memory: when there is too much, every
/// second entry is dropped, but never the newest. One owner thread.
///
/// @param <T> an entry
final class ThinnedList<T> {
  private final int most;
  private List<T> entries = new ArrayList<>();

  /// @param most entries that are kept
  ThinnedList(int most) {
    this.most = most;
  }

  void add(T entry) {
    entries.add(entry);
    if (entries.size() > most) {
      halve();
    }
  }

  /// Drops every second entry.
  void halve() {
    List<T> kept = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      if (i % 2 == 0 || i == entries.size() - 1) {
        kept.add(entries.get(i));
      }
    }
    entries = kept;
  }

  /// Drops entries.
  void remove(Predicate<T> which) {
    entries.removeIf(which);
  }

  int size() {
    return entries.size();
  }

  /// The entries in the order in which they were logged.
  List<T> entries() {
    return List.copyOf(entries);
  }
}
