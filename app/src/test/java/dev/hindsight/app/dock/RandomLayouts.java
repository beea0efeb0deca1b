package dev.hindsight.app.dock;

import dev.hindsight.app.dock.LayoutNode.Flow;
import java.util.List;
import java.util.Random;

/// Random layouts.
final class RandomLayouts {
  static final List<PaneId> PANES =
      List.of(
          PaneId.of("scene"),
          new PaneId("scene", 2),
          PaneId.of("timeline"),
          PaneId.of("agents"),
          PaneId.of("facts"),
          PaneId.of("tick-inspector"));

  private RandomLayouts() {}

  static LayoutCommand command(Random random) {
    PaneId pane = PANES.get(random.nextInt(PANES.size()));
    DockEdge dockEdge = List.of(DockEdge.values()).get(random.nextInt(4));
    Flow flow = List.of(Flow.values()).get(random.nextInt(2));
    return switch (random.nextInt(8)) {
      case 0, 1 ->
          new LayoutCommand.Open(
              pane,
              new DefaultDockPosition(
                  random.nextBoolean() ? List.of() : List.of(PANES.get(random.nextInt(6))),
                  dockEdge,
                  0.1 + 0.8 * random.nextDouble()));
      case 2 -> new LayoutCommand.Close(pane);
      case 3 -> new LayoutCommand.Show(pane);
      case 4, 5 -> new LayoutCommand.Move(pane, dockEdge);
      case 6 -> new LayoutCommand.Grow(pane, flow, random.nextDouble() - 0.5);
      default -> new LayoutCommand.Detail(pane, "lanes \"" + random.nextInt() + "\"\n");
    };
  }

  /// A layout after a number of commands.
  static Layout layout(Random random, int commands) {
    Layout layout = Layout.EMPTY;
    for (int i = 0; i < commands; i++) {
      layout = layout.apply(command(random));
    }
    return layout;
  }
}
