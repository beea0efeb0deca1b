package dev.hindsight.trainer.policy;

import dev.hindsight.trainer.fault.FuzzScratch;
import dev.hindsight.trainer.fault.FuzzTarget;
import java.nio.file.Files;
import java.util.List;

/// Pickles in archives whose checksums are right.
public final class PickleTargets {
  /// All.
  public static final List<FuzzTarget> ALL =
      List.of(
          new FuzzTarget("pickle", PickleTargets::pickles, PickleTargets::archived),
          new FuzzTarget(
              "torch-file",
              PickleTargets::files,
              bytes -> Checkpoints.read(FuzzScratch.file("x.pt", bytes))));

  private static final float[] SIX = {0, 1, 2, 3, 4, 5};

  private PickleTargets() {}

  private static List<byte[]> pickles() {
    return List.of(
        PickleWriter.stateDict()
            .tensor("a", "FloatStorage", "7", 6, 0, new int[] {2, 2}, new int[] {2, 1})
            .tensor("b", "HalfStorage", "8", 6, 4, new int[] {2}, new int[] {1})
            .stop(),
        PickleWriter.stateDict().vector("w", "7", 6).stop());
  }

  private static TorchFileWriter around(byte[] pickle) {
    return TorchFileWriter.around(pickle).floats("7", SIX).member("data/8", new byte[12]);
  }

  private static void archived(byte[] pickle) throws Exception {
    var _ = Checkpoints.read(around(pickle).write(FuzzScratch.empty()));
  }

  private static List<byte[]> files() throws Exception {
    return List.of(Files.readAllBytes(around(pickles().getFirst()).write(FuzzScratch.empty())));
  }
}
