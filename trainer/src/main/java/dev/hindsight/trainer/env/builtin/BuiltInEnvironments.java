package dev.hindsight.trainer.env.builtin;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.RecordingRules;
import dev.hindsight.trainer.env.airspace.AirspaceEnvironmentType;
import dev.hindsight.trainer.env.darkroom.DarkRoomEnvironmentType;
import dev.hindsight.trainer.env.drive.DriveEnvironmentType;
import dev.hindsight.trainer.env.excavation.ExcavationEnvironmentType;
import dev.hindsight.trainer.env.gym.GymEnvironmentType;
import dev.hindsight.trainer.env.gym.RenderedFrameSketch;
import dev.hindsight.trainer.env.rps.RpsEnvironmentType;
import dev.hindsight.trainer.env.spread.SpreadEnvironmentType;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.PoseSketch;
import dev.hindsight.trainer.scene.Sketch;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The list of environments.
public final class BuiltInEnvironments {
  private BuiltInEnvironments() {}

  /// All environments that this program simulates itself, in menu order.
  public static List<EnvironmentType> all() {
    return List.of(
        new DriveEnvironmentType(),
        new DarkRoomEnvironmentType(),
        new AirspaceEnvironmentType(),
        new ExcavationEnvironmentType(),
        new SpreadEnvironmentType(),
        new RpsEnvironmentType());
  }

  /// All environments of [#all], and those that a program of the user simulates: these can be
  /// recorded, replayed and branched, but not trained in.
  public static List<EnvironmentType> recordable() {
    return Stream.concat(all().stream(), Stream.of(new GymEnvironmentType())).toList();
  }

  /// The environment with an id.
  ///
  /// @throws Problem listing the known ids
  public static EnvironmentType named(String id) {
    return recordable().stream()
        .filter(type -> type.id().equals(id))
        .findFirst()
        .orElseThrow(() ->
            new Problem(
                wording("BuiltInEnvironments.there_is_no_such_environment"),
                id,
                wording(
                    "BuiltInEnvironments.choose_one_of",
                    recordable().stream()
                        .map(EnvironmentType::id)
                        .collect(Collectors.joining(", ")))));
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
    return recordable().stream().filter(type -> type.id().equals(id)).findFirst();
  }

  /// The sketch of a recording: its environment's own, or, if that is unknown, one that draws the
  /// recorded pictures or else poses.
  public static Sketch sketchOf(Rollout rollout) {
    return of(rollout)
        .map(EnvironmentType::sketch)
        .orElseGet(
            () -> RenderedFrameSketch.fits(rollout) ? new RenderedFrameSketch() : new PoseSketch());
  }
}
