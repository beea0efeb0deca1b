package dev.hindsight.trainer.record;

import dev.hindsight.trainer.TemporaryCacheFolder;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.record.RecordingRequest.Until;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Recordings of the real environments, with random actions, for tests that read them.
public final class SampleRecordings {
  private SampleRecordings() {}

  /// Driving on a shipped map.
  ///
  /// @param settings as on the command line
  public static Path drive(Path folder, String map, Map<String, String> settings, int ticks)
      throws IOException {
    Path scenario = folder.resolve(map + ".bin");
    Files.write(scenario, BuiltInMaps.bytes(map));
    return record("drive", Optional.of(scenario), settings, ticks, folder);
  }

  /// A dark room.
  ///
  /// @param settings as on the command line
  public static Path darkRoom(Path folder, Map<String, String> settings, int ticks) {
    return record("darkroom", Optional.empty(), settings, ticks, folder);
  }

  /// Any environment of the list, with default settings, on its first shipped scenario.
  public static Path of(EnvironmentType type, Path folder, int ticks) {
    return record(type.id(), scenario(type, folder), Map.of(), ticks, folder);
  }

  /// Any of the list, in trials.
  public static Path inTrials(
      EnvironmentType type, Path folder, int trials, int trialTicks, int ticks) {
    Map<String, String> settings = type.trialKnobs().of(trials, trialTicks);
    return record(type.id(), scenario(type, folder), settings, ticks, folder);
  }

  /// Any environment of the list with some settings, on its first shipped scenario.
  public static Path of(
      EnvironmentType type, Map<String, String> settings, int ticks, Path folder) {
    return record(type.id(), scenario(type, folder), settings, ticks, folder);
  }

  /// The first scenario an environment ships, as a file below a folder; empty if it generates its
  /// own.
  public static Optional<Path> scenario(EnvironmentType type, Path folder) {
    try (TemporaryCacheFolder _ = new TemporaryCacheFolder(folder.resolve("cache"))) {
      return type.scenarios().usual().map(type.scenarios()::resolve);
    }
  }

  private static Path record(
      String environment,
      Optional<Path> scenario,
      Map<String, String> settings,
      int ticks,
      Path folder) {
    EnvironmentType type = BuiltInEnvironments.named(environment);
    EnvironmentFactory factory = type.prepare(type.settings().parse(settings, "test"), scenario);
    Path file = folder.resolve(environment + "-" + settings.size() + "-" + ticks + ".rollout");
    RecordingRequest request =
        new RecordingRequest(
            type,
            factory,
            scenario,
            Optional.empty(),
            new ActionSelection.Random(),
            ticks,
            Until.ALL_TICKS,
            3,
            file);
    return new RolloutRecorder(request).run(Progress.SILENT, new Cancellation()).file();
  }
}
