package dev.hindsight.app.model;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/// A value that only commands move, and that tells whoever watches it.
///
/// One owner thread, in the window the FX thread. A command sent by a watcher while it is being
/// told is applied after everybody has heard of the present state, so nobody sees states out of
/// order.
///
/// @param <S> an immutable state with `equals`
/// @param <C> what moves it
public final class Store<S, C> {
  private final BiFunction<S, C, S> rule;
  private final List<Consumer<S>> watchers = new CopyOnWriteArrayList<>();
  private final Queue<C> waiting = new ArrayDeque<>();
  private S state;
  private boolean telling;

  /// @param initial where it starts
  /// @param rule the state after a command; pure
  public Store(S initial, BiFunction<S, C, S> rule) {
    this.state = initial;
    this.rule = rule;
  }

  /// The present state.
  public S state() {
    return state;
  }

  /// Moves the state; watchers are told if it is another one afterwards.
  public void send(C command) {
    waiting.add(command);
    if (telling) {
      return;
    }
    telling = true;
    try {
      while (!waiting.isEmpty()) {
        apply(waiting.remove());
      }
    } finally {
      telling = false;
      waiting.clear();
    }
  }

  private void apply(C command) {
    S next = rule.apply(state, command);
    if (!next.equals(state)) {
      state = next;
      watchers.forEach(watcher -> watcher.accept(next));
    }
  }

  /// Tells a watcher of the present state at once, and of every later one.
  ///
  /// @return ends the watch
  public Runnable watch(Consumer<S> watcher) {
    watchers.add(watcher);
    watcher.accept(state);
    return () -> watchers.remove(watcher);
  }
}
