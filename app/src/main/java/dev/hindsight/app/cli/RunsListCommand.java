package dev.hindsight.app.cli;

import picocli.CommandLine.Command;

/// `hindsight runs list`.
@Command(name = "list", description = "All runs, oldest first.")
final class RunsListCommand extends CommandBase {
  @Override
  public Integer call() {
    return RunsCommand.list(console(), format());
  }
}
