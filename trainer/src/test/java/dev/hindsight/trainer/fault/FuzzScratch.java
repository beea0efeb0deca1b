package dev.hindsight.trainer.fault;

import dev.hindsight.trainer.TemporaryCacheFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Files for inputs that are read as files, in memory where the system has such a folder. One
/// thread.
public final class FuzzScratch {
  private static final Path MEMORY = Path.of("/dev/shm");
  private static final Path FOLDER = create();
  private static final Path HELD = FOLDER.resolve("held");
  private static final Path TRIED = FOLDER.resolve("tried");

  private FuzzScratch() {}

  private static Path create() {
    try {
      Path folder =
          Files.isWritable(MEMORY)
              ? Files.createTempDirectory(MEMORY, "hindsight-fuzz")
              : Files.createTempDirectory("hindsight-fuzz");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> clear(folder)));
      return folder;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void clear(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    List<Path> all;
    try (Stream<Path> walked = Files.walk(folder)) {
      all = walked.sorted(Comparator.reverseOrder()).toList();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    for (Path each : all) {
      each.toFile().delete();
    }
  }

  /// The cache folder is among what is tried until it is closed.
  static TemporaryCacheFolder cache() {
    return new TemporaryCacheFolder(TRIED.resolve("cache"));
  }

  /// A folder for what all inputs need, kept to the end of the process.
  public static Path held() throws IOException {
    return Files.createDirectories(HELD);
  }

  /// An empty folder, which the next call clears.
  public static Path empty() throws IOException {
    clear(TRIED);
    return Files.createDirectories(TRIED);
  }

  /// A file with some bytes, alone in its folder.
  public static Path file(String name, byte[] bytes) throws IOException {
    Path file = empty().resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, bytes);
  }
}
