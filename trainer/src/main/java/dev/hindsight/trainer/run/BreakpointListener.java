package dev.hindsight.trainer.run;

/// Who wants to know when an armed condition begins to hold.
@FunctionalInterface
public interface BreakpointListener {
  /// On the run's thread, within an update, the tick done and nothing learned from it yet. May take
  /// as long as it likes; the run goes on when it returns, and is given up where it throws.
  void hit(BreakpointHit hit);
}
