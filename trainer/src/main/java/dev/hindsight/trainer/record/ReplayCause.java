package dev.hindsight.trainer.record;

/// Why a recording does not happen again, or what speaks for or against that.
///
/// @param kind what it is about
/// @param certainty how far it is known
/// @param words in a sentence without a full stop
public record ReplayCause(Kind kind, Certainty certainty, String words) {
  /// What is other than it was.
  public enum Kind {
    /// The scenario file inside.
    SCENARIO,
    /// A knob of the configuration, or another entry of the manifest.
    CONFIGURATION,
    /// The number all randomness comes from.
    SEED,
    /// What was done.
    ACTIONS,
    /// Recorded numbers that are no part of the state: the world is the same.
    NUMBERS,
    /// The recorded digest of the state alone.
    HASH,
    /// The part of the state that no column shows.
    UNRECORDED_STATE,
    /// The code that simulates.
    CODE,
    /// Nothing that was tried.
    UNKNOWN
  }

  /// How far a cause is known.
  public enum Certainty {
    /// It was undone, or shown: it explains the whole difference.
    SHOWN,
    /// It is so, and may be why.
    POSSIBLE
  }
}
