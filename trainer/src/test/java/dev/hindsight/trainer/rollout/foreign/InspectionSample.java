package dev.hindsight.trainer.rollout.foreign;

import dev.hindsight.trainer.rollout.Python;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// Folders as the reference's inspection script writes them, made by a Python program; tests are
/// skipped where there is no `python3`.
public final class InspectionSample {
  /// Samples that were made in this JVM, by their options: starting Python takes most of the time.
  private static final Map<List<String>, Path> MADE = new HashMap<>();

  private InspectionSample() {}

  /// Writes one.
  ///
  /// @param options `agents=3`, `trials=2`, `length=6`, `heads=2`, `poses=0`, ..., as the program
  ///   says
  public static synchronized Path write(Path folder, String... options) throws Exception {
    List<String> chosen = List.of(options);
    Path made = MADE.get(chosen);
    if (made == null) {
      made = make(chosen);
      MADE.put(chosen, made);
    }
    Files.createDirectories(folder);
    try (Stream<Path> files = Files.list(made)) {
      for (Path file : files.toList()) {
        Files.copy(file, folder.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    return folder;
  }

  private static Path make(List<String> options) throws Exception {
    Path folder = Files.createTempDirectory("inspection");
    Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
    try (InputStream program =
        Objects.requireNonNull(
            InspectionSample.class.getResourceAsStream("inspection_sample.py"))) {
      List<String> arguments = new ArrayList<>(List.of(folder.toString()));
      arguments.addAll(options);
      String _ =
          Python.run(
              new String(program.readAllBytes(), StandardCharsets.UTF_8),
              arguments.toArray(String[]::new));
    }
    return folder;
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
