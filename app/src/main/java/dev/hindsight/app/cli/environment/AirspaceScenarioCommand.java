package dev.hindsight.app.cli.environment;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.env.airspace.scenario.ScenarioFile;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `hindsight airspace scenario`: what is understood of a scenario file, and what is not.
@Command(
    name = "scenario",
    description =
        "Read a .scn file and list the commands that are not supported, with their lines.")
public final class AirspaceScenarioCommand extends CommandBase {
  @Parameters(paramLabel = "FILE.scn", description = "A scenario file.")
  private Path file;

  @Override
  public Integer call() {
    ScenarioFile read = ScenarioFile.read(file);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("commands", read.lines());
    fields.put(
        "unread",
        read.unread().stream()
            .map(one -> Map.of("line", one.line(), "command", one.command()))
            .toList());
    console().result(format(), fields, words(read));
    return OK;
  }

  private static String words(ScenarioFile read) {
    StringBuilder words = new StringBuilder(String.join("\n", read.lines()));
    List<ScenarioFile.UnknownCommand> unread = read.unread();
    words.append("\n%d commands, %d not supported".formatted(read.lines().size(), unread.size()));
    unread.forEach(one -> words.append("\n  ").append(one));
    return words.toString();
  }
}
