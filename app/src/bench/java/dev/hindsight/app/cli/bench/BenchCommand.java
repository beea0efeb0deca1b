package dev.hindsight.app.cli.bench;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.console.CommandBase;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `hindsight bench`: measures speed on this machine.
@Command(
    name = "bench",
    synopsisSubcommandLabel = "WHAT",
    subcommands = {
      BenchAllCommand.class,
      BenchAirspaceCommand.class,
      BenchAttentionCommand.class,
      BenchAuditCommand.class,
      BenchBranchCommand.class,
      BenchDriveCommand.class,
      BenchExcavationCommand.class,
      BenchFilmCommand.class,
      BenchFindCommand.class,
      BenchFleetCommand.class,
      BenchOpenCommand.class,
      BenchPlayCommand.class,
      BenchRecordCommand.class,
      BenchReplayCommand.class,
      BenchSimulateCommand.class,
      BenchStartCommand.class,
      BenchTrainCommand.class,
      BenchUiCommand.class
    })
public final class BenchCommand extends CommandBase {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    throw new ParameterException(
        spec.commandLine(), wording("BenchCommand.name_what_to_measure_airspace_attention"));
  }
}
