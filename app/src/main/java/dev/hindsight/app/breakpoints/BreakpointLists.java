package dev.hindsight.app.breakpoints;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.model.Store;
import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.app.tasks.ListsByKind;
import dev.hindsight.inspector.breakpoint.Breakpoint;
import dev.hindsight.inspector.breakpoint.BreakpointStore;
import java.util.List;

/// The breakpoints in the window: a list for each kind of environment. FX thread.
public final class BreakpointLists {
  private final ListsByKind<Breakpoint, BreakpointState, BreakpointCommand> lists;

  /// @param shelf stores them
  public BreakpointLists(BreakpointStore shelf, BackgroundTasks backgroundTasks) {
    lists = new ListsByKind<>(backgroundTasks, new BreakpointRules(shelf));
  }

  /// The list of a kind of environment.
  public Store<BreakpointState, BreakpointCommand> of(String kind) {
    return lists.of(kind);
  }

  private record BreakpointRules(BreakpointStore shelf)
      implements ListsByKind.Rules<Breakpoint, BreakpointState, BreakpointCommand> {
    @Override
    public Store<BreakpointState, BreakpointCommand> empty() {
      return new Store<>(BreakpointState.EMPTY, BreakpointState::apply);
    }

    @Override
    public List<Breakpoint> items(BreakpointState state) {
      return state.breakpoints();
    }

    @Override
    public BreakpointCommand load(List<Breakpoint> stored) {
      return new BreakpointCommand.Load(stored);
    }

    @Override
    public String reading() {
      return wording("BreakpointLists.reading_breakpoints");
    }

    @Override
    public String writing() {
      return wording("BreakpointLists.writing_breakpoints");
    }

    @Override
    public List<Breakpoint> read(String kind) {
      return shelf.read(kind);
    }

    @Override
    public void write(String kind, List<Breakpoint> items) {
      shelf.write(kind, items);
    }
  }
}
