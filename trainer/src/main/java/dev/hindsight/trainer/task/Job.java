package dev.hindsight.trainer.task;

/// Work that takes a while: says how far it is, stops when asked, and publishes its result only
/// when it is whole.
///
/// A job that writes a file writes to a temporary one beside it and renames at the end.
///
/// @param <T> the result
@FunctionalInterface
public interface Job<T> {
  /// Runs the work on the calling thread.
  ///
  /// @throws Exception a [dev.hindsight.trainer.Problem] when the user can do something about it, a
  ///   [java.util.concurrent.CancellationException] when stopped
  T run(Progress progress, Cancellation cancellation) throws Exception;
}
