package dev.hindsight.app.dock;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.inspector.breakpoint.VersionedJsonFile;
import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// The folder of layouts, with the last one for each kind of recording. Reads and writes files: for
/// background threads.
///
/// @param folder need not exist yet
public record LayoutStore(Path folder) {

  /// The result if there is no file.
  public static final StoredLayout NOTHING = new StoredLayout(Optional.empty(), Optional.empty());

  /// A layout read from the folder.
  ///
  /// @param layout empty if there is none, or a damaged one
  /// @param trouble why a file could not be used; it was renamed
  public record StoredLayout(Optional<Layout> layout, Optional<Problem> trouble) {}

  /// The layout used last for a kind of recording.
  ///
  /// A file that is not a layout is renamed and reported: the next change writes a new one.
  public StoredLayout remembered(String kind) {
    Path file = file(kind);
    if (!Files.exists(file)) {
      return NOTHING;
    }
    try {
      return new StoredLayout(Optional.of(read(file)), Optional.empty());
    } catch (Problem broken) {
      return new StoredLayout(Optional.empty(), Optional.of(setAside(file, broken)));
    }
  }

  /// Stores the layout of a kind of recording.
  public void remember(String kind, Layout layout) {
    write(layout, file(kind));
  }

  /// Reads a layout file.
  ///
  /// @throws Problem if it is none
  public static Layout read(Path file) {
    try {
      if (!Files.isRegularFile(file)) {
        throw new NoSuchFileException(file.toString());
      }
      return LayoutJson.read(Files.readString(file), file.toString());
    } catch (IOException unreadable) {
      String why =
          switch (unreadable) {
            case NoSuchFileException _ -> wording("LayoutStore.there_is_no_such_file");
            case CharacterCodingException _ -> wording("LayoutStore.it_is_no_text");
            default -> Problem.reason(unreadable);
          };
      throw new Problem(
          wording("LayoutStore.the_layout_cannot_be_read", why),
          file.toString(),
          wording("LayoutStore.check_the_file_or_choose_another"),
          unreadable);
    }
  }

  /// A layout as text, in the form of its file.
  public static String text(Layout layout) {
    return LayoutJson.write(layout);
  }

  /// Reads a layout from text.
  ///
  /// @param where its file, for the problem
  /// @throws Problem if it is none
  public static Layout parse(String text, String where) {
    return LayoutJson.read(text, where);
  }

  /// Writes a whole layout file atomically.
  ///
  /// @throws Problem if the folder cannot be written to
  public static void write(Layout layout, Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      AtomicFile.write(file, LayoutJson.write(layout).getBytes(StandardCharsets.UTF_8));
    } catch (IOException unwritable) {
      throw new Problem(
          wording("LayoutStore.the_layout_cannot_be_written"),
          file.toString(),
          wording("LayoutStore.choose_another_folder"),
          unwritable);
    }
  }

  private static Problem setAside(Path file, Problem broken) {
    Path aside = file.resolveSibling(file.getFileName() + ".broken");
    try {
      AtomicFile.rename(file, aside);
      return new Problem(
          wording("LayoutStore.the_saved_layout_is_not_used", broken.what()),
          aside.toString(),
          wording("LayoutStore.repair_that_file_and_import_it"));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private Path file(String kind) {
    return folder.resolve(VersionedJsonFile.nameOf(kind));
  }
}
