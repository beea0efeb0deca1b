package dev.hindsight.trainer.run.session;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What changed since a checkpoint was written, so that a run that begins or continues with it may
/// not do what it would have done: another version of its environment, or other code.
final class VersionChanges {
  private VersionChanges() {}

  /// One sentence per change, without full stops.
  ///
  /// @param from the checkpoint with which a run begins or continues; empty if there is none
  /// @param environment id of the run's environment
  /// @param environmentVersion its present version
  /// @param codeBefore version of the code that began the run; empty for a new run
  /// @param code the present one
  static List<String> of(
      Optional<Checkpoint> from,
      String environment,
      String environmentVersion,
      Optional<String> codeBefore,
      String code) {
    List<String> changes = new ArrayList<>();
    from.flatMap(CheckpointOrigin::of)
        .map(CheckpointOrigin::environment)
        .filter(trained -> trained.id().equals(environment))
        .filter(trained -> !trained.codeVersion().isEmpty())
        .filter(trained -> !trained.codeVersion().equals(environmentVersion))
        .ifPresent(trained ->
            changes.add(
                wording(
                    "VersionChanges.environment",
                    environment,
                    trained.codeVersion(),
                    environmentVersion)));
    codeBefore
        .filter(before -> !before.equals(code))
        .ifPresent(before -> changes.add(wording("VersionChanges.code", before, code)));
    return changes;
  }
}
