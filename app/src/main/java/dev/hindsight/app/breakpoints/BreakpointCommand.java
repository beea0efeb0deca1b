package dev.hindsight.app.breakpoints;

import dev.hindsight.inspector.breakpoint.Breakpoint;
import java.util.List;

/// Everything that changes a list of breakpoints.
public sealed interface BreakpointCommand {
  /// The file has been read; breakpoints added meanwhile stay.
  record Load(List<Breakpoint> breakpoints) implements BreakpointCommand {
    /// Copies the list.
    public Load {
      breakpoints = List.copyOf(breakpoints);
    }
  }

  /// Adds a breakpoint at the end; turns an existing one with the same condition on instead.
  record Add(Breakpoint breakpoint) implements BreakpointCommand {}

  /// Removes a breakpoint.
  record Remove(Breakpoint breakpoint) implements BreakpointCommand {}

  /// Replaces a breakpoint by another.
  record Update(Breakpoint old, Breakpoint next) implements BreakpointCommand {}

  /// Turns all on, or all off if all are on.
  record ToggleAll() implements BreakpointCommand {}
}
