package dev.hindsight.app.dock;

import dev.hindsight.app.dock.LayoutNode.Part;
import dev.hindsight.app.dock.LayoutNode.Split;
import dev.hindsight.app.dock.LayoutNode.Tabs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Where the tabs of a layout lie in the unit square, and who is whose neighbour.
final class Places {
  private static final double TOUCHING = 1e-6;

  /// Tabs and their rectangle.
  private record Place(Tabs tabs, double left, double top, double width, double height) {
    double overlap(Place other, LayoutNode.Flow flow) {
      return switch (flow) {
        case COLUMNS -> Math.min(top + height, other.top + other.height) - Math.max(top, other.top);
        case ROWS -> Math.min(left + width, other.left + other.width) - Math.max(left, other.left);
      };
    }

    boolean touches(Place other, Edge edge) {
      double gap =
          switch (edge) {
            case LEFT -> left - (other.left + other.width);
            case RIGHT -> other.left - (left + width);
            case TOP -> top - (other.top + other.height);
            case BOTTOM -> other.top - (top + height);
          };
      return Math.abs(gap) < TOUCHING;
    }
  }

  private Places() {}

  /// The tabs that share most of an edge with the tabs a pane is in.
  static Optional<Tabs> neighbour(LayoutNode root, PaneId pane, Edge edge) {
    List<Place> all = new ArrayList<>();
    place(root, 0, 0, 1, 1, all);
    Place own =
        all.stream().filter(place -> place.tabs.order().contains(pane)).findFirst().orElseThrow();
    return all.stream()
        .filter(other -> own.touches(other, edge) && own.overlap(other, edge.flow()) > TOUCHING)
        .max(Comparator.comparingDouble(other -> own.overlap(other, edge.flow())))
        .map(Place::tabs);
  }

  private static void place(
      LayoutNode node, double left, double top, double width, double height, List<Place> all) {
    switch (node) {
      case Tabs tabs -> all.add(new Place(tabs, left, top, width, height));
      case Split split -> {
        double x = left;
        double y = top;
        for (Part part : split.parts()) {
          boolean columns = split.flow() == LayoutNode.Flow.COLUMNS;
          double w = columns ? width * part.share() : width;
          double h = columns ? height : height * part.share();
          place(part.node(), x, y, w, h, all);
          x += columns ? w : 0;
          y += columns ? 0 : h;
        }
      }
    }
  }
}
