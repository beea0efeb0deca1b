package dev.hindsight.trainer.run;

/// Receives reports of armed conditions.
@FunctionalInterface
public interface BreakpointListener {
  /// Called on the run's thread, within an update, after the tick and before learning. The run
  /// waits until it returns, and abandons the update if it throws.
  void hit(BreakpointHit hit);
}
