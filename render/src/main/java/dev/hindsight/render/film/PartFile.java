package dev.hindsight.render.film;

import dev.hindsight.trainer.AtomicFile;
import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import javax.imageio.IIOException;

/// An unfinished film: an [AtomicFile] that reports failures in the user's words.
final class PartFile implements AutoCloseable {
  private final Path target;
  private final AtomicFile file;

  /// Creates an empty file beside the target, which shows that the folder can be written to.
  ///
  /// @throws Problem if it cannot
  PartFile(Path target) {
    this.target = target;
    if (Files.isDirectory(target)) {
      throw new Problem("this is a folder", target.toString(), "name a file in it");
    }
    try {
      file = AtomicFile.beside(target);
    } catch (IOException e) {
      throw problem(e);
    }
  }

  /// The temporary file to write to.
  Path path() {
    return file.path();
  }

  /// Renames the finished file to its target and replaces what was there.
  ///
  /// @throws Problem if that fails
  long publish() {
    try {
      return file.publish();
    } catch (IOException e) {
      throw problem(e);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /// Explains a failure to write in terms of the target, the only file the user knows.
  Problem problem(IOException e) {
    return switch (e) {
      case AccessDeniedException _ ->
          new Problem(
              "the folder cannot be written",
              target.toString(),
              "choose a folder you can write to",
              e);
      case NoSuchFileException _ ->
          new Problem("the folder does not exist", target.toString(), "create it first", e);
      case FileSystemException f when f.getReason() != null ->
          new Problem(
              "cannot be written: " + f.getReason(), target.toString(), "choose another place", e);
      // ImageIO wraps the disk's error in a less informative one.
      case IIOException wrapped when wrapped.getCause() instanceof IOException cause ->
          problem(cause);
      default ->
          new Problem(
              "cannot be written: " + e.getMessage(),
              target.toString(),
              "check that the disk has free space",
              e);
    };
  }
}
