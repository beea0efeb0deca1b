package dev.hindsight.trainer.fault;

/// What Jazzer calls, by these names.
public final class JazzerTarget {
  private static final FuzzTarget TARGET = GuidedFuzzing.chosen(TrainerTargets.ALL);

  private JazzerTarget() {}

  /// Loads what the reader needs.
  public static void fuzzerInitialize() throws Exception {
    GuidedFuzzing.begin(TARGET);
  }

  /// Reads an input.
  public static void fuzzerTestOneInput(byte[] input) throws Exception {
    GuidedFuzzing.tried(TARGET, input);
  }
}
