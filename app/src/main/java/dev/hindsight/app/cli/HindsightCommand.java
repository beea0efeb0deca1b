package dev.hindsight.app.cli;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.cli.bench.BenchCommand;
import dev.hindsight.app.cli.console.BuildVersion;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.Console;
import dev.hindsight.app.cli.counterfactual.AblateCommand;
import dev.hindsight.app.cli.counterfactual.BranchCommand;
import dev.hindsight.app.cli.counterfactual.CreditCommand;
import dev.hindsight.app.cli.counterfactual.CriticCommand;
import dev.hindsight.app.cli.counterfactual.NeighboursCommand;
import dev.hindsight.app.cli.counterfactual.OccludeCommand;
import dev.hindsight.app.cli.counterfactual.PatchCommand;
import dev.hindsight.app.cli.counterfactual.RememberCommand;
import dev.hindsight.app.cli.environment.AirspaceCommand;
import dev.hindsight.app.cli.environment.ExcavationCommand;
import dev.hindsight.app.cli.environment.GenerateCommand;
import dev.hindsight.app.cli.film.FilmCommand;
import dev.hindsight.app.cli.film.FrameCommand;
import dev.hindsight.app.cli.film.ScreenshotsCommand;
import dev.hindsight.app.cli.inspect.AuditCommand;
import dev.hindsight.app.cli.inspect.CheckCommand;
import dev.hindsight.app.cli.inspect.CompareCommand;
import dev.hindsight.app.cli.inspect.DiffCommand;
import dev.hindsight.app.cli.inspect.EpisodesCommand;
import dev.hindsight.app.cli.inspect.ExportCommand;
import dev.hindsight.app.cli.inspect.FindCommand;
import dev.hindsight.app.cli.inspect.GroupsCommand;
import dev.hindsight.app.cli.inspect.InfoCommand;
import dev.hindsight.app.cli.inspect.MomentsCommand;
import dev.hindsight.app.cli.inspect.PolicyCommand;
import dev.hindsight.app.cli.inspect.ReplayCommand;
import dev.hindsight.app.cli.inspect.ScoresCommand;
import dev.hindsight.app.cli.inspect.TensorsCommand;
import dev.hindsight.app.cli.inspect.VerifyCommand;
import dev.hindsight.app.cli.inspect.VersionsCommand;
import dev.hindsight.app.cli.record.DemoCommand;
import dev.hindsight.app.cli.record.PythonCommand;
import dev.hindsight.app.cli.record.RecordCommand;
import dev.hindsight.app.cli.record.SamplesCommand;
import dev.hindsight.app.cli.train.EvaluateCommand;
import dev.hindsight.app.cli.train.FleetCommand;
import dev.hindsight.app.cli.train.GpuCommand;
import dev.hindsight.app.cli.train.PreflightCommand;
import dev.hindsight.app.cli.train.ResumeCommand;
import dev.hindsight.app.cli.train.RunsCommand;
import dev.hindsight.app.cli.train.StudyCommand;
import dev.hindsight.app.cli.train.TrainCommand;
import dev.hindsight.app.text.AppText;
import dev.hindsight.trainer.NamedFile;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.GracefulShutdown;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/// The root of the command line. Without a command it opens the window, with the files named.
@Command(
    name = "hindsight",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = BuildVersion.class,
    synopsisSubcommandLabel = "COMMAND")
final class HindsightCommand implements Runnable, CommandBase.Root {
  /// In the order in which the help lists them.
  private static final List<Class<?>> COMMANDS =
      List.of(
          OpenCommand.class,
          DemoCommand.class,
          RecordCommand.class,
          PythonCommand.class,
          InfoCommand.class,
          CompareCommand.class,
          DiffCommand.class,
          ReplayCommand.class,
          BranchCommand.class,
          AuditCommand.class,
          VerifyCommand.class,
          FilmCommand.class,
          FrameCommand.class,
          ExportCommand.class,
          EpisodesCommand.class,
          ScoresCommand.class,
          FindCommand.class,
          GroupsCommand.class,
          AblateCommand.class,
          AirspaceCommand.class,
          ExcavationCommand.class,
          CreditCommand.class,
          CriticCommand.class,
          PatchCommand.class,
          OccludeCommand.class,
          NeighboursCommand.class,
          RememberCommand.class,
          VersionsCommand.class,
          PolicyCommand.class,
          TensorsCommand.class,
          MomentsCommand.class,
          CheckCommand.class,
          GenerateCommand.class,
          PreflightCommand.class,
          GpuCommand.class,
          TrainCommand.class,
          ResumeCommand.class,
          EvaluateCommand.class,
          StudyCommand.class,
          RunsCommand.class,
          FleetCommand.class,
          BenchCommand.class,
          SelfTestCommand.class,
          SamplesCommand.class,
          ScreenshotsCommand.class,
          HelpCommand.class);

  /// Characters of a line about a command line that was not understood.
  private static final int LONGEST = 1_000;

  /// Where picocli lists the constants of an enumeration; they are typed in lower case.
  private static final Pattern CONSTANTS =
      Pattern.compile("(?<=expected one of )\\[([A-Z0-9_, ]+)] \\(case-insensitive\\)");

  private final Console console;

  @Spec private CommandLine.Model.CommandSpec spec;

  private HindsightCommand(Console console) {
    this.console = console;
  }

  /// Runs a command line and returns its exit code: 0 success, 1 failure, 2 invalid usage.
  static int run(Console console, String... arguments) {
    formatAlike();
    CommandLine line = line(console, arguments);
    line.setExecutionStrategy(parsed -> {
      try {
        RepeatedKeys.check(parsed);
        OptionRelations.check(parsed);
        WrittenFiles.check(parsed);
      } catch (Problem problem) {
        return FailureReporter.report(console, problem);
      }
      return new CommandLine.RunLast().execute(parsed);
    });
    line.setParameterExceptionHandler((failure, words) -> notUnderstood(console, failure, words));
    line.setExecutionExceptionHandler((failure, _, _) -> FailureReporter.report(console, failure));
    try {
      String[] words = Invocation.of(arguments, line.getSubcommands().keySet());
      int code = GracefulShutdown.reporting(() -> line.execute(words));
      return code == CommandBase.OK && !console.delivered() ? undelivered(console) : code;
    } catch (Error failure) {
      return FailureReporter.report(console, failure);
    }
  }

  /// What understands a command line.
  ///
  /// @param arguments without any it knows all commands
  static CommandLine line(Console console, String... arguments) {
    CommandLine line = new CommandLine(new HindsightCommand(console));
    commands(arguments).forEach(line::addSubcommand);
    line.setOut(
        new java.io.PrintWriter(console.out(), true, java.nio.charset.StandardCharsets.UTF_8));
    line.setErr(
        new java.io.PrintWriter(console.err(), true, java.nio.charset.StandardCharsets.UTF_8));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.registerConverter(Path.class, HindsightCommand::path);
    describe(line);
    return line;
  }

  /// The command that a line names, or all: making the options of all takes a quarter of the time
  /// of a quick command.
  private static List<Class<?>> commands(String[] arguments) {
    if (arguments.length == 0) {
      return COMMANDS;
    }
    List<Class<?>> named =
        COMMANDS.stream().filter(command -> isNamed(command, arguments[0])).toList();
    return named.isEmpty() || named.contains(HelpCommand.class) ? COMMANDS : named;
  }

  private static boolean isNamed(Class<?> command, String word) {
    Command about = command.getAnnotation(Command.class);
    return about.name().equals(word) || List.of(about.aliases()).contains(word);
  }

  /// Makes numbers look alike everywhere: many texts are formatted with the locale of the process.
  static void formatAlike() {
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
  }

  /// Gives every option and every command the description that the text file has for it: an option
  /// by its `descriptionKey`, a command by the name of its class.
  private static void describe(CommandLine root) {
    root.setResourceBundle(AppText.bundle());
    Deque<CommandLine> left = new ArrayDeque<>(List.of(root));
    while (!left.isEmpty()) {
      CommandLine line = left.pop();
      Class<?> command = line.getCommandSpec().userObject().getClass();
      if (!command.equals(HelpCommand.class)) {
        line.getCommandSpec()
            .usageMessage()
            .description(wording(command.getSimpleName() + ".description"));
      }
      left.addAll(line.getSubcommands().values());
    }
  }

  @Override
  public Console console() {
    return console;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), wording("HindsightCommand.name_a_command"));
  }

  private static int undelivered(Console console) {
    console.problem(wording("HindsightCommand.the_result_could_not_be_written"));
    return CommandBase.FAILED;
  }

  private static int notUnderstood(
      Console console, ParameterException failure, String[] arguments) {
    CommandLine command = failure.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    Optional<String> unknown = unknownOption(command, arguments);
    if (unknown.flatMap(NamedFile::existing).isPresent()) {
      console.problem(wording("HindsightCommand.it_is_read_as_an_option", unknown.get()));
      return CommandBase.USAGE;
    }
    if (failure instanceof MissingParameterException && unknown.isPresent()) {
      console.problem(
          wording(
              "HindsightCommand.help_lists_the_options",
              wording("HindsightCommand.unknown_option", shortened(unknown.get())),
              name));
      return CommandBase.USAGE;
    }
    if (command.getSubcommands().isEmpty()) {
      console.problem(wording("HindsightCommand.help_lists_the_options", firstLine(failure), name));
      return CommandBase.USAGE;
    }
    String what =
        failure instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()
            ? missing(unmatched.getUnmatched())
            : firstLine(failure);
    console.problem(wording("HindsightCommand.help_lists_the_commands", what, name));
    return CommandBase.USAGE;
  }

  /// The first word that looks like an option and is none of a command: without it, what was to be
  /// the file would only be missing.
  private static Optional<String> unknownOption(CommandLine command, String[] arguments) {
    Map<String, OptionSpec> options = command.getCommandSpec().optionsMap();
    for (int i = 0; i < arguments.length; i++) {
      String word = arguments[i];
      if (word.equals("--")) {
        return Optional.empty();
      }
      boolean value =
          i > 0
              && Optional.ofNullable(options.get(arguments[i - 1]))
                  .filter(before -> before.arity().max() > 0)
                  .isPresent();
      boolean known = options.containsKey(word.replaceFirst("=.*", ""));
      if (word.length() > 1 && word.startsWith("-") && !value && !known) {
        return Optional.of(word);
      }
    }
    return Optional.empty();
  }

  /// A file by its name; not every text is one: NUL here, `?` and others on Windows.
  private static Path path(String name) {
    if (name.isEmpty()) {
      throw new TypeConversionException(wording("HindsightCommand.the_name_is_empty"));
    }
    try {
      return Path.of(name);
    } catch (InvalidPathException _) {
      throw new TypeConversionException(wording("HindsightCommand.no_file_can_have_this_name"));
    }
  }

  /// What nobody could make sense of: a command, or a file that was to be opened.
  private static String missing(List<String> words) {
    String word =
        words.stream()
            .filter(text -> NamedFile.existing(text).isEmpty())
            .findFirst()
            .orElse(words.getFirst());
    String named = shortened(word);
    return word.contains(".") || word.contains("/")
        ? wording("HindsightCommand.there_is_no_file", named)
        : wording("HindsightCommand.there_is_no_command", named);
  }

  private static String firstLine(Exception failure) {
    String message = failure.getMessage();
    String line =
        message == null
            ? failure.getClass().getSimpleName()
            : message.lines().findFirst().orElse("");
    // Picocli says it twice of an option that takes several values, and names types of Java.
    return shortened(
        CONSTANTS
            .matcher(line.replace("option option", "option"))
            .replaceFirst(constants -> constants.group(1).toLowerCase(Locale.ROOT))
            .replaceFirst(
                "is not an? (int|long)$", wording("HindsightCommand.is_not_a_whole_number"))
            .replaceFirst("is not a (float|double)$", wording("HindsightCommand.is_not_a_number")));
  }

  /// A word that was typed may have any length.
  private static String shortened(String line) {
    return line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
  }
}
