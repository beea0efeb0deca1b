package dev.hindsight.app.cli;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.DesktopWindow;
import dev.hindsight.app.cli.console.CommandBase;
import dev.hindsight.app.cli.console.ExcludesOption;
import dev.hindsight.app.link.MomentLink;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.foreign.RecordingOpener;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `hindsight open`: opens files in the window.
@Command(name = "open")
final class OpenCommand extends CommandBase {
  @Parameters(paramLabel = "FILE", arity = "0..*", descriptionKey = "OpenCommand.files")
  private List<Path> files = new ArrayList<>();

  @ExcludesOption(
      value = {"--at", "--agent", "--layout"},
      whyKey = "OpenCommand.they_open_one_recording")
  @Option(names = "--compare", descriptionKey = "OpenCommand.compare")
  private boolean compare;

  @Option(names = "--at", paramLabel = "[E:]K:T", descriptionKey = "OpenCommand.at")
  private Optional<String> at = Optional.empty();

  @Option(names = "--agent", paramLabel = "A", descriptionKey = "OpenCommand.agent")
  private Optional<Integer> agent = Optional.empty();

  @Option(names = "--layout", paramLabel = "PRESET", descriptionKey = "OpenCommand.layout")
  private Optional<String> layout = Optional.empty();

  @Override
  public Integer call() {
    if (at.isPresent() || agent.isPresent() || layout.isPresent()) {
      return DesktopWindow.open(link());
    }
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

  /// The moment that the options name, checked before a window opens.
  private MomentLink link() {
    if (files.size() != 1) {
      throw new Problem(
          wording("OpenCommand.files_were_named", files.size()),
          "--at, --agent, --layout",
          wording("OpenCommand.name_one_recording"));
    }
    MomentLink link =
        new MomentLink(
            files.getFirst(),
            at,
            agent.map(OptionalInt::of).orElse(OptionalInt.empty()),
            layout.map(MomentLink::layoutNamed));
    try (Rollout rollout = RecordingOpener.open(link.file())) {
      OptionalInt _ = link.tick(rollout);
    }
    return link;
  }
}
