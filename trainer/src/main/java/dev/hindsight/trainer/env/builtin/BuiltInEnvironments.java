package dev.hindsight.trainer.env.builtin;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.RecordingRules;
import dev.hindsight.trainer.env.airspace.AirspaceEnvironmentType;
import dev.hindsight.trainer.env.darkroom.DarkRoomEnvironmentType;
import dev.hindsight.trainer.env.drive.DriveEnvironmentType;
import dev.hindsight.trainer.env.excavation.ExcavationEnvironmentType;
import dev.hindsight.trainer.env.rps.RpsEnvironmentType;
import dev.hindsight.trainer.env.spread.SpreadEnvironmentType;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.PoseSketch;
import dev.hindsight.trainer.scene.Sketch;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The list of environments.
public final class BuiltInEnvironments {
  private BuiltInEnvironments() {}

  /// All environments, in menu order.
  public static List<EnvironmentType> all() {
    return List.of(
        new DriveEnvironmentType(),
        new DarkRoomEnvironmentType(),
        new AirspaceEnvironmentType(),
        new ExcavationEnvironmentType(),
        new SpreadEnvironmentType(),
        new RpsEnvironmentType());
  }

  /// The environment with an id.
  ///
  /// @throws Problem listing the known ids
  public static EnvironmentType named(String id) {
    return all().stream()
        .filter(type -> type.id().equals(id))
        .findFirst()
        .orElseThrow(() ->
            new Problem(
                wording("BuiltInEnvironments.there_is_no_such_environment"),
                id,
                wording(
                    "BuiltInEnvironments.choose_one_of",
                    all().stream().map(EnvironmentType::id).collect(Collectors.joining(", ")))));
  }

  /// The rules for a recording, as its environment declares them.
  public static RecordingRules rulesOf(Rollout rollout) {
    return of(rollout)
        .map(type -> type.recordingRules(rollout.manifest().environment().config()))
        .orElse(RecordingRules.UNDECLARED);
  }

  /// The environment of a recording, whatever its version; empty if unknown.
  public static Optional<EnvironmentType> of(Rollout rollout) {
    String id = rollout.manifest().environment().id();
    return all().stream().filter(type -> type.id().equals(id)).findFirst();
  }

  /// The sketch of a recording: its environment's own, or, if that is unknown, one that draws only
  /// poses.
  public static Sketch sketchOf(Rollout rollout) {
    return of(rollout).map(EnvironmentType::sketch).orElseGet(PoseSketch::new);
  }
}
