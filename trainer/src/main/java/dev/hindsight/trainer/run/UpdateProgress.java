package dev.hindsight.trainer.run;

/// Receives how far an update has got, once per tick that it collects and per step that it learns:
/// on the run's thread, so it must return at once and allocate nothing.
@FunctionalInterface
public interface UpdateProgress {
  /// Ignores everything.
  UpdateProgress SILENT = (_, _, _) -> {};

  /// What an update does.
  enum Phase {
    /// The policy acts, tick by tick.
    COLLECT,
    /// The policy learns, in steps of the optimiser.
    LEARN,
    /// The policy is evaluated; only the beginning is reported.
    EVALUATE
  }

  /// @param done ticks or steps so far; 0 for an evaluation
  /// @param inAll how many there are at most; 0 for an evaluation
  void reached(Phase phase, int done, int inAll);

  /// The learner waits for workers: called a few times a second. It is no progress.
  default void waits() {}

  /// As [#waits], but a worker has no process to run in, so the wait may last for ever.
  ///
  /// @throws java.util.concurrent.CancellationException to give the update up
  default void lacksWorkers() {}
}
