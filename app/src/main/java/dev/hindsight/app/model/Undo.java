package dev.hindsight.app.model;

import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;

/// Undo over several stores: each provides the part of its state that can be undone, and the user's
/// last change is undone first, whichever store it was in. One owner thread.
public final class Undo {
  private final Store<History<Step>, History<Step>> history =
      new Store<>(History.empty(), (_, next) -> next);
  private boolean restoring;

  /// One change that can be undone.
  private record Step(String what, Runnable restore, Runnable repeat) {}

  /// Records every later change of a part of a store's state.
  ///
  /// @param what a description of a change, for the menu, from the part before and after it:
  ///   "Select agent 3"
  /// @param part reads it
  /// @param same whether a change is too small for a step of its own
  /// @param command makes the command that restores an earlier part, whatever else has changed
  ///   since
  public <S, C, P> void track(
      BiFunction<P, P, String> what,
      Store<S, C> store,
      Function<S, P> part,
      BiPredicate<P, P> same,
      BiFunction<P, P, C> command) {
    Last<P> last = new Last<>(part.apply(store.state()));
    store.watch(state -> {
      P now = part.apply(state);
      P before = last.value;
      last.value = now;
      if (!restoring && !same.test(before, now)) {
        history.send(
            history
                .state()
                .after(
                    new Step(
                        what.apply(before, now),
                        () -> store.send(command.apply(now, before)),
                        () -> store.send(command.apply(before, now)))));
      }
    });
  }

  /// Undoes the last change.
  public void undo() {
    history.state().last().ifPresent(step -> restore(step.restore));
    history.send(history.state().back());
  }

  /// Redoes the change undone last.
  public void redo() {
    history.state().next().ifPresent(step -> restore(step.repeat));
    history.send(history.state().forth());
  }

  /// Drops all steps: the current state is the user's starting point.
  public void forget() {
    history.send(History.empty());
  }

  /// A description of what [#undo] would restore.
  public Optional<String> undoes() {
    return history.state().last().map(Step::what);
  }

  /// A description of what [#redo] would change.
  public Optional<String> redoes() {
    return history.state().next().map(Step::what);
  }

  private void restore(Runnable work) {
    restoring = true;
    try {
      work.run();
    } finally {
      restoring = false;
    }
  }

  private static final class Last<P> {
    private P value;

    Last(P value) {
      this.value = value;
    }
  }
}
