package dev.hindsight.trainer.record;

import static dev.hindsight.trainer.text.TrainerText.wording;

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
            wording(
                "CodeVersions.recorded_by_this_is",
                recorded.isEmpty()
                    ? wording("CodeVersions.an_unknown_code_version")
                    : wording("CodeVersions.code_version", recorded),
                here))
        : Optional.empty();
  }
}
