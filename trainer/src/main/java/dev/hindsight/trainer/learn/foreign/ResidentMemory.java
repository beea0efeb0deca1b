package dev.hindsight.trainer.learn.foreign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The memory that this process holds, native memory included.
final class ResidentMemory {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String NAME = "VmRSS:";

  private ResidentMemory() {}

  /// Bytes; 0 where the system does not say (only Linux does).
  static long bytes() {
    if (!Files.isReadable(STATUS)) {
      return 0;
    }
    try {
      for (String line : Files.readAllLines(STATUS)) {
        if (line.startsWith(NAME)) {
          String[] words = line.substring(NAME.length()).strip().split(" ", -1);
          return Long.parseLong(words[0]) << 10;
        }
      }
      return 0;
    } catch (IOException | NumberFormatException _) {
      return 0;
    }
  }
}
