package dev.hindsight.trainer;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/// What must hold of a file that the user asks to be written, before anything is written: it is a
/// new file or replaces an ordinary one, and nothing that the work reads is lost by that.
public final class OutputFile {
  /// As many links as Linux follows before it takes them for a loop.
  private static final int MOST_LINKS = 40;

  private OutputFile() {}

  /// Where a file lies that is written under a name: the name itself or, of a symbolic link, the
  /// file that it leads to, whether that exists yet or not. What is renamed to this place leaves
  /// the link as it is.
  ///
  /// @return absolute
  /// @throws IOException if the links form a loop, or cannot be read
  public static Path place(Path out) throws IOException {
    Path place = out.toAbsolutePath();
    for (int links = 0; Files.isSymbolicLink(place); links++) {
      if (links == MOST_LINKS) {
        throw new java.nio.file.FileSystemException(
            out.toString(), null, wording("OutputFile.its_links_form_a_loop"));
      }
      place = place.resolveSibling(Files.readSymbolicLink(place));
    }
    return place;
  }

  /// Checks a file against what is read to make it.
  ///
  /// Two names are one file if they lead to the same place: through links, symbolic or hard, or in
  /// another spelling. A file inside a folder that is read counts as read too.
  ///
  /// @param out the file to write; a folder only if the work writes into folders
  /// @param inputs files and folders that are read; those that do not exist are ignored
  /// @throws Problem if writing would destroy an input
  public static void spares(Path out, Collection<Path> inputs) {
    Path place = placeOrItself(out);
    for (Path input : inputs) {
      // A recording grows beside its place, under this name.
      for (Path written : List.of(out, place.resolveSibling(place.getFileName() + ".part"))) {
        if (destroys(written, input)) {
          throw new Problem(
              wording("OutputFile.writing_it_would_destroy", input),
              out.toString(),
              wording("OutputFile.choose_another_name"));
        }
      }
    }
  }

  /// Checks before long work that its result can be written where it is to be.
  ///
  /// @throws Problem if its folder does not exist, or something other than an ordinary file has its
  ///   name
  public static void requirePlace(Path out) {
    try {
      Path place = place(out);
      Path folder = place.getParent();
      if (folder != null && !Files.isDirectory(folder)) {
        throw new Problem(
            wording("OutputFile.its_folder_does_not_exist"),
            (Files.isSymbolicLink(out) ? place : out).toString(),
            wording("OutputFile.make_the_folder_or"));
      }
      requireOrdinary(out);
    } catch (java.nio.file.FileSystemException e) {
      throw new Problem(
          String.valueOf(e.getReason()),
          out.toString(),
          wording("OutputFile.choose_another_name"),
          e);
    } catch (IOException e) {
      throw new Problem(
          wording("OutputFile.it_cannot_be_reached"),
          out.toString(),
          wording("OutputFile.choose_another_name"),
          e);
    }
  }

  /// Checks a file that is to be written.
  ///
  /// @throws IOException if something other than an ordinary file has its name
  static void requireOrdinary(Path out) throws IOException {
    if (Files.exists(out) && !Files.isRegularFile(out)) {
      throw new java.nio.file.FileSystemException(
          out.toString(),
          null,
          Files.isDirectory(out)
              ? wording("OutputFile.it_is_a_folder")
              : wording("OutputFile.it_is_no_ordinary_file"));
    }
  }

  /// As [#place]; the name itself if its links form a loop, which the writer will refuse.
  public static Path placeOrItself(Path out) {
    try {
      return place(out);
    } catch (IOException _) {
      return out;
    }
  }

  private static boolean destroys(Path out, Path input) {
    try {
      if (!Files.exists(out) || !Files.exists(input) || Files.isDirectory(out)) {
        return false;
      }
      return Files.isDirectory(input)
          ? out.toRealPath().startsWith(input.toRealPath())
          : Files.isSameFile(out, input);
    } catch (IOException _) {
      // One of them cannot be reached, so it cannot be written either.
      return false;
    }
  }
}
