package dev.hindsight.inspector.bookmark;

import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The bookmarks of a recording, in a file beside it: `x.rollout.bookmarks.json`. Blocks: for a
/// background thread; one call at a time.
///
/// What is in the file is never lost: one that cannot be read, or that somebody else has written
/// since, is set aside under another name before a new one takes its place.
public final class BookmarkFile {
  private final Path file;
  private Optional<byte[]> known = Optional.empty();

  /// The file of a recording, which need not be there.
  public BookmarkFile(Path rollout) {
    file = rollout.resolveSibling(rollout.getFileName() + ".bookmarks.json");
  }

  /// Where it is.
  public Path path() {
    return file;
  }

  /// Reads it; no file is no bookmarks.
  ///
  /// @throws Problem if it is there and cannot be understood
  public List<Bookmark> read() {
    Optional<byte[]> bytes = content();
    List<Bookmark> found =
        bytes.isEmpty() ? List.of() : BookmarkJson.parse(bytes.get(), file.toString());
    known = bytes;
    return found;
  }

  /// Writes it, whole or not at all.
  ///
  /// @return where what was there has been set aside, if it was not what this object knows
  /// @throws Problem if the folder does not take it
  public Optional<Path> write(List<Bookmark> bookmarks) {
    byte[] bytes = BookmarkJson.bytes(bookmarks);
    Optional<byte[]> there = content();
    boolean strange =
        there.isPresent() && !(known.isPresent() && Arrays.equals(there.get(), known.get()));
    try {
      Optional<Path> aside = strange ? Optional.of(free()) : Optional.empty();
      if (aside.isPresent()) {
        Files.copy(file, aside.get());
      }
      AtomicFile.write(file, bytes);
      known = Optional.of(bytes);
      return aside;
    } catch (IOException e) {
      throw new Problem(
          "the bookmarks cannot be written",
          file.toString(),
          "make the folder writable, then change a bookmark again",
          e);
    }
  }

  private Optional<byte[]> content() {
    try {
      return Optional.of(Files.readAllBytes(file));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    } catch (IOException e) {
      throw new Problem(
          "the bookmarks cannot be read", file.toString(), "make the file readable", e);
    }
  }

  private Path free() {
    Path name = file.resolveSibling(file.getFileName() + ".kept");
    for (int number = 2; Files.exists(name); number++) {
      name = file.resolveSibling(file.getFileName() + ".kept" + number);
    }
    return name;
  }
}
