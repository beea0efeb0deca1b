package dev.hindsight.app.timeline;

import dev.hindsight.inspector.breakpoint.Breakpoint;
import dev.hindsight.inspector.breakpoint.Found;
import dev.hindsight.inspector.breakpoint.HitSearch;
import java.util.Optional;

/// A breakpoint that is looked for, and what came of it in a recording.
///
/// @param number its place in the list, from 1
/// @param breakpoint it
/// @param found what came of it
public record HitLine(int number, Breakpoint breakpoint, Found found) {
  /// The hits, where there are some to look through.
  public Optional<HitSearch> search() {
    return found instanceof Found.There there
        ? Optional.of(new HitSearch(there, breakpoint.when()))
        : Optional.empty();
  }

  /// Whether nothing more will be found in the first so many ticks.
  public boolean knows(int ticks) {
    return switch (found) {
      case Found.Sought _ -> false;
      case Found.There there -> there.hits().ticks() >= ticks;
      case Found.Wrong _ -> true;
    };
  }
}
