package dev.hindsight.trainer.task;

/// Work that takes a while: it reports its progress, stops on request, and publishes its result
/// only when it is complete.
///
/// A job that writes a file writes to a temporary one beside it and renames it at the end.
///
/// @param <T> the result
@FunctionalInterface
public interface Job<T> {
  /// Runs the work on the calling thread.
  ///
  /// @throws Exception a [dev.hindsight.trainer.Problem] if the user can do something about it, a
  ///   [java.util.concurrent.CancellationException] if it was stopped
  T run(Progress progress, Cancellation cancellation) throws Exception;
}
