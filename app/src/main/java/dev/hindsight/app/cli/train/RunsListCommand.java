package dev.hindsight.app.cli.train;

import dev.hindsight.app.cli.console.CommandBase;
import picocli.CommandLine.Command;

/// `hindsight runs list`.
@Command(name = "list", description = "List all runs, oldest first.")
public final class RunsListCommand extends CommandBase {
  @Override
  public Integer call() {
    return RunsCommand.list(console(), format());
  }
}
