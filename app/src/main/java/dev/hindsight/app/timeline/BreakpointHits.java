package dev.hindsight.app.timeline;

import dev.hindsight.inspector.breakpoint.Breakpoint;
import dev.hindsight.inspector.breakpoint.ConditionResult;
import dev.hindsight.inspector.breakpoint.HitSearch;
import java.util.Optional;

/// A breakpoint that is looked for, and what came of it in a recording.
///
/// @param number its place in the list, from 1
/// @param breakpoint it
/// @param found what came of it
public record BreakpointHits(int number, Breakpoint breakpoint, ConditionResult found) {
  /// The hits, where there are some to look through.
  public Optional<HitSearch> search() {
    return found instanceof ConditionResult.Completed completed
        ? Optional.of(new HitSearch(completed, breakpoint.when()))
        : Optional.empty();
  }

  /// Whether nothing more will be found in the first so many ticks.
  public boolean knows(int ticks) {
    return switch (found) {
      case ConditionResult.Pending _ -> false;
      case ConditionResult.Completed completed -> completed.hits().ticks() >= ticks;
      case ConditionResult.Failed _ -> true;
    };
  }
}
