package dev.hindsight.inspector.scores;

/// Something a reader must know about the scores of a recording.
///
/// @param kind kind of finding
/// @param sentence a description with numbers, for users
public record ScoreFinding(Kind kind, String sentence) {
  /// The sentence without its full stop, for a list of causes.
  public String clause() {
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }

  /// Kinds of findings.
  public enum Kind {
    /// The recording ends within a trial.
    CUT_OFF,
    /// The summary has fewer trials than the recording.
    TRIALS_DROPPED,
    /// The recording has trials that the manifest does not list.
    MORE_TRIALS,
    /// A number of the summary covers all agents, not only the egos.
    CO_PLAYERS_COUNTED,
    /// A number of the summary differs from the rows.
    NUMBERS_DIFFER,
    /// Its code version differs from that of the recording beside it.
    OTHER_VERSION
  }
}
