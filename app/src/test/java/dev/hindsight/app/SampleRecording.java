package dev.hindsight.app;

import dev.hindsight.app.recording.DemoPlan;
import dev.hindsight.app.recording.RecordingPlan;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// A small recording for tests of the window: the scripted driver at a junction, four trials of 40
/// ticks.
public final class SampleRecording {
  private SampleRecording() {}

  /// Makes it in a folder, the first time.
  public static Path in(Path folder) {
    Path file = folder.resolve("junction.rollout");
    if (Files.exists(file)) {
      return file;
    }
    return new RecordingPlan(
            "drive",
            Optional.of("intersection-1"),
            Optional.of("scripted"),
            Optional.empty(),
            "argmax",
            0,
            Map.of("goal_behavior", "trial", "k_scenarios", "4", "scenario_length", "40"),
            file)
        .run(Progress.SILENT, new Cancellation())
        .file();
  }

  /// Twenty ticks of controlled aircraft, as in the demo.
  static Path sky(Path folder) throws IOException {
    Path file = folder.resolve("sky.rollout");
    DemoPlan.airspace(folder, DemoPlan.CONTROLLER)
        .lasting(20)
        .writing(file)
        .run(Progress.SILENT, new Cancellation());
    return file;
  }
}
