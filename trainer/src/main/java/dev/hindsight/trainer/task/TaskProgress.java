package dev.hindsight.trainer.task;

import java.time.Duration;
import java.util.Optional;

/// The progress of a job.
///
/// @param done units finished
/// @param total number of units, or 0 if unknown
/// @param what the unit in words, plural: "ticks"
/// @param elapsed since the job began to run
public record TaskProgress(long done, long total, String what, Duration elapsed) {
  /// Finished part of the work, `0..1`; empty if the total is unknown.
  public Optional<Double> fraction() {
    return total > 0 ? Optional.of(Math.clamp((double) done / total, 0, 1)) : Optional.empty();
  }

  /// Estimated remaining time at the present speed; empty as long as there is nothing to estimate
  /// from.
  public Optional<Duration> remaining() {
    boolean known = total > 0 && done > 0;
    return known
        ? Optional.of(elapsed.multipliedBy(Math.max(0, total - done)).dividedBy(done))
        : Optional.empty();
  }
}
