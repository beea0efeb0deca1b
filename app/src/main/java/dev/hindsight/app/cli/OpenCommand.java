package dev.hindsight.app.cli;

import dev.hindsight.app.DesktopWindow;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.trainer.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight open`: opens files in the window.
@Command(name = "open", description = "Open rollouts, checkpoints or maps in the window.")
final class OpenCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", arity = "0..*", description = "Rollouts, checkpoints or maps.")
  private List<Path> files = new ArrayList<>();

  @Option(names = "--compare", description = "Open two recordings under one cursor in one tab.")
  private boolean compare;

  @Override
  public Integer call() {
    if (compare) {
      if (files.size() != 2) {
        throw new Problem(
            files.size() + " files were named", "--compare", "name the two recordings to compare");
      }
      return DesktopWindow.compare(files.getFirst(), files.getLast());
    }
    return DesktopWindow.open(files);
  }
}
