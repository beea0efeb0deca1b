package dev.hindsight.inspector.scores;

import dev.hindsight.trainer.rollout.Declared;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.Optional;

/// Which code a recording was made by: numbers of two codes are not of one mean.
///
/// @param environment its kind and the version of its simulation
/// @param code version of the program
public record MadeBy(String environment, String code) {
  /// What a manifest says.
  public static MadeBy of(Manifest manifest) {
    return new MadeBy(
        manifest.environment().id() + " " + manifest.environment().codeVersion(),
        Declared.versions(manifest).getOrDefault("hindsight", "unknown"));
  }

  /// What has to be said of a recording that stands beside another.
  public Optional<Finding> beside(MadeBy first) {
    return equals(first)
        ? Optional.empty()
        : Optional.of(
            new Finding(
                Finding.Kind.OTHER_VERSION,
                "it was made by %s of version %s, the first by %s of version %s: mixed versions"
                    .formatted(environment, code, first.environment, first.code)));
  }
}
