package dev.hindsight.app.breakpoints;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.model.Store;
import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.inspector.breakpoint.Breakpoint;
import dev.hindsight.inspector.breakpoint.BreakpointStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The lists of breakpoints, one for each kind of environment, shared by all its recordings: read
/// on the first request, written after every change. FX thread; reads and writes files in the
/// background.
public final class BreakpointLists {
  private final BreakpointStore shelf;
  private final BackgroundTasks backgroundTasks;
  private final Map<String, Store<BreakpointState, BreakpointCommand>> books = new HashMap<>();

  /// @param shelf stores them
  public BreakpointLists(BreakpointStore shelf, BackgroundTasks backgroundTasks) {
    this.shelf = shelf;
    this.backgroundTasks = backgroundTasks;
  }

  /// The list of a kind of environment.
  public Store<BreakpointState, BreakpointCommand> of(String kind) {
    Store<BreakpointState, BreakpointCommand> known = books.get(kind);
    return known == null ? open(kind) : known;
  }

  private Store<BreakpointState, BreakpointCommand> open(String kind) {
    Store<BreakpointState, BreakpointCommand> book =
        new Store<>(BreakpointState.EMPTY, BreakpointState::apply);
    books.put(kind, book);
    backgroundTasks.startEssential(
        wording("BreakpointLists.reading_breakpoints"),
        (_, _) -> shelf.read(kind),
        found -> attend(kind, book, found));
    return book;
  }

  /// Writes nothing before the file has been read, so that an unreadable file stays untouched.
  private void attend(
      String kind, Store<BreakpointState, BreakpointCommand> book, List<Breakpoint> found) {
    book.send(new BreakpointCommand.Load(found));
    List<List<Breakpoint>> written = new java.util.ArrayList<>(List.of(found));
    book.watch(state -> {
      List<Breakpoint> now = state.breakpoints();
      if (!now.equals(written.getFirst())) {
        written.set(0, now);
        backgroundTasks.startEssential(
            wording("BreakpointLists.writing_breakpoints"), (_, _) -> write(kind, now), _ -> {});
      }
    });
  }

  private boolean write(String kind, List<Breakpoint> breakpoints) {
    shelf.write(kind, breakpoints);
    return true;
  }
}
