package dev.hindsight.app.dock;

import java.util.List;

/// Where a pane opens.
///
/// @param beside the pane becomes a tab behind the first of these that is open
/// @param edge if none is open, the pane takes this edge of the layout
/// @param share the share of the layout it takes then, `0..1`
public record DefaultDockPosition(List<PaneId> beside, DockEdge edge, double share) {
  /// Copies the list.
  public DefaultDockPosition {
    beside = List.copyOf(beside);
  }
}
