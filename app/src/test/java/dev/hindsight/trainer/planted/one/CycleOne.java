package dev.hindsight.trainer.planted.one;

import dev.hindsight.trainer.planted.two.CycleTwo;
import java.util.List;

/// Needs the other half.
public final class CycleOne {
  private CycleOne() {}

  /// What it needs.
  public static List<CycleTwo> needed() {
    return List.of();
  }
}
