package dev.hindsight.app.cli.environment;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.CommandWithSubcommands;
import dev.hindsight.trainer.env.airspace.cases.DetectionCase;
import dev.hindsight.trainer.env.airspace.cases.FlightCase;
import dev.hindsight.trainer.env.airspace.scenario.ScenarioFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `hindsight airspace`: small tools for aircraft, without an environment.
@Command(
    name = "airspace",
    synopsisSubcommandLabel = "WHAT",
    subcommands = {
      AirspaceCommand.AirspaceDetectCommand.class,
      AirspaceCommand.AirspaceFlyCommand.class,
      AirspaceCommand.AirspaceScenarioCommand.class
    })
public final class AirspaceCommand extends CommandWithSubcommands {
  /// `hindsight airspace detect`: state-based conflict detection for one moment in a file.
  @Command(name = "detect")
  static final class AirspaceDetectCommand extends CommandBase {
    @Parameters(paramLabel = "FILE.json", descriptionKey = "AirspaceDetectCommand.file")
    private Path file;

    @Override
    public Integer call() {
      Map<String, Object> result = DetectionCase.read(file).result();
      console().result(format(), result, words(result));
      return OK;
    }

    private static String words(Map<String, Object> result) {
      List<?> pairs = list(result, "confpairs");
      StringBuilder words = new StringBuilder();
      words.append(
          wording(
              "AirspaceCommand.conflicts_losses_of_separation_directed",
              pairs.size(),
              list(result, "lospairs").size()));
      for (int k = 0; k < pairs.size(); k++) {
        words.append(
            wording("AirspaceCommand.closest_m_in_s_lost_in")
                .formatted(
                    pairs.get(k),
                    whole(list(result, "dcpa_m").get(k)),
                    whole(list(result, "tcpa_s").get(k)),
                    whole(list(result, "tLOS_s").get(k))));
      }
      return words.toString();
    }

    /// A whole number without its fraction; numbers that are not finite are text already.
    private static Object whole(Object value) {
      return value instanceof Number number ? Math.round(number.doubleValue()) : value;
    }

    private static List<?> list(Map<String, Object> result, String name) {
      return result.get(name) instanceof List<?> list ? list : List.of();
    }
  }

  /// `hindsight airspace fly`: flies one aircraft of a file by commands.
  @Command(name = "fly")
  static final class AirspaceFlyCommand extends CommandBase {
    @Parameters(paramLabel = "FILE.json", descriptionKey = "AirspaceFlyCommand.file")
    private Path file;

    @Override
    public Integer call() {
      Map<String, Object> result = FlightCase.read(file).result();
      String words =
          result.get("samples") instanceof List<?> samples
              ? samples.stream().map(String::valueOf).collect(Collectors.joining("\n"))
              : "";
      console().result(format(), result, words);
      return OK;
    }
  }

  /// `hindsight airspace scenario`: lists which parts of a scenario file are understood, and which
  /// are not.
  @Command(name = "scenario")
  static final class AirspaceScenarioCommand extends CommandBase {
    @Parameters(paramLabel = "FILE.scn", descriptionKey = "AirspaceScenarioCommand.file")
    private Path file;

    @Override
    public Integer call() {
      ScenarioFile read = ScenarioFile.read(file);
      List<UnreadJson> unread =
          read.unread().stream().map(one -> new UnreadJson(one.line(), one.command())).toList();
      console().result(format(), new ScenarioJson(read.lines(), unread), words(read));
      return OK;
    }

    private record ScenarioJson(List<String> commands, List<UnreadJson> unread) {}

    private record UnreadJson(int line, String command) {}

    private static String words(ScenarioFile read) {
      StringBuilder words = new StringBuilder(String.join("\n", read.lines()));
      List<ScenarioFile.UnknownCommand> unread = read.unread();
      words.append(words.isEmpty() ? "" : "\n");
      words.append(
          wording("AirspaceCommand.commands_not_supported", read.lines().size(), unread.size()));
      unread.forEach(one -> words.append("\n  ").append(one));
      return words.toString();
    }
  }
}
