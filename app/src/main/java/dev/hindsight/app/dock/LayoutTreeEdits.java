package dev.hindsight.app.dock;

import dev.hindsight.app.dock.LayoutNode.Split;
import dev.hindsight.app.dock.LayoutNode.SplitPart;
import dev.hindsight.app.dock.LayoutNode.Tabs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Cuts and joins of layout trees; every one leaves a tree in its one form.
final class LayoutTreeEdits {
  /// A part may be made this small, not smaller, by growing its neighbours.
  private static final double SMALLEST = 0.05;

  private LayoutTreeEdits() {}

  /// The tree without a pane; the others of a split share its room.
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

  /// Where the shown one goes, its neighbour comes to the front.
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

  /// How many other panes share a pane's tabs.
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

  /// The tree with another pane as the last tab beside a host, in front.
  static LayoutNode joining(LayoutNode node, PaneId host, PaneId pane) {
    return tabsWith(
        node,
        host,
        tabs -> new Tabs(Stream.concat(tabs.order().stream(), Stream.of(pane)).toList(), pane));
  }

  /// The tree with something in the place of the tabs that hold a pane.
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

  /// A node with another at its edge.
  ///
  /// @param share of the whole that the other takes
  static LayoutNode attached(LayoutNode node, LayoutNode other, DockEdge dockEdge, double share) {
    SplitPart kept = new SplitPart(node, 1 - share);
    SplitPart added = new SplitPart(other, share);
    return Split.of(dockEdge.flow(), dockEdge.leads() ? List.of(added, kept) : List.of(kept, added))
        .orElseThrow();
  }

  /// The tree with more room, or less, for a pane.
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

  /// The tree with the same share for every part, and the first tab of each in front.
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

  /// The tree with the first tab of each in front: what is left of it when nobody looks at fronts.
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
