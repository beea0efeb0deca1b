package dev.hindsight.app.cli.console;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.trainer.text.Sentences;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// A command that only holds others, and refuses to run without one.
public abstract class CommandWithSubcommands extends CommandBase {
  @Spec private CommandSpec spec;

  @Override
  public final Integer call() {
    List<String> names = List.copyOf(spec.subcommands().keySet());
    throw new ParameterException(
        spec.commandLine(),
        wording("CommandWithSubcommands.name_a_command", Sentences.either(names)));
  }
}
