package dev.hindsight.trainer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A folder among the temporary files, deleted with all that is in it when it is closed. What a
/// process that was killed has left is deleted by the next one of that name. Any thread.
///
/// As long as its process lives, a file beside the folder's content is locked; the system takes the
/// lock away from whoever dies.
public final class TemporaryFolder implements AutoCloseable {
  private static final String IN_USE = "in-use";
  private static final String BEGINNING = "hindsight-";

  private final Path whole;
  private final Path content;
  private final FileChannel inUse;

  /// Makes it.
  ///
  /// @param name what its name begins with
  /// @throws Problem where there is no room
  public TemporaryFolder(String name) {
    clear(name);
    try {
      whole = Files.createTempDirectory(own(name));
      content = Files.createDirectory(whole.resolve("content"));
      inUse =
          FileChannel.open(
              whole.resolve(IN_USE), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      hold(inUse);
    } catch (IOException e) {
      throw new Problem(
          "no temporary folder can be made",
          place(),
          "free disk space there, or name another with -Djava.io.tmpdir",
          e);
    }
  }

  /// Where it is.
  public Path path() {
    return content;
  }

  @Override
  public void close() {
    try {
      inUse.close();
      FolderDeletion.delete(whole);
    } catch (IOException _) {
      // The next one of that name deletes it.
      return;
    }
  }

  private static String place() {
    return String.valueOf(System.getProperty("java.io.tmpdir"));
  }

  private static String own(String name) {
    return BEGINNING + name + "-" + ProcessHandle.current().pid() + "-";
  }

  /// Empty until it is locked, so that nobody takes it for left before.
  private static void hold(FileChannel inUse) throws IOException {
    try {
      var _ = inUse.lock();
    } catch (IOException _) {
      // Where nothing can be locked nobody can tell what is left; the system clears it.
      return;
    }
    inUse.write(ByteBuffer.wrap(new byte[] {1}));
  }

  /// Those of this process are left alone: asking whether a file is locked by oneself unlocks it.
  private static void clear(String name) {
    try (DirectoryStream<Path> left =
        Files.newDirectoryStream(Path.of(place()), BEGINNING + name + "-*")) {
      for (Path folder : left) {
        if (!folder.getFileName().toString().startsWith(own(name)) && isLeft(folder)) {
          FolderDeletion.delete(folder);
        }
      }
    } catch (IOException | DirectoryIteratorException _) {
      // Somebody else's, or deleted by somebody else meanwhile.
      return;
    }
  }

  private static boolean isLeft(Path folder) throws IOException {
    Path file = folder.resolve(IN_USE);
    if (!Files.isRegularFile(file) || Files.size(file) == 0) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      return lock != null;
    }
  }
}
