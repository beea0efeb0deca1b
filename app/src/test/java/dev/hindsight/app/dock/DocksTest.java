package dev.hindsight.app.dock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.dock.LayoutNode.Split;
import dev.hindsight.app.dock.LayoutNode.SplitPart;
import dev.hindsight.app.dock.LayoutNode.Tabs;
import dev.hindsight.app.fx.PaneTools;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import javafx.scene.Node;
import javafx.scene.control.Label;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;
import software.coley.bentofx.layout.container.DockContainerRootBranch;

class DocksTest {
  private static final double CLOSE = 1e-9;

  private final Map<PaneId, Node> nodes = new HashMap<>();
  private final List<PaneId> closed = new ArrayList<>();
  private final List<LayoutCommand> sent = new ArrayList<>();

  @BeforeAll
  static void toolkit() throws TimeoutException {
    FxToolkit.registerPrimaryStage();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void whatIsShownIsReadBackTheSame(long seed) {
    Random random = new Random(seed);
    Docks docks = onFx(this::docks);
    for (int i = 1; i < 40; i++) {
      Layout layout = RandomLayouts.layout(random, i);
      onFx(() -> {
        docks.show(layout);
        if (layout.root().isPresent()) {
          assertSameTree(layout.root().orElseThrow(), read(docks));
        }
        return true;
      });
    }
    assertEquals(List.of(), sent);
  }

  @Test
  void aPaneKeepsItsNodeWhereverItGoesAndIsClosedOnce() {
    PaneId agents = PaneId.of("agents");
    Layout start = LayoutPreset.INSPECT.layout();
    onFx(() -> {
      Docks docks = docks();
      docks.show(start);
      Node before = docks.content(agents).orElseThrow().node();
      docks.show(start.apply(new LayoutCommand.Move(agents, DockEdge.LEFT)));
      assertSame(before, docks.content(agents).orElseThrow().node());
      assertEquals(List.of(), closed);
      docks.show(start.apply(new LayoutCommand.Close(agents)));
      assertTrue(docks.content(agents).isEmpty());
      assertEquals(List.of(agents), closed);
      return true;
    });
  }

  @Test
  void theCrossOnATabSendsACommandAndClosesNothingItself() {
    PaneId agents = PaneId.of("agents");
    onFx(() -> {
      Docks docks = docks();
      docks.show(LayoutPreset.INSPECT.layout());
      DockLeaves.of(root(docks)).stream()
          .flatMap(leaf -> leaf.getDockables().stream().map(d -> Map.entry(leaf, d)))
          .filter(entry -> entry.getValue().getIdentifier().equals("agents"))
          .toList()
          .forEach(entry -> entry.getKey().closeDockable(entry.getValue()));
      return true;
    });

    assertEquals(List.of(new LayoutCommand.Close(agents)), sent);
    assertEquals(List.of(), closed);
  }

  private Docks docks() {
    return new Docks(
        pane ->
            new DockContent(
                pane.toString(),
                "",
                new PaneTools(List.of()),
                nodes.computeIfAbsent(pane, id -> new Label(id.toString())),
                () -> closed.add(pane)),
        sent::add,
        _ -> {},
        new Label());
  }

  private static LayoutNode read(Docks docks) {
    return DockTree.read(root(docks)).orElseThrow();
  }

  private static DockContainerRootBranch root(Docks docks) {
    return (DockContainerRootBranch) docks.getChildren().getFirst();
  }

  /// Equal to the last bit, except for shares, which dividers store as sums.
  private static void assertSameTree(LayoutNode expected, LayoutNode actual) {
    switch (expected) {
      case Tabs tabs -> assertEquals(tabs, actual);
      case Split split -> {
        Split other = (Split) actual;
        assertEquals(split.flow(), other.flow());
        assertEquals(split.parts().size(), other.parts().size());
        for (int i = 0; i < split.parts().size(); i++) {
          SplitPart splitPart = split.parts().get(i);
          assertEquals(splitPart.share(), other.parts().get(i).share(), CLOSE);
          assertSameTree(splitPart.node(), other.parts().get(i).node());
        }
      }
    }
  }

  private static <T> T onFx(Callable<T> work) {
    return WaitForAsyncUtils.waitForAsyncFx(30_000, work);
  }
}
