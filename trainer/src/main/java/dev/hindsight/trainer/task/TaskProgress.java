package dev.hindsight.trainer.task;

import java.time.Duration;
import java.util.Optional;

/// How far a job is.
///
/// @param done units finished
/// @param total units in all, or 0 when that is not known
/// @param what the unit in words, plural: "ticks"
/// @param elapsed since the job began to run
public record TaskProgress(long done, long total, String what, Duration elapsed) {
  /// Part of the work that is done, `0..1`; nothing when the total is not known.
  public Optional<Double> fraction() {
    return total > 0 ? Optional.of(Math.clamp((double) done / total, 0, 1)) : Optional.empty();
  }

  /// How long it will still take if it goes on as it did; nothing before there is anything to judge
  /// by.
  public Optional<Duration> remaining() {
    boolean known = total > 0 && done > 0;
    return known
        ? Optional.of(elapsed.multipliedBy(Math.max(0, total - done)).dividedBy(done))
        : Optional.empty();
  }
}
