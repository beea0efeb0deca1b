package dev.hindsight.app.fx;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.stage.FileChooser;
import javafx.stage.Window;

/// The file choosers of the system. They begin in the folder of the last choice.
public final class SystemFileDialogs implements FileDialogs {
  private final Window owner;
  private Optional<Path> lastFolder = Optional.empty();

  /// Choosers that belong to a window.
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
  public Optional<Path> save(String title, Kind kind, Path suggestion) {
    FileChooser chooser = chooser(title, List.of(kind));
    chooser.setInitialFileName(suggestion.getFileName().toString());
    Optional.ofNullable(suggestion.toAbsolutePath().getParent())
        .filter(Files::isDirectory)
        .ifPresent(folder -> chooser.setInitialDirectory(folder.toFile()));
    return chosen(Optional.ofNullable(chooser.showSaveDialog(owner)));
  }

  @Override
  public void launch(Path what) {
    SystemPrograms.launch(what);
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
}
