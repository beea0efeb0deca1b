package dev.hindsight.trainer.fault;

import dev.hindsight.trainer.Problem;

/// What Jazzer calls, by these names.
public final class JazzerTarget {
  private static final FuzzTarget TARGET =
      TrainerTargets.ALL.stream()
          .filter(target -> target.name().equals(System.getProperty(GuidedFuzzingTest.TARGET, "")))
          .findFirst()
          .orElseThrow();

  private JazzerTarget() {}

  /// Tries the seeds without a limit: what loading and instrumenting classes takes is not the
  /// reader's.
  public static void fuzzerInitialize() throws Exception {
    for (byte[] seed : TARGET.seeds().make()) {
      try {
        TARGET.reading().read(seed);
      } catch (Problem _) {
        // A seed may be an input that is refused.
      }
    }
  }

  /// Reads an input.
  public static void fuzzerTestOneInput(byte[] input) throws Exception {
    TARGET.tried(input);
  }
}
