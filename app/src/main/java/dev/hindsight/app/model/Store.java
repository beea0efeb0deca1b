package dev.hindsight.app.model;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A value that only commands change, with watchers.
///
/// One owner thread, in the window the FX thread. A command that a watcher sends during a
/// notification is applied after all watchers have received the current state, so that every
/// watcher sees states in order. A watcher that throws takes nothing from the others: all of them
/// receive the state and all commands are applied before the first exception goes on.
///
/// @param <S> an immutable state with `equals`
/// @param <C> a command
public final class Store<S, C> {
  private final BiFunction<S, C, S> rule;
  private final List<Consumer<S>> watchers = new CopyOnWriteArrayList<>();
  private final Queue<C> waiting = new ArrayDeque<>();
  private S state;
  private boolean telling;

  /// @param initial the first state
  /// @param rule the state after a command; pure
  public Store(S initial, BiFunction<S, C, S> rule) {
    this.state = initial;
    this.rule = rule;
  }

  /// The present state.
  public S state() {
    return state;
  }

  /// Applies a command; notifies the watchers if the state has changed.
  public void send(C command) {
    waiting.add(command);
    if (telling) {
      return;
    }
    telling = true;
    Failures failures = new Failures();
    try {
      while (!waiting.isEmpty()) {
        apply(waiting.remove(), failures);
      }
    } finally {
      telling = false;
      waiting.clear();
    }
    failures.rethrow();
  }

  private void apply(C command, Failures failures) {
    S next = rule.apply(state, command);
    if (!next.equals(state)) {
      state = next;
      watchers.forEach(watcher -> failures.collect(() -> watcher.accept(next)));
    }
  }

  /// Passes the current state to a watcher at once, and every later one.
  ///
  /// @return unsubscribes when run
  public Runnable watch(Consumer<S> watcher) {
    watchers.add(watcher);
    watcher.accept(state);
    return () -> watchers.remove(watcher);
  }

  /// What watchers have thrown during a notification.
  private static final class Failures {
    /// As often as watchers may fail before a notification ends: two that answer each other's
    /// commands with exceptions would go on for ever.
    private static final int MOST = 100;

    private @Nullable RuntimeException first;
    private int count;

    void collect(Runnable notification) {
      try {
        notification.run();
      } catch (RuntimeException failure) {
        if (first == null) {
          first = failure;
        } else if (!failure.equals(first) && count < MOST) {
          first.addSuppressed(failure);
        }
        if (++count > MOST) {
          rethrow();
        }
      }
    }

    void rethrow() {
      if (first != null) {
        throw first;
      }
    }
  }
}
