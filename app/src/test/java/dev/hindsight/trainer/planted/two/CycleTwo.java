package dev.hindsight.trainer.planted.two;

import dev.hindsight.trainer.planted.one.CycleOne;
import java.util.List;

/// Depends on the other half.
public final class CycleTwo {
  private CycleTwo() {}

  /// The other half.
  public static List<CycleOne> needed() {
    return List.of();
  }
}
