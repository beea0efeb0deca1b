package dev.hindsight.app.cli.bench;

import dev.hindsight.app.cli.console.CommandBase;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `hindsight bench`: measures speed on this machine.
@Command(
    name = "bench",
    description = "Measure how fast Hindsight is on this machine.",
    synopsisSubcommandLabel = "WHAT",
    subcommands = {
      BenchAirspaceCommand.class,
      BenchAttentionCommand.class,
      BenchBranchCommand.class,
      BenchDriveCommand.class,
      BenchFilmCommand.class,
      BenchFindCommand.class,
      BenchOpenCommand.class,
      BenchPlayCommand.class,
      BenchRecordCommand.class,
      BenchStartCommand.class,
      BenchTrainCommand.class,
      BenchUiCommand.class
    })
public final class BenchCommand extends CommandBase {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    throw new ParameterException(
        spec.commandLine(),
        "name what to measure: airspace, attention, branch, drive, film, find, open, play,"
            + " record, start, train or ui");
  }
}
