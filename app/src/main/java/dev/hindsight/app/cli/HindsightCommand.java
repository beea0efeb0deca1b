package dev.hindsight.app.cli;

import dev.hindsight.app.cli.bench.BenchCommand;
import dev.hindsight.app.cli.console.BuildVersion;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.Console;
import dev.hindsight.app.cli.counterfactual.AblateCommand;
import dev.hindsight.app.cli.counterfactual.BranchCommand;
import dev.hindsight.app.cli.counterfactual.CreditCommand;
import dev.hindsight.app.cli.counterfactual.RememberCommand;
import dev.hindsight.app.cli.environment.AirspaceCommand;
import dev.hindsight.app.cli.environment.GenerateCommand;
import dev.hindsight.app.cli.film.FilmCommand;
import dev.hindsight.app.cli.film.FrameCommand;
import dev.hindsight.app.cli.film.ScreenshotsCommand;
import dev.hindsight.app.cli.inspect.AuditCommand;
import dev.hindsight.app.cli.inspect.CheckCommand;
import dev.hindsight.app.cli.inspect.CompareCommand;
import dev.hindsight.app.cli.inspect.DiffCommand;
import dev.hindsight.app.cli.inspect.ExportCommand;
import dev.hindsight.app.cli.inspect.FindCommand;
import dev.hindsight.app.cli.inspect.InfoCommand;
import dev.hindsight.app.cli.inspect.ReplayCommand;
import dev.hindsight.app.cli.inspect.ScoresCommand;
import dev.hindsight.app.cli.record.DemoCommand;
import dev.hindsight.app.cli.record.RecordCommand;
import dev.hindsight.app.cli.record.SamplesCommand;
import dev.hindsight.app.cli.train.EvaluateCommand;
import dev.hindsight.app.cli.train.GpuCommand;
import dev.hindsight.app.cli.train.PreflightCommand;
import dev.hindsight.app.cli.train.ResumeCommand;
import dev.hindsight.app.cli.train.RunsCommand;
import dev.hindsight.app.cli.train.TrainCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/// The root of the command line. Without a command it opens the window, with the files named.
@Command(
    name = "hindsight",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = BuildVersion.class,
    description = "Look back at reinforcement-learning rollouts: record, scrub, inspect, export.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      OpenCommand.class,
      DemoCommand.class,
      RecordCommand.class,
      InfoCommand.class,
      CompareCommand.class,
      DiffCommand.class,
      ReplayCommand.class,
      BranchCommand.class,
      AuditCommand.class,
      FilmCommand.class,
      FrameCommand.class,
      ExportCommand.class,
      ScoresCommand.class,
      FindCommand.class,
      AblateCommand.class,
      AirspaceCommand.class,
      CreditCommand.class,
      RememberCommand.class,
      CheckCommand.class,
      GenerateCommand.class,
      PreflightCommand.class,
      GpuCommand.class,
      TrainCommand.class,
      ResumeCommand.class,
      EvaluateCommand.class,
      RunsCommand.class,
      BenchCommand.class,
      SelfTestCommand.class,
      SamplesCommand.class,
      ScreenshotsCommand.class,
      HelpCommand.class
    })
final class HindsightCommand implements Runnable, CommandBase.Root {
  private final Console console;

  @Spec private CommandLine.Model.CommandSpec spec;

  private HindsightCommand(Console console) {
    this.console = console;
  }

  /// Runs a command line and returns its exit code: 0 success, 1 failure, 2 invalid usage.
  static int run(Console console, String... arguments) {
    CommandLine line = new CommandLine(new HindsightCommand(console));
    line.setOut(
        new java.io.PrintWriter(console.out(), true, java.nio.charset.StandardCharsets.UTF_8));
    line.setErr(
        new java.io.PrintWriter(console.err(), true, java.nio.charset.StandardCharsets.UTF_8));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setParameterExceptionHandler((failure, _) -> notUnderstood(console, failure));
    line.setExecutionExceptionHandler((failure, _, _) -> FailureReporter.report(console, failure));
    return line.execute(Invocation.of(arguments, line.getSubcommands().keySet()));
  }

  @Override
  public Console console() {
    return console;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name a command");
  }

  private static int notUnderstood(Console console, ParameterException failure) {
    String name = failure.getCommandLine().getCommandSpec().qualifiedName();
    console.problem(firstLine(failure) + " - '" + name + " --help' lists the commands");
    return CommandBase.USAGE;
  }

  private static String firstLine(Exception failure) {
    String message = failure.getMessage();
    return message == null
        ? failure.getClass().getSimpleName()
        : message.lines().findFirst().orElse("");
  }
}
