package dev.hindsight.app.cli.environment;

import dev.hindsight.app.cli.console.CommandBase;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `hindsight airspace`: small questions about aircraft, without an environment.
@Command(
    name = "airspace",
    description = "Small tools for aircraft: detect conflicts, fly one, read a scenario.",
    synopsisSubcommandLabel = "WHAT",
    subcommands = {
      AirspaceDetectCommand.class,
      AirspaceFlyCommand.class,
      AirspaceScenarioCommand.class
    })
public final class AirspaceCommand extends CommandBase {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "name a command: detect, fly or scenario");
  }
}
