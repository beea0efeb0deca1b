package dev.hindsight.trainer.fault;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What Jazzer calls, by these names.
public final class JazzerTarget {
  /// The property that names the target.
  static final String NAME = "hindsight.fuzz.target";

  private static final FuzzTarget TARGET =
      TrainerTargets.ALL.stream()
          .filter(target -> target.name().equals(System.getProperty(NAME, "")))
          .findFirst()
          .orElseThrow();

  private JazzerTarget() {}

  /// Reads an input.
  public static void fuzzerTestOneInput(byte[] input) throws Exception {
    TARGET.tried(input);
  }

  /// Writes the seeds of a target to a folder, where Jazzer begins.
  static Path seeds(FuzzTarget target, Path folder) throws Exception {
    Files.createDirectories(folder);
    List<byte[]> seeds = target.seeds().make();
    for (int i = 0; i < seeds.size(); i++) {
      Files.write(folder.resolve("seed-" + i), seeds.get(i));
    }
    return folder;
  }
}
