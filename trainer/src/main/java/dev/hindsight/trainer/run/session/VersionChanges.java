package dev.hindsight.trainer.run.session;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.CheckpointOrigin;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.run.ledger.CodeVersion;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunStart;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What changed since a checkpoint was written or a run began, so that what begins or continues
/// with it may not do what it would have done: another version of its environment, other maps,
/// other code.
public final class VersionChanges {
  private VersionChanges() {}

  /// What has changed since a run began, or its last checkpoint was written: one sentence per
  /// change, without full stops. Reads the run's checkpoint and maps, and begins nothing.
  ///
  /// @param spec made from the record's request
  public static List<String> ofResumed(
      RunRecord before, TrainingSpec spec, PolicyLibrary policies) {
    return of(state(RunFolder.of(before), spec, policies), spec, before.start());
  }

  /// What has changed for a policy since it was trained, if it was trained in an environment of the
  /// same kind: a sentence without a full stop.
  ///
  /// @param type the environment it acts in now
  public static Optional<String> ofTrained(CheckpointOrigin origin, EnvironmentType type) {
    return Optional.of(origin.environment())
        .filter(trained -> trained.id().equals(type.id()))
        .filter(trained -> !trained.codeVersion().isEmpty())
        .filter(trained -> !type.isWorldOf(trained))
        .map(trained ->
            wording(
                "VersionChanges.environment",
                type.id(),
                trained.codeVersion(),
                type.codeVersion()));
  }

  /// As [#ofResumed], with the checkpoint at hand.
  static List<String> of(Optional<Checkpoint> from, TrainingSpec spec, RunStart before) {
    List<String> changes = new ArrayList<>(ofParent(from, spec));
    mapsOf(before.mapSha256(), MapDigests.of(spec)).ifPresent(changes::add);
    codeOf(before.codeVersion(), CodeVersion.text()).ifPresent(changes::add);
    return changes;
  }

  /// What has changed since the checkpoint was trained with which a new run begins.
  ///
  /// @param parent empty if there is none
  static List<String> ofParent(Optional<Checkpoint> parent, TrainingSpec spec) {
    return parent
        .flatMap(CheckpointOrigin::of)
        .flatMap(origin -> ofTrained(origin, spec.environment()))
        .stream()
        .toList();
  }

  /// The maps that are others than those of a run's beginning.
  ///
  /// @param before digests by name; empty if the run began with a version that did not note them
  static Optional<String> mapsOf(Map<String, String> before, Map<String, String> now) {
    List<String> changed =
        now.entrySet().stream()
            .filter(map -> !before.isEmpty())
            .filter(map -> !map.getValue().equals(before.get(map.getKey())))
            .map(Map.Entry::getKey)
            .toList();
    return changed.isEmpty()
        ? Optional.empty()
        : Optional.of(wording("VersionChanges.maps", String.join(", ", changed)));
  }

  /// Other code than that of a run's beginning.
  static Optional<String> codeOf(String before, String now) {
    return before.equals(now)
        ? Optional.empty()
        : Optional.of(wording("VersionChanges.code", before, now));
  }

  /// The checkpoint with which a resumed run continues: its latest, or its parent if it has none
  /// yet.
  static Optional<Checkpoint> state(RunFolder folder, TrainingSpec spec, PolicyLibrary policies) {
    return Files.exists(folder.latest())
        ? Optional.of(Checkpoints.read(folder.latest()))
        : spec.request().parent().map(policies::file).map(Checkpoints::read);
  }
}
