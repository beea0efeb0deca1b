package dev.hindsight.trainer.task;

import java.util.Optional;

/// Who only ever wants the newest answer works on one request at a time; of the requests that come
/// meanwhile only the last is kept. This decides which one is next, and runs nothing itself. One
/// owner thread.
///
/// @param <W> a request, an immutable value
public final class NewestRequest<W> {
  private Optional<W> running = Optional.empty();
  private Optional<W> waiting = Optional.empty();

  /// Asks for something; a request that waited is forgotten.
  ///
  /// @return what to begin with now; empty while another request is worked on
  public Optional<W> ask(W request) {
    waiting = Optional.of(request);
    return begin();
  }

  /// What is worked on now.
  public Optional<W> running() {
    return running;
  }

  /// Forgets the request that waits.
  public void forget() {
    waiting = Optional.empty();
  }

  /// The work that was begun is over, whatever came of it.
  ///
  /// @return what to begin with now
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
