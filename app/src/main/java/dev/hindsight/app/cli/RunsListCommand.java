package dev.hindsight.app.cli;

import picocli.CommandLine.Command;

/// `hindsight runs list`.
@Command(name = "list", description = "List all runs, oldest first.")
final class RunsListCommand extends CommandBase {
  @Override
  public Integer call() {
    return RunsCommand.list(console(), format());
  }
}
