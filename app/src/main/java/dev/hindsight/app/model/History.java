package dev.hindsight.app.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Steps that can be undone, and undone steps that can be redone.
///
/// @param done oldest first
/// @param undone the step undone last comes last
/// @param <S> a step
public record History<S>(List<S> done, List<S> undone) {
  /// The most steps that are kept.
  public static final int MOST_UNDO_STEPS = 100;

  /// Copies the lists.
  public History {
    done = List.copyOf(done);
    undone = List.copyOf(undone);
  }

  /// A history without steps.
  public static <S> History<S> empty() {
    return new History<>(List.of(), List.of());
  }

  /// The history after a new step, which drops the undone ones.
  public History<S> after(S step) {
    List<S> more = plus(done, step);
    return new History<>(
        more.subList(Math.max(0, more.size() - MOST_UNDO_STEPS), more.size()), List.of());
  }

  /// The step to undo next.
  public Optional<S> last() {
    return done.isEmpty() ? Optional.empty() : Optional.of(done.getLast());
  }

  /// The step to redo next.
  public Optional<S> next() {
    return undone.isEmpty() ? Optional.empty() : Optional.of(undone.getLast());
  }

  /// The history after undoing the last step; unchanged if there is none.
  public History<S> back() {
    return done.isEmpty() ? this : new History<>(minusLast(done), plus(undone, done.getLast()));
  }

  /// The history after redoing the next step; unchanged if there is none.
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
