package dev.hindsight.trainer.run.ledger;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Reads a ledger's lines, one at a time.
///
/// A run notes its progress every second, so nearly all lines of a ledger are progress that a later
/// line replaces: a hundred hours of training are 360,000 of them. They are recognised by how they
/// begin and skipped before anything parses them.
final class LedgerLines {
  private static final String RUN = "{\"run\":\"";
  private static final String TIME = "\",\"time\":\"";
  private static final String PROGRESS = "\",\"kind\":\"progress\",";

  /// The end of a complete line; one that a dying process left incomplete ends differently.
  private static final String END = "}}";

  private LedgerLines() {}

  /// Reads every line.
  static void all(Path file, Consumer<String> line) throws IOException {
    // Unlike the reader of Files, this one goes on after bytes that are no characters: an
    // incomplete character at the end must not hide the rest.
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
      for (String next = lines.readLine(); next != null; next = lines.readLine()) {
        line.accept(next);
      }
    }
  }

  /// Reads all lines except progress that is followed by newer progress as the next line of the
  /// same run. The lines of each run keep their order.
  static void latest(Path file, Consumer<String> line) throws IOException {
    Map<String, String> progress = new LinkedHashMap<>();
    all(
        file,
        next -> {
          Optional<String> run = run(next);
          if (run.isPresent() && isProgress(next)) {
            progress.put(run.get(), next);
            return;
          }
          if (run.isPresent()) {
            Optional.ofNullable(progress.remove(run.get())).ifPresent(line);
          } else {
            progress.values().forEach(line);
            progress.clear();
          }
          line.accept(next);
        });
    progress.values().forEach(line);
  }

  /// Whether a line is the beginning of an entry.
  static boolean begun(String line) {
    return !line.endsWith("}") && (line.startsWith(RUN) || RUN.startsWith(line));
  }

  private static Optional<String> run(String line) {
    int end = line.startsWith(RUN) ? line.indexOf(TIME, RUN.length()) : -1;
    return end < 0 ? Optional.empty() : Optional.of(line.substring(RUN.length(), end));
  }

  private static boolean isProgress(String line) {
    int time = line.indexOf(TIME) + TIME.length();
    int end = line.indexOf('"', time);
    return end >= 0 && line.startsWith(PROGRESS, end) && line.endsWith(END);
  }
}
