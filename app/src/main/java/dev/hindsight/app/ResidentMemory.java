package dev.hindsight.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What of this process is in the machine's memory, as Linux tells it; NaN elsewhere.
///
/// @param own MiB that are this process's alone: heap, classes, native memory
/// @param mapped MiB of files, recordings among them: the system takes these pages back whenever it
///   wants them
record ResidentMemory(double own, double mapped) {
  private static final Path STATUS = Path.of("/proc/self/status");

  /// Now.
  static ResidentMemory now() {
    try {
      List<String> lines = Files.readAllLines(STATUS);
      return new ResidentMemory(mebibytes(lines, "RssAnon:"), mebibytes(lines, "RssFile:"));
    } catch (IOException _) {
      return new ResidentMemory(Double.NaN, Double.NaN);
    }
  }

  /// The larger of both, part by part.
  ResidentMemory most(ResidentMemory other) {
    return new ResidentMemory(Math.max(own, other.own), Math.max(mapped, other.mapped));
  }

  /// A line reads `RssAnon: 1234 kB`.
  private static double mebibytes(List<String> lines, String name) {
    return lines.stream()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
        .findFirst()
        .orElse(Double.NaN);
  }
}
