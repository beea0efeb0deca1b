package dev.hindsight.app.workspace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The open tabs, and which one is in front.
///
/// @param tabs in display order
/// @param active the front tab; empty if none is open
public record WorkspaceState(List<WorkspaceTab> tabs, Optional<WorkspaceTab> active) {
  /// No open tabs.
  public static final WorkspaceState EMPTY = new WorkspaceState(List.of(), Optional.empty());

  /// Copies the list; the front tab must be open.
  public WorkspaceState {
    tabs = List.copyOf(tabs);
    if (active.isPresent() ? !tabs.contains(active.get()) : !tabs.isEmpty()) {
      throw new IllegalArgumentException(
          "one of the open tabs is shown, and only where there is none, none");
    }
  }

  /// The state after a command; a command about a closed tab changes nothing.
  public WorkspaceState apply(WorkspaceCommand command) {
    return switch (command) {
      case WorkspaceCommand.Open open -> opening(open.tab());
      case WorkspaceCommand.Replace replace -> replacing(replace.old(), replace.tab());
      case WorkspaceCommand.Close close -> closing(close.tab());
      case WorkspaceCommand.Activate activate ->
          tabs.contains(activate.tab())
              ? new WorkspaceState(tabs, Optional.of(activate.tab()))
              : this;
    };
  }

  /// A name for each open tab, no two of them the same.
  public Map<WorkspaceTab, String> names() {
    return TabNames.of(tabs);
  }

  /// The front recording, if the front tab is one.
  public Optional<Document> document() {
    return active.filter(Document.class::isInstance).map(Document.class::cast);
  }

  private WorkspaceState opening(WorkspaceTab workspaceTab) {
    List<WorkspaceTab> more = new ArrayList<>(tabs);
    if (!more.contains(workspaceTab)) {
      more.add(workspaceTab);
    }
    return new WorkspaceState(more, Optional.of(workspaceTab));
  }

  private WorkspaceState replacing(WorkspaceTab old, WorkspaceTab workspaceTab) {
    int place = tabs.indexOf(old);
    if (place < 0) {
      return opening(workspaceTab);
    }
    List<WorkspaceTab> changed = new ArrayList<>(tabs);
    changed.set(place, workspaceTab);
    return new WorkspaceState(changed, Optional.of(workspaceTab));
  }

  /// Closing the front tab shows its neighbour.
  private WorkspaceState closing(WorkspaceTab workspaceTab) {
    int place = tabs.indexOf(workspaceTab);
    if (place < 0) {
      return this;
    }
    List<WorkspaceTab> fewer = new ArrayList<>(tabs);
    fewer.remove(place);
    Optional<WorkspaceTab> neighbour =
        fewer.isEmpty()
            ? Optional.empty()
            : Optional.of(fewer.get(Math.min(place, fewer.size() - 1)));
    return new WorkspaceState(
        fewer, active.filter(shown -> shown != workspaceTab).or(() -> neighbour));
  }
}
