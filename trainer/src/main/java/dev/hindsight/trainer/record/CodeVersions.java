package dev.hindsight.trainer.record;

import java.util.Optional;

/// The version of the environment's code that simulated a recording, and the present one.
///
/// @param recorded empty if the recording does not say
/// @param here of this program
public record CodeVersions(String recorded, String here) {
  /// Whether they differ or one is unknown.
  public boolean differ() {
    return !recorded.equals(here);
  }

  /// "recorded by code version 1, this is 2"; empty if they are the same.
  public Optional<String> words() {
    return differ()
        ? Optional.of(
            "recorded by "
                + (recorded.isEmpty() ? "an unknown code version" : "code version " + recorded)
                + ", this is "
                + here)
        : Optional.empty();
  }
}
