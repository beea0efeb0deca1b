package dev.hindsight.trainer.record;

import java.util.Optional;

/// Which version of an environment's code simulated a recording, and which one is here.
///
/// @param recorded empty where the recording does not say
/// @param here of this program
public record CodeVersions(String recorded, String here) {
  /// Whether they are not known to be the same.
  public boolean differ() {
    return !recorded.equals(here);
  }

  /// "recorded by code version 1, this is 2"; nothing where they are the same.
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
