package dev.hindsight.app.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Steps that were done and can be undone, and steps that were undone and can be done again.
///
/// @param done oldest first
/// @param undone the one undone last is the last
/// @param <S> a step
public record History<S>(List<S> done, List<S> undone) {
  /// How many steps are kept.
  public static final int MOST = 100;

  /// Copies the lists.
  public History {
    done = List.copyOf(done);
    undone = List.copyOf(undone);
  }

  /// Nothing done yet.
  public static <S> History<S> empty() {
    return new History<>(List.of(), List.of());
  }

  /// After a new step: what was undone before it cannot be done again.
  public History<S> after(S step) {
    List<S> more = plus(done, step);
    return new History<>(more.subList(Math.max(0, more.size() - MOST), more.size()), List.of());
  }

  /// The step to undo next.
  public Optional<S> last() {
    return done.isEmpty() ? Optional.empty() : Optional.of(done.getLast());
  }

  /// The step to do again next.
  public Optional<S> next() {
    return undone.isEmpty() ? Optional.empty() : Optional.of(undone.getLast());
  }

  /// After the last step was undone; the same if there is none.
  public History<S> back() {
    return done.isEmpty() ? this : new History<>(minusLast(done), plus(undone, done.getLast()));
  }

  /// After the next step was done again; the same if there is none.
  public History<S> forth() {
    return undone.isEmpty() ? this : new History<>(plus(done, undone.getLast()), minusLast(undone));
  }

  private static <S> List<S> plus(List<S> list, S step) {
    List<S> more = new ArrayList<>(list);
    more.add(step);
    return more;
  }

  private static <S> List<S> minusLast(List<S> list) {
    return list.subList(0, list.size() - 1);
  }
}
