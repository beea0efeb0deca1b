package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.drive.map.DriveMap;
import dev.hindsight.trainer.env.drive.map.DriveMaps;
import java.nio.file.Path;
import java.util.Map;

/// Scenarios for tests.
final class DriveTests {
  private DriveTests() {}

  static DriveEnvironment environment(Path map, Map<String, String> settings) {
    return new DriveEnvironment(scenario(DriveMaps.read(map), settings), 1);
  }

  static Scenario scenario(DriveMap map, Map<String, String> settings) {
    DriveConfig config =
        ConfigReader.read(DriveSettings.unfold(DriveSettings.ALL.parse(settings, "test")));
    return Scenario.of(map, config, "test map");
  }
}
