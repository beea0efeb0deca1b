package dev.hindsight.trainer.task;

import java.util.Optional;

/// Decides which request to execute next when only the newest answer matters: one request runs at a
/// time, and of those that arrive meanwhile only the last is kept. Runs nothing itself. One owner
/// thread.
///
/// @param <W> a request, an immutable value
public final class NewestRequest<W> {
  private Optional<W> running = Optional.empty();
  private Optional<W> waiting = Optional.empty();

  /// Adds a request and drops one that still waits.
  ///
  /// @return the request to start now; empty while another one is running
  public Optional<W> ask(W request) {
    waiting = Optional.of(request);
    return begin();
  }

  /// The running request.
  public Optional<W> running() {
    return running;
  }

  /// Drops the waiting request.
  public void forget() {
    waiting = Optional.empty();
  }

  /// Marks the running request as finished, successfully or not.
  ///
  /// @return the request to start now
  public Optional<W> done() {
    running = Optional.empty();
    return begin();
  }

  private Optional<W> begin() {
    if (running.isPresent() || waiting.isEmpty()) {
      return Optional.empty();
    }
    running = waiting;
    waiting = Optional.empty();
    return running;
  }
}
