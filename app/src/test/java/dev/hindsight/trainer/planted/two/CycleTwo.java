package dev.hindsight.trainer.planted.two;

import dev.hindsight.trainer.planted.one.CycleOne;
import java.util.List;

/// Needs the other half.
public final class CycleTwo {
  private CycleTwo() {}

  /// What it needs.
  public static List<CycleOne> needed() {
    return List.of();
  }
}
