package dev.hindsight.app.dock;

import java.util.List;
import java.util.stream.Stream;
import software.coley.bentofx.layout.DockContainer;
import software.coley.bentofx.layout.container.DockContainerBranch;
import software.coley.bentofx.layout.container.DockContainerLeaf;

/// The leaves of a tree of containers, each with its tabs, in reading order. FX thread.
final class DockLeaves {
  private DockLeaves() {}

  static List<DockContainerLeaf> of(DockContainer container) {
    return leaves(container).toList();
  }

  private static Stream<DockContainerLeaf> leaves(DockContainer container) {
    return switch (container) {
      case DockContainerLeaf leaf -> Stream.of(leaf);
      case DockContainerBranch branch ->
          branch.getChildContainers().stream().flatMap(DockLeaves::leaves);
    };
  }
}
