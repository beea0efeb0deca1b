package dev.hindsight.app.cli;

import static dev.hindsight.app.text.AppText.wording;

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
@Command(name = "open")
final class OpenCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", arity = "0..*", descriptionKey = "OpenCommand.files")
  private List<Path> files = new ArrayList<>();

  @Option(names = "--compare", descriptionKey = "OpenCommand.compare")
  private boolean compare;

  @Override
  public Integer call() {
    if (compare) {
      if (files.size() != 2) {
        throw new Problem(
            wording("OpenCommand.files_were_named", files.size()),
            "--compare",
            wording("OpenCommand.name_the_two_recordings_to_compare"));
      }
      return DesktopWindow.compare(files.getFirst(), files.getLast());
    }
    return DesktopWindow.open(files);
  }
}
