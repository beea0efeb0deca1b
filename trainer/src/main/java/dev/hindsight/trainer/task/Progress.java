package dev.hindsight.trainer.task;

/// Where a job says how far it is. Cheap enough to call every tick; called on the job's thread.
@FunctionalInterface
public interface Progress {
  /// A listener that does nothing.
  Progress SILENT = (done, total, what) -> {};

  /// @param done units finished, `0..total`
  /// @param total units in all, or 0 when that is not known
  /// @param what the unit in words, plural: "ticks", "frames"
  void report(long done, long total, String what);
}
