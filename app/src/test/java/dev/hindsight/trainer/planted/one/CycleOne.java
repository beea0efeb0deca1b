package dev.hindsight.trainer.planted.one;

import dev.hindsight.trainer.planted.two.CycleTwo;
import java.util.List;

/// Depends on the other half.
public final class CycleOne {
  private CycleOne() {}

  /// The other half.
  public static List<CycleTwo> needed() {
    return List.of();
  }
}
