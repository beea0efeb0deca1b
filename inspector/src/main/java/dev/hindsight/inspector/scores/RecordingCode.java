package dev.hindsight.inspector.scores;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.rollout.DeclaredSetting;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.Optional;

/// The code that made a recording: do not average numbers from different code.
///
/// @param environment its kind and the version of its simulation
/// @param code version of the program
public record RecordingCode(String environment, String code) {
  /// Reads a manifest.
  public static RecordingCode of(Manifest manifest) {
    return new RecordingCode(
        manifest.environment().id() + " " + manifest.environment().codeVersion(),
        DeclaredSetting.versions(manifest).getOrDefault("hindsight", "unknown"));
  }

  /// A warning about a recording shown beside another one.
  public Optional<ScoreFinding> beside(RecordingCode first) {
    return equals(first)
        ? Optional.empty()
        : Optional.of(
            new ScoreFinding(
                ScoreFinding.Kind.OTHER_VERSION,
                wording("RecordingCode.it_was_made_by_of_version")
                    .formatted(environment, code, first.environment, first.code)));
  }
}
