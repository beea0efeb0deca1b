package dev.hindsight.app.dock;

import dev.hindsight.app.dock.LayoutNode.Split;
import dev.hindsight.app.dock.LayoutNode.SplitPart;
import dev.hindsight.app.dock.LayoutNode.Tabs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Edits of layout trees; every one returns a normalised tree.
final class LayoutTreeEdits {
  /// The smallest share of a part when its neighbours grow.
  private static final double SMALLEST = 0.05;

  private LayoutTreeEdits() {}

  /// The tree without a pane; the rest of the split takes its space.
  static Optional<LayoutNode> without(LayoutNode node, PaneId pane) {
    return switch (node) {
      case Tabs tabs -> {
        List<PaneId> rest = tabs.order().stream().filter(other -> !other.equals(pane)).toList();
        yield rest.isEmpty() ? Optional.empty() : Optional.of(remaining(tabs, pane, rest));
      }
      case Split split ->
          Split.of(
              split.flow(),
              split.parts().stream()
                  .flatMap(splitPart ->
                      without(splitPart.node(), pane)
                          .map(left -> new SplitPart(left, splitPart.share()))
                          .stream())
                  .toList());
    };
  }

  /// If the front tab is removed, its neighbour comes to the front.
  private static Tabs remaining(Tabs tabs, PaneId gone, List<PaneId> rest) {
    int place = Math.min(tabs.order().indexOf(gone), rest.size() - 1);
    return new Tabs(rest, tabs.shown().equals(gone) ? rest.get(place) : tabs.shown());
  }

  /// The other panes that share a pane's tabs.
  static List<PaneId> behind(LayoutNode node, PaneId pane) {
    return switch (node) {
      case Tabs tabs ->
          tabs.order().contains(pane)
              ? tabs.order().stream().filter(other -> !other.equals(pane)).toList()
              : List.of();
      case Split split ->
          split.parts().stream().flatMap(part -> behind(part.node(), pane).stream()).toList();
    };
  }

  /// The number of other panes in a pane's tabs.
  static int company(LayoutNode node, PaneId pane) {
    return switch (node) {
      case Tabs tabs -> tabs.order().contains(pane) ? tabs.order().size() - 1 : 0;
      case Split split ->
          split.parts().stream().mapToInt(splitPart -> company(splitPart.node(), pane)).sum();
    };
  }

  /// The tree with a pane in front of its tabs.
  static LayoutNode showing(LayoutNode node, PaneId pane) {
    return tabsWith(node, pane, tabs -> new Tabs(tabs.order(), pane));
  }

  /// The tree with a pane added as the last of a host's tabs, in front.
  static LayoutNode joining(LayoutNode node, PaneId host, PaneId pane) {
    return tabsWith(
        node,
        host,
        tabs -> new Tabs(Stream.concat(tabs.order().stream(), Stream.of(pane)).toList(), pane));
  }

  /// The tree with the tabs that hold a pane replaced.
  static LayoutNode tabsWith(LayoutNode node, PaneId pane, Function<Tabs, LayoutNode> change) {
    return switch (node) {
      case Tabs tabs -> tabs.order().contains(pane) ? change.apply(tabs) : tabs;
      case Split split ->
          Split.of(
                  split.flow(),
                  split.parts().stream()
                      .map(splitPart ->
                          new SplitPart(
                              tabsWith(splitPart.node(), pane, change), splitPart.share()))
                      .toList())
              .orElseThrow();
    };
  }

  /// A node with another at one of its edges.
  ///
  /// @param share share of the whole for the other node
  static LayoutNode attached(LayoutNode node, LayoutNode other, DockEdge dockEdge, double share) {
    SplitPart kept = new SplitPart(node, 1 - share);
    SplitPart added = new SplitPart(other, share);
    return Split.of(dockEdge.flow(), dockEdge.leads() ? List.of(added, kept) : List.of(kept, added))
        .orElseThrow();
  }

  /// The tree with more or less space for a pane.
  static LayoutNode growing(LayoutNode node, LayoutCommand.Grow grow) {
    if (!(node instanceof Split split) || split.panes().noneMatch(grow.pane()::equals)) {
      return node;
    }
    List<SplitPart> inside =
        split.parts().stream()
            .map(splitPart -> new SplitPart(growing(splitPart.node(), grow), splitPart.share()))
            .toList();
    boolean grownDeeper =
        !inside.stream()
            .map(SplitPart::node)
            .toList()
            .equals(split.parts().stream().map(SplitPart::node).toList());
    return grownDeeper || split.flow() != grow.flow()
        ? new Split(split.flow(), inside)
        : widened(split, grow);
  }

  private static Split widened(Split split, LayoutCommand.Grow grow) {
    int own = 0;
    while (split.parts().get(own).node().panes().noneMatch(grow.pane()::equals)) {
      own++;
    }
    double before = split.parts().get(own).share();
    double others = split.parts().size() - 1;
    double after =
        Math.clamp(before + grow.share(), SMALLEST, Math.max(SMALLEST, 1 - SMALLEST * others));
    List<SplitPart> parts = new ArrayList<>();
    for (int i = 0; i < split.parts().size(); i++) {
      SplitPart splitPart = split.parts().get(i);
      double share = i == own ? after : splitPart.share() * (1 - after) / (1 - before);
      parts.add(new SplitPart(splitPart.node(), share));
    }
    return new Split(split.flow(), parts);
  }

  /// The tree with equal shares, and the first tab of each in front.
  static LayoutNode evenly(LayoutNode node) {
    return switch (node) {
      case Tabs tabs -> new Tabs(tabs.order(), tabs.order().getFirst());
      case Split split ->
          new Split(
              split.flow(),
              split.parts().stream()
                  .map(part -> new SplitPart(evenly(part.node()), 1.0 / split.parts().size()))
                  .toList());
    };
  }

  /// The tree with the first tab of each in front, for comparisons that ignore which tab is in
  /// front.
  static LayoutNode allToFront(LayoutNode node) {
    return switch (node) {
      case Tabs tabs -> new Tabs(tabs.order(), tabs.order().getFirst());
      case Split split ->
          new Split(
              split.flow(),
              split.parts().stream()
                  .map(splitPart -> new SplitPart(allToFront(splitPart.node()), splitPart.share()))
                  .toList());
    };
  }
}
