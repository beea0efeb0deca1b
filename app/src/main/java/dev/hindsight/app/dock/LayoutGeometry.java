package dev.hindsight.app.dock;

import dev.hindsight.app.dock.LayoutNode.Split;
import dev.hindsight.app.dock.LayoutNode.SplitPart;
import dev.hindsight.app.dock.LayoutNode.Tabs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Where the tabs of a layout lie in the unit square, and who is whose neighbour.
final class LayoutGeometry {
  private static final double TOUCHING = 1e-6;

  /// Tabs and their rectangle.
  private record TabsRectangle(Tabs tabs, double left, double top, double width, double height) {
    double overlap(TabsRectangle other, LayoutNode.Flow flow) {
      return switch (flow) {
        case COLUMNS -> Math.min(top + height, other.top + other.height) - Math.max(top, other.top);
        case ROWS -> Math.min(left + width, other.left + other.width) - Math.max(left, other.left);
      };
    }

    boolean touches(TabsRectangle other, DockEdge dockEdge) {
      double gap =
          switch (dockEdge) {
            case LEFT -> left - (other.left + other.width);
            case RIGHT -> other.left - (left + width);
            case TOP -> top - (other.top + other.height);
            case BOTTOM -> other.top - (top + height);
          };
      return Math.abs(gap) < TOUCHING;
    }
  }

  private LayoutGeometry() {}

  /// The tabs that share most of an edge with the tabs a pane is in.
  static Optional<Tabs> neighbour(LayoutNode root, PaneId pane, DockEdge dockEdge) {
    List<TabsRectangle> all = new ArrayList<>();
    place(root, 0, 0, 1, 1, all);
    TabsRectangle own =
        all.stream()
            .filter(tabsRectangle -> tabsRectangle.tabs.order().contains(pane))
            .findFirst()
            .orElseThrow();
    return all.stream()
        .filter(
            other -> own.touches(other, dockEdge) && own.overlap(other, dockEdge.flow()) > TOUCHING)
        .max(Comparator.comparingDouble(other -> own.overlap(other, dockEdge.flow())))
        .map(TabsRectangle::tabs);
  }

  private static void place(
      LayoutNode node,
      double left,
      double top,
      double width,
      double height,
      List<TabsRectangle> all) {
    switch (node) {
      case Tabs tabs -> all.add(new TabsRectangle(tabs, left, top, width, height));
      case Split split -> {
        double x = left;
        double y = top;
        for (SplitPart splitPart : split.parts()) {
          boolean columns = split.flow() == LayoutNode.Flow.COLUMNS;
          double w = columns ? width * splitPart.share() : width;
          double h = columns ? height : height * splitPart.share();
          place(splitPart.node(), x, y, w, h, all);
          x += columns ? w : 0;
          y += columns ? 0 : h;
        }
      }
    }
  }
}
