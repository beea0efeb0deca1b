package dev.hindsight.trainer.env.airspace;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Scenarios;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Scenario files of the user's; none ships, for the generators need none.
final class ScenarioFiles implements Scenarios {
  @Override
  public List<String> names() {
    return List.of();
  }

  @Override
  public List<String> endings() {
    return List.of(".scn");
  }

  @Override
  public Path resolve(String nameOrPath) {
    Path file = Path.of(nameOrPath);
    if (!Files.isRegularFile(file)) {
      throw new Problem("there is no such scenario file", nameOrPath, "give a .scn file");
    }
    return file;
  }
}
