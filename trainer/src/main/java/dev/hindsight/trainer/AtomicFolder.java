package dev.hindsight.trainer;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/// Writes files that belong together into a folder with a temporary name. [#publish] puts them all
/// where they are to be; closing it before that deletes them. So a reader sees all of them or none,
/// even if the disk is full or the program is killed.
///
/// A folder that did not exist appears whole. In one that exists the files appear one after the
/// other, and those that have are deleted again if one cannot be put there.
///
/// Blocks: for background threads.
public final class AtomicFolder implements AutoCloseable {
  private final Path target;
  private final Path part;

  private AtomicFolder(Path target, Path part) {
    this.target = target;
    this.part = part;
  }

  /// Makes an empty folder beside the target, or within it if it exists, and the folders above it
  /// that are missing. Of a symbolic link, the target is the folder that it leads to.
  ///
  /// @param attributes of new folders, such as their permissions; a target that exists keeps its
  ///   own
  /// @throws FileAlreadyExistsException if the target is no folder
  public static AtomicFolder of(Path target, FileAttribute<?>... attributes) throws IOException {
    Path whole = OutputFile.place(target.toAbsolutePath().normalize());
    Path above = whole.getParent();
    if (above == null || (Files.exists(whole) && !Files.isDirectory(whole))) {
      throw new FileAlreadyExistsException(whole.toString());
    }
    Files.createDirectories(above, attributes);
    // Hidden from those who list a folder's content.
    String name = "." + whole.getFileName();
    Path like = Files.isDirectory(whole) ? whole.resolve(name) : whole.resolveSibling(name);
    return new AtomicFolder(
        whole, AtomicFile.part(like, folder -> Files.createDirectory(folder, attributes)));
  }

  /// The temporary folder to write to.
  public Path path() {
    return part;
  }

  /// Puts all files of the temporary folder, and of the folders in it, into the target.
  ///
  /// @throws FileAlreadyExistsException if one of them is there already: none is replaced
  public void publish() throws IOException {
    List<Path> files = files();
    for (Path file : files) {
      // Without it, a power failure may keep the names but none of the bytes.
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
    }
    if (Files.exists(target)) {
      moveInto(files);
    } else {
      AtomicFile.rename(part, target);
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(part)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private void moveInto(List<Path> files) throws IOException {
    for (Path file : files) {
      Path place = place(file);
      if (Files.exists(place)) {
        throw new FileAlreadyExistsException(place.toString());
      }
    }
    Deque<Path> made = new ArrayDeque<>();
    try {
      for (Path file : files) {
        makeFolder(place(file).resolveSibling(""), made);
        AtomicFile.rename(file, place(file));
        made.push(place(file));
      }
    } catch (IOException e) {
      for (Path each : made) {
        Files.deleteIfExists(each);
      }
      throw e;
    }
  }

  private Path place(Path file) {
    return target.resolve(part.relativize(file));
  }

  /// Makes a folder and those above it that are missing.
  private static void makeFolder(Path folder, Deque<Path> made) throws IOException {
    if (!Files.isDirectory(folder)) {
      makeFolder(folder.resolveSibling(""), made);
      Files.createDirectory(folder);
      made.push(folder);
    }
  }

  @Override
  public void close() throws IOException {
    if (Files.exists(part)) {
      FolderDeletion.delete(part);
    }
  }
}
