package dev.hindsight.inspector.scores;

/// Something about the scores of a recording that a reader has to know.
///
/// @param kind what it is
/// @param sentence the same with numbers, for people
public record ScoreFinding(Kind kind, String sentence) {
  /// What can be found.
  public enum Kind {
    /// The recording ends within a trial.
    CUT_OFF,
    /// The summary has fewer trials than were played.
    TRIALS_DROPPED,
    /// Trials were played that the manifest does not know.
    MORE_TRIALS,
    /// A number of the summary is that of all agents, not of the egos.
    CO_PLAYERS_COUNTED,
    /// A number of the summary is another one than that of the rows.
    NUMBERS_DIFFER,
    /// It was made by another version than the recording it stands beside.
    OTHER_VERSION
  }
}
