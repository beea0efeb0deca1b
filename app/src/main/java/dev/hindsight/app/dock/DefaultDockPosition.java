package dev.hindsight.app.dock;

import java.util.List;

/// Where a pane goes when it is opened.
///
/// @param beside it becomes a tab behind the first of these that is open
/// @param edge where none is open, it takes this edge of the whole
/// @param share and so much of it, `0..1`
public record DefaultDockPosition(List<PaneId> beside, DockEdge edge, double share) {
  /// Copies the list.
  public DefaultDockPosition {
    beside = List.copyOf(beside);
  }
}
