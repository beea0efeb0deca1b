package dev.hindsight.trainer;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A folder among the temporary files. Closing it deletes it with its content; the next process
/// that opens one with the same name deletes what a killed process left. Any thread.
///
/// While the process lives, it locks a file beside the folder's content; the system releases the
/// lock when the process dies.
public final class TemporaryFolder implements AutoCloseable {
  private static final String IN_USE = "in-use";
  private static final String BEGINNING = "hindsight-";

  private final Path whole;
  private final Path content;
  private final FileChannel inUse;

  /// Makes the folder.
  ///
  /// @param name prefix of the folder's name
  /// @throws Problem if the disk is full or the folder cannot be made
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
          wording("TemporaryFolder.no_temporary_folder_can_be_made"),
          place(),
          wording("TemporaryFolder.free_disk_space_there_or_name"),
          e);
    }
  }

  /// The folder.
  public Path path() {
    return content;
  }

  @Override
  public void close() {
    try {
      inUse.close();
      FolderDeletion.delete(whole);
    } catch (IOException _) {
      // The next process with that name deletes it.
      return;
    }
  }

  private static String place() {
    return String.valueOf(System.getProperty("java.io.tmpdir"));
  }

  private static String own(String name) {
    return BEGINNING + name + "-" + ProcessHandle.current().pid() + "-";
  }

  /// The file is empty until it is locked, so that no other process takes the folder for abandoned.
  private static void hold(FileChannel inUse) throws IOException {
    try {
      var _ = inUse.lock();
    } catch (IOException _) {
      // Without locks, abandoned folders cannot be recognised; the system clears them.
      return;
    }
    inUse.write(ByteBuffer.wrap(new byte[] {1}));
  }

  /// Skips the folders of this process: testing a lock that this process holds releases it.
  private static void clear(String name) {
    try (DirectoryStream<Path> left =
        Files.newDirectoryStream(Path.of(place()), BEGINNING + name + "-*")) {
      for (Path folder : left) {
        if (!folder.getFileName().toString().startsWith(own(name)) && isLeft(folder)) {
          FolderDeletion.delete(folder);
        }
      }
    } catch (IOException | DirectoryIteratorException _) {
      // It belongs to another user, or another process deleted it meanwhile.
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
