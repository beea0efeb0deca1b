package dev.hindsight.app.dock;

import dev.hindsight.app.dock.LayoutNode.Split;
import dev.hindsight.app.dock.LayoutNode.SplitPart;
import dev.hindsight.app.dock.LayoutNode.Tabs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/// The arrangement of a recording's panes, and the state that each pane stores.
///
/// @param root empty if every pane is closed
/// @param details texts that only the panes themselves understand, such as the lanes of a timeline;
///   kept for closed panes too
public record Layout(Optional<LayoutNode> root, Map<PaneId, String> details) {
  private static final double HALF = 0.5;

  /// The share of the layout that a pane takes at its edge.
  private static final double EDGE = 0.3;

  private static final double TOUCHING = 1e-6;

  /// Everything closed.
  public static final Layout EMPTY = new Layout(Optional.empty(), Map.of());

  /// Copies the map; a pane may occur only once.
  public Layout {
    details = Map.copyOf(details);
    List<PaneId> all = root.map(node -> node.panes().toList()).orElse(List.of());
    if (all.stream().distinct().count() != all.size()) {
      throw new IllegalArgumentException("a pane is docked twice in " + all);
    }
  }

  /// A layout without stored pane states.
  public static Layout of(LayoutNode root) {
    return new Layout(Optional.of(root), Map.of());
  }

  /// The open panes, in reading order.
  public List<PaneId> panes() {
    return root.map(node -> node.panes().toList()).orElse(List.of());
  }

  /// Whether a pane is open.
  public boolean holds(PaneId pane) {
    return panes().contains(pane);
  }

  /// Whether a pane is open and in front of the tabs it shares a place with.
  public boolean inFront(PaneId pane) {
    return holds(pane)
        && root.map(node -> LayoutTreeEdits.showing(node, pane).equals(node)).orElse(false);
  }

  /// Whether another layout has the panes in the same places, ignoring which are in front.
  public boolean sameArrangement(Layout other) {
    return root.map(LayoutTreeEdits::allToFront)
        .equals(other.root.map(LayoutTreeEdits::allToFront));
  }

  /// Whether another layout has the same tabs and neighbours, ignoring sizes.
  public boolean sameTabs(Layout other) {
    return root.map(LayoutTreeEdits::evenly).equals(other.root.map(LayoutTreeEdits::evenly));
  }

  /// The layout with only some of its panes.
  public Layout only(Predicate<PaneId> wanted) {
    return panes().stream()
        .filter(wanted.negate())
        .reduce(
            this, (kept, pane) -> kept.apply(new LayoutCommand.Close(pane)), (_, later) -> later);
  }

  /// The layout after a command.
  public Layout apply(LayoutCommand command) {
    return switch (command) {
      case LayoutCommand.Open open -> opening(open.pane(), open.home());
      case LayoutCommand.Close close ->
          with(root.flatMap(node -> LayoutTreeEdits.without(node, close.pane())));
      case LayoutCommand.Show show ->
          with(root.map(node -> LayoutTreeEdits.showing(node, show.pane())));
      case LayoutCommand.Move move ->
          holds(move.pane()) ? with(root.map(node -> moved(node, move.pane(), move.edge()))) : this;
      case LayoutCommand.Grow grow -> with(root.map(node -> LayoutTreeEdits.growing(node, grow)));
      case LayoutCommand.Arrange arrange -> with(arrange.root());
      case LayoutCommand.Replace replace -> replace.layout();
      case LayoutCommand.Detail detail -> detailing(detail.pane(), detail.text());
    };
  }

  private Layout opening(PaneId pane, DefaultDockPosition defaultDockPosition) {
    if (holds(pane)) {
      return apply(new LayoutCommand.Show(pane));
    }
    LayoutNode alone = LayoutNode.Tabs.of(pane);
    return with(
        Optional.of(
            root.map(node ->
                    defaultDockPosition.beside().stream()
                        .filter(this::holds)
                        .findFirst()
                        .map(host -> LayoutTreeEdits.joining(node, host, pane))
                        .orElseGet(() ->
                            LayoutTreeEdits.attached(
                                node,
                                alone,
                                defaultDockPosition.edge(),
                                defaultDockPosition.share())))
                .orElse(alone)));
  }

  private Layout detailing(PaneId pane, String text) {
    Map<PaneId, String> more = new TreeMap<>(details);
    more.put(pane, text);
    return new Layout(root, more);
  }

  private Layout with(Optional<LayoutNode> next) {
    return new Layout(next, details);
  }

  /// The tree after [LayoutCommand.Move], which moves a pane without a mouse. These steps and
  /// resizing can reach every layout from every other.
  private static LayoutNode moved(LayoutNode root, PaneId pane, DockEdge dockEdge) {
    if (LayoutTreeEdits.company(root, pane) > 0) {
      return LayoutTreeEdits.tabsWith(root, pane, tabs -> splitOff(tabs, pane, dockEdge));
    }
    Optional<LayoutNode> rest = LayoutTreeEdits.without(root, pane);
    return neighbour(root, pane, dockEdge)
        .map(host -> LayoutTreeEdits.joining(rest.orElseThrow(), host.shown(), pane))
        .or(() -> rest.map(left -> LayoutTreeEdits.attached(left, Tabs.of(pane), dockEdge, EDGE)))
        .orElse(root);
  }

  private static LayoutNode splitOff(Tabs tabs, PaneId pane, DockEdge dockEdge) {
    return LayoutTreeEdits.attached(
        LayoutTreeEdits.without(tabs, pane).orElseThrow(), Tabs.of(pane), dockEdge, HALF);
  }

  /// Tabs with their rectangle.
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

  /// The tabs that share the largest part of an edge with a pane's tabs.
  private static Optional<Tabs> neighbour(LayoutNode root, PaneId pane, DockEdge dockEdge) {
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
