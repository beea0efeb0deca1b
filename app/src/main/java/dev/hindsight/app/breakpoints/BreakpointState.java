package dev.hindsight.app.breakpoints;

import dev.hindsight.inspector.breakpoint.Breakpoint;
import dev.hindsight.inspector.breakpoint.Breakpoint.Use;
import java.util.ArrayList;
import java.util.List;

/// The breakpoints of a kind of environment, in the order they were added.
///
/// @param breakpoints all different
public record BreakpointState(List<Breakpoint> breakpoints) {
  /// No breakpoints.
  public static final BreakpointState EMPTY = new BreakpointState(List.of());

  /// Copies the list.
  public BreakpointState {
    breakpoints = List.copyOf(breakpoints);
  }

  /// The state after a command; ignores breakpoints that are not in the list.
  public BreakpointState apply(BreakpointCommand command) {
    List<Breakpoint> next = new ArrayList<>(breakpoints);
    switch (command) {
      case BreakpointCommand.Load load -> {
        next = new ArrayList<>(load.breakpoints());
        next.removeIf(breakpoints::contains);
        next.addAll(breakpoints);
      }
      case BreakpointCommand.Add add -> {
        Breakpoint added = add.breakpoint();
        int place = placeOf(added.condition());
        if (place < 0) {
          next.add(added);
        } else {
          next.set(place, next.get(place).with(Use.ON));
        }
      }
      case BreakpointCommand.Remove remove -> next.remove(remove.breakpoint());
      case BreakpointCommand.Update update -> {
        int place = next.indexOf(update.old());
        if (place >= 0 && !next.contains(update.next())) {
          next.set(place, update.next());
        }
      }
      case BreakpointCommand.ToggleAll _ -> {
        boolean all = breakpoints.stream().allMatch(each -> each.use() == Use.ON);
        next.replaceAll(each -> each.with(all ? Use.OFF : Use.ON));
      }
    }
    return new BreakpointState(next);
  }

  private int placeOf(String condition) {
    for (int i = 0; i < breakpoints.size(); i++) {
      if (breakpoints.get(i).condition().equals(condition)) {
        return i;
      }
    }
    return -1;
  }
}
