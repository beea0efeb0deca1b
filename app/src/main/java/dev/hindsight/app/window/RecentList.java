package dev.hindsight.app.window;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.commands.AppCommand;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.workspace.WindowContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.kordamp.ikonli.material2.Material2AL;

/// The files opened last, as commands of the File menu. Checks off the FX thread which of them are
/// missing, whenever the list has changed or has been shown.
final class RecentList {
  private final WindowContext window;
  private List<Path> checked = List.of();
  private Set<Path> missing = Set.of();

  RecentList(WindowContext window) {
    this.window = window;
    window.preferences().watch(this::check);
  }

  private void check(Preferences preferences) {
    if (!preferences.recent().equals(checked)) {
      look(preferences.recent());
    }
  }

  private void look(List<Path> files) {
    checked = files;
    window
        .background()
        .startHidden(
            wording("RecentList.looking_for_recent_files"),
            (_, _) -> files.stream().filter(Files::notExists).collect(Collectors.toSet()),
            gone -> missing = files.equals(checked) ? gone : missing);
  }

  /// The files, newest first.
  List<AppCommand> files() {
    List<AppCommand> commands = new ArrayList<>();
    for (Path file : window.preferences().state().recent()) {
      commands.add(
          AppCommand.always(
                  "file.recent." + commands.size(),
                  file.getFileName() + "  –  " + file.getParent(),
                  Material2AL.DESCRIPTION,
                  "",
                  () -> window.open(file))
              .unless(() -> missing.contains(file) ? Optional.of("missing") : Optional.empty()));
    }
    look(checked);
    return commands;
  }

  /// Clears the list.
  AppCommand clear() {
    return AppCommand.always(
            "file.clearRecent",
            wording("RecentList.clear_the_list_of_recent_files"),
            Material2AL.CLEAR_ALL,
            "",
            () -> window.preferences().send(Preferences::forgettingAll))
        .unless(() ->
            window.preferences().state().recent().isEmpty()
                ? Optional.of(wording("RecentList.it_is_empty"))
                : Optional.empty());
  }
}
