package dev.hindsight.app.fx;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.inspector.panel.FileDialogs;
import dev.hindsight.trainer.InstalledProgram;
import dev.hindsight.trainer.Problem;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javafx.stage.DirectoryChooser;
import javafx.stage.FileChooser;
import javafx.stage.Window;

/// The file choosers of the system. They start in the folder of the last choice.
public final class SystemFileDialogs implements FileDialogs {
  private final Window owner;
  private Optional<Path> lastFolder = Optional.empty();

  /// Choosers for a window.
  public SystemFileDialogs(Window owner) {
    this.owner = owner;
  }

  @Override
  public Optional<Path> open(String title, List<Kind> kinds) {
    FileChooser chooser = chooser(title, kinds);
    lastFolder.ifPresent(folder -> chooser.setInitialDirectory(folder.toFile()));
    return chosen(Optional.ofNullable(chooser.showOpenDialog(owner)));
  }

  @Override
  public List<Path> openMany(String title, List<Kind> kinds) {
    FileChooser chooser = chooser(title, kinds);
    lastFolder.ifPresent(folder -> chooser.setInitialDirectory(folder.toFile()));
    return Optional.ofNullable(chooser.showOpenMultipleDialog(owner)).stream()
        .flatMap(List::stream)
        .flatMap(file -> chosen(Optional.of(file)).stream())
        .toList();
  }

  @Override
  public Optional<Path> save(String title, Kind kind, Path suggestion) {
    FileChooser chooser = chooser(title, List.of(kind));
    chooser.setInitialFileName(suggestion.getFileName().toString());
    Optional.ofNullable(suggestion.getParent())
        .or(() -> lastFolder)
        .filter(Files::isDirectory)
        .ifPresent(folder -> chooser.setInitialDirectory(folder.toFile()));
    return chosen(Optional.ofNullable(chooser.showSaveDialog(owner)));
  }

  @Override
  public void launch(Path what) {
    start(what);
  }

  @Override
  public Optional<Path> folder(String title) {
    DirectoryChooser chooser = new DirectoryChooser();
    chooser.setTitle(title);
    lastFolder.ifPresent(folder -> chooser.setInitialDirectory(folder.toFile()));
    return chosen(Optional.ofNullable(chooser.showDialog(owner)));
  }

  private static FileChooser chooser(String title, List<Kind> kinds) {
    FileChooser chooser = new FileChooser();
    chooser.setTitle(title);
    kinds.forEach(kind ->
        chooser
            .getExtensionFilters()
            .add(new FileChooser.ExtensionFilter(kind.title(), kind.patterns())));
    return chooser;
  }

  private Optional<Path> chosen(Optional<File> file) {
    Optional<Path> path = file.map(File::toPath);
    path.map(Path::getParent).ifPresent(folder -> lastFolder = Optional.of(folder));
    return path;
  }

  /// Shows a file or folder in the system's program for it.
  ///
  /// @throws Problem if it no longer exists, or no program can show it
  private static void start(Path what) {
    if (!Files.exists(what)) {
      throw new Problem(
          wording("SystemFileDialogs.the_file_no_longer_exists"),
          what.toString(),
          wording("SystemFileDialogs.check_where_it_was_moved"));
    }
    String program = program(System.getProperty("os.name"));
    try {
      Path found =
          InstalledProgram.onPath(program, program + ".exe")
              .orElseThrow(() -> new NoSuchFileException(program));
      new ProcessBuilder(found.toString(), what.toAbsolutePath().toString())
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      throw new Problem(
          wording("SystemFileDialogs.the_system_has_no_to_show", program),
          what.toString(),
          wording("SystemFileDialogs.open_it_by_hand"),
          e);
    }
  }

  private static String program(String system) {
    String name = system.toLowerCase(Locale.ROOT);
    return name.startsWith("windows") ? "explorer" : name.startsWith("mac") ? "open" : "xdg-open";
  }
}
