package dev.hindsight.render.film;

import static dev.hindsight.render.text.RenderText.wording;

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
      throw new Problem(
          wording("PartFile.this_is_a_folder"),
          target.toString(),
          wording("PartFile.name_a_file_in_it"));
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
              wording("PartFile.the_folder_cannot_be_written"),
              target.toString(),
              wording("PartFile.choose_a_folder_you_can_write"),
              e);
      case NoSuchFileException _ ->
          new Problem(
              wording("PartFile.the_folder_does_not_exist"),
              target.toString(),
              wording("PartFile.create_it_first"),
              e);
      case FileSystemException f when f.getReason() != null ->
          new Problem(
              wording("PartFile.cannot_be_written", f.getReason()),
              target.toString(),
              wording("PartFile.choose_another_place"),
              e);
      // ImageIO wraps the disk's error in a less informative one.
      case IIOException wrapped when wrapped.getCause() instanceof IOException cause ->
          problem(cause);
      default ->
          new Problem(
              wording("PartFile.cannot_be_written", e.getMessage()),
              target.toString(),
              wording("PartFile.check_that_the_disk_has_free"),
              e);
    };
  }
}
