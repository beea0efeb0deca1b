package dev.hindsight.app.dock;

import dev.hindsight.app.dock.LayoutNode.Flow;
import dev.hindsight.app.dock.LayoutNode.Split;
import dev.hindsight.app.dock.LayoutNode.SplitPart;
import dev.hindsight.app.dock.LayoutNode.Tabs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javafx.geometry.Orientation;
import software.coley.bentofx.Bento;
import software.coley.bentofx.dockable.Dockable;
import software.coley.bentofx.layout.DockContainer;
import software.coley.bentofx.layout.container.DockContainerBranch;
import software.coley.bentofx.layout.container.DockContainerLeaf;
import software.coley.bentofx.layout.container.DockContainerRootBranch;

/// Converts a layout to containers of BentoFX, and back. FX thread.
final class DockTree {
  /// A divider at the very end leaves a part nothing, but its share must be above 0.
  private static final double LEAST_SHARE = 1e-9;

  private DockTree() {}

  /// Builds the containers of a layout.
  ///
  /// @param dockables gives the dockable of a pane
  static DockContainerRootBranch build(
      Bento bento, LayoutNode node, Function<PaneId, Dockable> dockables) {
    DockContainerRootBranch root = bento.dockBuilding().root();
    root.setPruneWhenEmpty(false);
    switch (node) {
      case Tabs tabs -> root.addContainer(leaf(bento, tabs, dockables));
      case Split split -> fill(bento, root, split, dockables);
    }
    return root;
  }

  private static DockContainer container(
      Bento bento, LayoutNode node, Function<PaneId, Dockable> dockables) {
    return switch (node) {
      case Tabs tabs -> leaf(bento, tabs, dockables);
      case Split split -> {
        DockContainerBranch branch = bento.dockBuilding().branch();
        fill(bento, branch, split, dockables);
        yield branch;
      }
    };
  }

  private static void fill(
      Bento bento, DockContainerBranch branch, Split split, Function<PaneId, Dockable> dockables) {
    branch.setOrientation(
        switch (split.flow()) {
          case COLUMNS -> Orientation.HORIZONTAL;
          case ROWS -> Orientation.VERTICAL;
        });
    double[] dividers = new double[split.parts().size() - 1];
    double end = 0;
    for (int i = 0; i < split.parts().size(); i++) {
      SplitPart splitPart = split.parts().get(i);
      branch.addContainer(container(bento, splitPart.node(), dockables));
      end += splitPart.share();
      if (i < dividers.length) {
        dividers[i] = end;
      }
    }
    branch.setDividerPositions(dividers);
  }

  private static DockContainerLeaf leaf(
      Bento bento, Tabs tabs, Function<PaneId, Dockable> dockables) {
    DockContainerLeaf leaf = bento.dockBuilding().leaf();
    for (PaneId pane : tabs.order()) {
      Dockable dockable = dockables.apply(pane);
      leaf.addDockable(dockable);
      if (pane.equals(tabs.shown())) {
        leaf.selectDockable(dockable);
      }
    }
    return leaf;
  }

  /// Reads the layout of containers as the user has arranged them.
  static Optional<LayoutNode> read(DockContainer container) {
    return switch (container) {
      case DockContainerLeaf leaf -> tabs(leaf);
      case DockContainerBranch branch -> split(branch);
    };
  }

  private static Optional<LayoutNode> tabs(DockContainerLeaf leaf) {
    List<PaneId> order =
        leaf.getDockables().stream().map(Dockable::getIdentifier).map(PaneId::parse).toList();
    Optional<PaneId> shown =
        Optional.ofNullable(leaf.getSelectedDockable())
            .map(Dockable::getIdentifier)
            .map(PaneId::parse)
            .filter(order::contains);
    return order.isEmpty()
        ? Optional.empty()
        : Optional.of(new Tabs(order, shown.orElse(order.getFirst())));
  }

  private static Optional<LayoutNode> split(DockContainerBranch branch) {
    Flow flow = branch.getOrientation() == Orientation.HORIZONTAL ? Flow.COLUMNS : Flow.ROWS;
    double[] dividers = branch.getDividerPositions();
    List<SplitPart> parts = new ArrayList<>();
    double begin = 0;
    for (int i = 0; i < branch.getChildContainers().size(); i++) {
      double end = i < dividers.length ? dividers[i] : 1;
      double share = Math.max(LEAST_SHARE, end - begin);
      read(branch.getChildContainers().get(i))
          .ifPresent(node -> parts.add(new SplitPart(node, share)));
      begin = end;
    }
    return Split.of(flow, parts);
  }
}
