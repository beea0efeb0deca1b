package dev.hindsight.app.breakpoints;

import dev.hindsight.inspector.breakpoint.Breakpoint;
import java.util.List;

/// Everything that changes a list of breakpoints.
public sealed interface BreakpointCommand {
  /// The file has been read; what was added meanwhile stays.
  record Load(List<Breakpoint> breakpoints) implements BreakpointCommand {
    /// Copies the list.
    public Load {
      breakpoints = List.copyOf(breakpoints);
    }
  }

  /// One more, at the end; one with the same condition is switched on instead.
  record Add(Breakpoint breakpoint) implements BreakpointCommand {}

  /// One less.
  record Remove(Breakpoint breakpoint) implements BreakpointCommand {}

  /// Another in the place of one.
  record Update(Breakpoint old, Breakpoint next) implements BreakpointCommand {}

  /// All on, or all off where all are on.
  record ToggleAll() implements BreakpointCommand {}
}
