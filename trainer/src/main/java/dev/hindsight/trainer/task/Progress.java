package dev.hindsight.trainer.task;

/// Receives reports of a job's progress. Cheap enough to call every tick; called on the job's
/// thread.
@FunctionalInterface
public interface Progress {
  /// A listener that does nothing.
  Progress SILENT = (done, total, what) -> {};

  /// @param done units finished, `0..total`
  /// @param total number of units, or 0 if unknown
  /// @param what the unit in words, plural: "ticks", "frames"
  void report(long done, long total, String what);
}
