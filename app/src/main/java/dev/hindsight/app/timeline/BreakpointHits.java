package dev.hindsight.app.timeline;

import dev.hindsight.inspector.breakpoint.Breakpoint;
import dev.hindsight.inspector.breakpoint.ConditionResult;
import dev.hindsight.inspector.breakpoint.HitSearch;
import java.util.Optional;

/// A breakpoint that is on, and the result of searching a recording for it.
///
/// @param number its position in the list, from 1
/// @param breakpoint the breakpoint
/// @param found the search result
public record BreakpointHits(int number, Breakpoint breakpoint, ConditionResult found) {
  /// The hits, if the search has completed.
  public Optional<HitSearch> search() {
    return found instanceof ConditionResult.Completed completed
        ? Optional.of(new HitSearch(completed, breakpoint.when()))
        : Optional.empty();
  }

  /// Whether nothing more can be found in the first `ticks` ticks.
  public boolean knows(int ticks) {
    return switch (found) {
      case ConditionResult.Pending _ -> false;
      case ConditionResult.Completed completed -> completed.hits().ticks() >= ticks;
      case ConditionResult.Failed _ -> true;
    };
  }
}
