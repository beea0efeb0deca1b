package dev.hindsight.trainer.env.builtin;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.RecordingRules;
import dev.hindsight.trainer.env.airspace.AirspaceEnvironmentType;
import dev.hindsight.trainer.env.darkroom.DarkRoomEnvironmentType;
import dev.hindsight.trainer.env.drive.DriveEnvironmentType;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.PoseSketch;
import dev.hindsight.trainer.scene.Sketch;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The one list of environments.
public final class BuiltInEnvironments {
  private BuiltInEnvironments() {}

  /// All of them, in the order menus show them.
  public static List<EnvironmentType> all() {
    return List.of(
        new DriveEnvironmentType(), new DarkRoomEnvironmentType(), new AirspaceEnvironmentType());
  }

  /// One of them by id.
  ///
  /// @throws Problem listing the ids there are
  public static EnvironmentType named(String id) {
    return all().stream()
        .filter(type -> type.id().equals(id))
        .findFirst()
        .orElseThrow(() ->
            new Problem(
                "there is no such environment",
                id,
                "choose one of "
                    + all().stream().map(EnvironmentType::id).collect(Collectors.joining(", "))));
  }

  /// What must hold of a recording, as its environment declares it.
  public static RecordingRules rulesOf(Rollout rollout) {
    return of(rollout)
        .map(type -> type.recordingRules(rollout.manifest().environment().config()))
        .orElse(RecordingRules.UNDECLARED);
  }

  /// The environment a recording was made in, of whatever version; empty where it is not known
  /// here.
  public static Optional<EnvironmentType> of(Rollout rollout) {
    String id = rollout.manifest().environment().id();
    return all().stream().filter(type -> type.id().equals(id)).findFirst();
  }

  /// How a recording is drawn: as its environment draws itself, or, for one that is not known here,
  /// by its poses alone.
  public static Sketch sketchOf(Rollout rollout) {
    return of(rollout).map(EnvironmentType::sketch).orElseGet(PoseSketch::new);
  }
}
