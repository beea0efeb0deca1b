package dev.hindsight.app.cli.environment;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.CommandGroup;
import dev.hindsight.trainer.env.excavation.cases.EpisodeCase;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `hindsight excavation`: small tools for excavation, without an environment.
@Command(
    name = "excavation",
    synopsisSubcommandLabel = "WHAT",
    subcommands = ExcavationCommand.ExcavationRunCommand.class)
public final class ExcavationCommand extends CommandGroup {
  /// `hindsight excavation run`: plays the actions of a file.
  @Command(name = "run")
  static final class ExcavationRunCommand extends CommandBase {
    @Parameters(paramLabel = "FILE.json", descriptionKey = "ExcavationRunCommand.file")
    private Path file;

    @Override
    public Integer call() {
      Map<String, Object> result = EpisodeCase.read(file).result();
      String words =
          result.get("steps") instanceof List<?> steps
              ? steps.stream().map(String::valueOf).collect(Collectors.joining("\n"))
              : "";
      console().result(format(), result, words);
      return OK;
    }
  }
}
