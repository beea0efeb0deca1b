package dev.hindsight.trainer.rollout.foreign;

import dev.hindsight.trainer.rollout.Python;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Folders as the reference's inspection script writes them, made by a Python program; tests are
/// skipped where there is no `python3`.
public final class InspectionSample {
  private InspectionSample() {}

  /// Writes one.
  ///
  /// @param options `agents=3`, `trials=2`, `length=6`, `heads=2`, `poses=0`, ..., as the program
  ///   says
  public static Path write(Path folder, String... options) throws Exception {
    try (InputStream program =
        Objects.requireNonNull(
            InspectionSample.class.getResourceAsStream("inspection_sample.py"))) {
      List<String> arguments = new ArrayList<>(List.of(folder.toString()));
      arguments.addAll(List.of(options));
      String _ =
          Python.run(
              new String(program.readAllBytes(), StandardCharsets.UTF_8),
              arguments.toArray(String[]::new));
    }
    return folder;
  }
}
