package dev.hindsight.app.cli;

import dev.hindsight.app.Desktop;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `hindsight open`: the window, with files in it.
@Command(name = "open", description = "Open rollouts, checkpoints or maps in the window.")
final class OpenCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", arity = "0..*", description = "Rollouts, checkpoints or maps.")
  private List<Path> files = new ArrayList<>();

  @Override
  public Integer call() {
    return Desktop.open(files);
  }
}
