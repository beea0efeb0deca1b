package dev.hindsight.trainer.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Inputs that once failed, kept as files: `src/test/fuzz/TARGET/NAME` of the module.
public final class KeptInputs {
  private KeptInputs() {}

  /// Those of a target, as paths.
  ///
  /// @param module whose target it is
  public static List<Path> of(String module, FuzzTarget target) throws IOException {
    Path folder =
        Path.of(System.getProperty("hindsight.root", ".."), module, "src", "test", "fuzz")
            .resolve(target.name());
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
