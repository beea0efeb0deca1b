package dev.hindsight.trainer.record;

import dev.hindsight.trainer.text.OneLine;

/// Why a recording does not repeat, or evidence for a cause.
///
/// @param kind what differs
/// @param certainty how certain the cause is
/// @param words in a sentence without a full stop
public record ReplayCause(Kind kind, Certainty certainty, String words) {
  /// The recording's own words may be part of the sentence.
  public ReplayCause {
    words = OneLine.of(words);
  }

  /// What differs.
  public enum Kind {
    /// The scenario file in the recording.
    SCENARIO,
    /// A knob of the configuration, or another entry of the manifest.
    CONFIGURATION,
    /// The seed.
    SEED,
    /// An action.
    ACTIONS,
    /// Recorded numbers outside the state: the world is the same.
    NUMBERS,
    /// Only the recorded digest of the state.
    HASH,
    /// A part of the state that no column shows.
    UNRECORDED_STATE,
    /// The simulating code.
    CODE,
    /// Nothing that was tried.
    UNKNOWN
  }

  /// How certain a cause is.
  public enum Certainty {
    /// Undoing it, or other proof, explains the whole difference.
    SHOWN,
    /// It is present and may be the cause.
    POSSIBLE
  }
}
