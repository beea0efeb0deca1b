package dev.hindsight.app.fuzz;

import dev.hindsight.trainer.fault.FuzzTarget;
import dev.hindsight.trainer.fault.GuidedFuzzing;

/// What Jazzer calls, by these names.
public final class AppJazzerTarget {
  private static final FuzzTarget TARGET = GuidedFuzzing.chosen(AppTargets.GUIDED);

  private AppJazzerTarget() {}

  /// Loads what the reader needs.
  public static void fuzzerInitialize() throws Exception {
    GuidedFuzzing.begin(TARGET);
  }

  /// Reads an input.
  public static void fuzzerTestOneInput(byte[] input) throws Exception {
    GuidedFuzzing.tried(TARGET, input);
  }
}
