package dev.hindsight.app.cli.film;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.rollout.AgentNumber;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.Poses;
import java.nio.file.Path;
import java.util.Optional;

/// Refuses, for pictures and films alike, a camera that the recording cannot steer: its option
/// would be ignored, or would turn the map by the same angle at every tick.
final class CameraCheck {
  private CameraCheck() {}

  /// Checks a camera that options chose.
  ///
  /// @throws Problem naming the option
  static void check(Camera camera, Path file) {
    if (camera.followed() != Moment.NO_AGENT) {
      try (Rollout recording = RecordingOpener.open(file)) {
        AgentNumber.check(camera.followed(), recording.manifest(), file);
        check(camera, recording);
      }
    }
  }

  private static void check(Camera camera, Rollout recording) {
    boolean turned =
        switch (camera) {
          case Camera.Follow follow -> follow.up() == Camera.Up.HEADING;
          case Camera.Story story -> story.up() == Camera.Up.HEADING;
          case Camera.WholeMap _, Camera.Free _ -> false;
        };
    Optional<Poses> poses = Poses.of(recording, "pose");
    if (poses.isEmpty()) {
      throw new Problem(
          wording("CameraCheck.it_has_no_positions_of_agents"),
          turned ? "--heading-up" : "--follow",
          wording("CameraCheck.leave_it_out"));
    }
    boolean foreign = BuiltInEnvironments.of(recording).isEmpty();
    if (turned && foreign && !heads(poses.get(), recording.ticks())) {
      throw new Problem(
          wording("CameraCheck.its_agents_have_no_heading"),
          "--heading-up",
          wording("CameraCheck.leave_it_out"));
    }
  }

  /// Whether any agent ever heads elsewhere than along +x: recordings of other programs have 0
  /// there if their agents only have a place.
  private static boolean heads(Poses poses, int ticks) {
    for (int tick = 0; tick < ticks; tick++) {
      float[] row = poses.row(tick);
      for (int heading = 2; heading < row.length; heading += 3) {
        if (Float.isFinite(row[heading]) && row[heading] != 0) {
          return true;
        }
      }
    }
    return ticks == 0;
  }
}
