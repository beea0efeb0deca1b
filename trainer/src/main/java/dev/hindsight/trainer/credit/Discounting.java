package dev.hindsight.trainer.credit;

/// How reward is carried back in time.
///
/// @param lambda weight of longer looks ahead
/// @param terminals what an episode's end does
/// @param trialEnds what a truncation, the end of a trial above all, does
/// @param limbo what it does to come into limbo
/// @param rhoClip most that an importance ratio weighs an error (V-trace)
/// @param traceClip most that an importance ratio lengthens a trace (V-trace's c)
public record Discounting(
    double lambda,
    EndRule terminals,
    EndRule trialEnds,
    LimboEndRule limbo,
    double rhoClip,
    double traceClip) {

  /// What an end does to discount and trace.
  public enum EndRule {
    /// Nothing: both run on, to the first tick after it.
    ACROSS,
    /// The value of what comes next counts, the trace stops.
    BOOT,
    /// Nothing that comes next counts.
    CUT
  }

  /// What coming into limbo does.
  public enum LimboEndRule {
    /// Nothing: the successor of a tick is the next one outside limbo.
    SKIP,
    /// Nothing that comes next counts.
    CUT
  }
}
