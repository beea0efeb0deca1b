package dev.hindsight.trainer.advantage;

/// How reward is carried back in time.
///
/// @param lambda weight of longer looks ahead
/// @param terminals what a terminal does
/// @param trialEnds what a truncation does that is no time limit: the end of a trial
/// @param timeouts what a time limit does
/// @param limbo what entering limbo does
/// @param rhoClip upper limit of the importance ratio that weighs an error (V-trace)
/// @param traceClip upper limit of the importance ratio that lengthens a trace (V-trace's c)
public record Discounting(
    double lambda,
    EndRule terminals,
    EndRule trialEnds,
    TimeoutRule timeouts,
    LimboEndRule limbo,
    double rhoClip,
    double traceClip) {

  /// With time limits bootstrapped, as they should be.
  public Discounting(
      double lambda,
      EndRule terminals,
      EndRule trialEnds,
      LimboEndRule limbo,
      double rhoClip,
      double traceClip) {
    this(lambda, terminals, trialEnds, TimeoutRule.BOOTSTRAP, limbo, rhoClip, traceClip);
  }

  /// What an end does to discount and trace.
  public enum EndRule {
    /// Nothing: both continue to the first tick after it.
    ACROSS,
    /// The next value counts, the trace stops. At a trial's end that is the value of the next
    /// trial's first tick, which continues the episode; it is not the bootstrap of a time limit.
    BOOT,
    /// Nothing after it counts.
    CUT
  }

  /// What a time limit does. The trace stops at either.
  public enum TimeoutRule {
    /// The value of the final observation counts: the task went on, only its time was up.
    BOOTSTRAP,
    /// Nothing after it counts, as if the task had ended there. A known mistake, for comparison.
    END
  }

  /// What entering limbo does.
  public enum LimboEndRule {
    /// Nothing: the successor of a tick is the next one outside limbo.
    SKIP,
    /// Nothing after it counts.
    CUT
  }
}
