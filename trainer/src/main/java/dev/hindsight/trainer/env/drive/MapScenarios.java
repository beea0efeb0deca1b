package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.Scenarios;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import java.nio.file.Path;
import java.util.List;

/// Maps, shipped and of the user's own.
final class MapScenarios implements Scenarios {
  @Override
  public List<String> names() {
    return BuiltInMaps.names();
  }

  @Override
  public List<String> endings() {
    return List.of(".bin", ".json");
  }

  @Override
  public Path resolve(String nameOrPath) {
    return BuiltInMaps.resolve(nameOrPath);
  }
}
