package dev.hindsight.app.dock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.dock.LayoutNode.Flow;
import dev.hindsight.app.dock.LayoutNode.Split;
import dev.hindsight.app.dock.LayoutNode.SplitPart;
import dev.hindsight.app.dock.LayoutNode.Tabs;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LayoutTest {
  private static final PaneId SCENE = PaneId.of("scene");
  private static final PaneId AGENTS = PaneId.of("agents");
  private static final PaneId FACTS = PaneId.of("facts");
  private static final DefaultDockPosition RIGHT =
      new DefaultDockPosition(List.of(), DockEdge.RIGHT, 0.4);

  @Test
  void aPaneIsOpenedAtItsEdgeOrBehindItsNeighbour() {
    Layout beside = Layout.of(Tabs.of(SCENE)).apply(new LayoutCommand.Open(AGENTS, RIGHT));
    Layout behind =
        beside.apply(
            new LayoutCommand.Open(
                FACTS, new DefaultDockPosition(List.of(AGENTS), DockEdge.LEFT, 0.1)));

    assertEquals(columns(Tabs.of(SCENE), 0.6, Tabs.of(AGENTS)), beside.root());
    assertEquals(
        columns(Tabs.of(SCENE), 0.6, new Tabs(List.of(AGENTS, FACTS), FACTS)), behind.root());
  }

  @Test
  void closingTheShownTabShowsItsNeighbour() {
    Layout layout = Layout.of(new Tabs(List.of(SCENE, AGENTS, FACTS), FACTS));

    assertEquals(
        Optional.of(new Tabs(List.of(SCENE, AGENTS), AGENTS)),
        layout.apply(new LayoutCommand.Close(FACTS)).root());
  }

  @Test
  void closingEverythingLeavesNothing() {
    assertEquals(Layout.EMPTY, Layout.of(Tabs.of(SCENE)).apply(new LayoutCommand.Close(SCENE)));
  }

  @Test
  void aPaneMovesOutOfItsTabsThenIntoItsNeighboursAndAtLastToTheEdge() {
    Layout tabs = Layout.of(new Tabs(List.of(SCENE, AGENTS), AGENTS));
    Layout apart = tabs.apply(new LayoutCommand.Move(AGENTS, DockEdge.RIGHT));
    Layout together = apart.apply(new LayoutCommand.Move(AGENTS, DockEdge.LEFT));
    Layout below = apart.apply(new LayoutCommand.Move(AGENTS, DockEdge.BOTTOM));

    assertEquals(columns(Tabs.of(SCENE), 0.5, Tabs.of(AGENTS)), apart.root());
    assertEquals(tabs, together);
    assertEquals(
        Split.of(
            Flow.ROWS,
            List.of(new SplitPart(Tabs.of(SCENE), 0.7), new SplitPart(Tabs.of(AGENTS), 0.3))),
        below.root());
  }

  @Test
  void growingTakesTheRoomFromTheOthers() {
    Layout layout =
        new Layout(columns(Tabs.of(SCENE), 0.5, Tabs.of(AGENTS)), Layout.EMPTY.details());

    assertEquals(
        columns(Tabs.of(SCENE), 0.75, Tabs.of(AGENTS)),
        layout.apply(new LayoutCommand.Grow(SCENE, Flow.COLUMNS, 0.25)).root());
    assertEquals(layout, layout.apply(new LayoutCommand.Grow(SCENE, Flow.ROWS, 0.25)));
  }

  @Test
  void whichTabIsInFrontIsNoOtherArrangement() {
    Layout front = Layout.of(new Tabs(List.of(SCENE, AGENTS), AGENTS));

    assertTrue(front.sameArrangement(front.apply(new LayoutCommand.Show(SCENE))));
    assertFalse(front.sameArrangement(front.apply(new LayoutCommand.Move(SCENE, DockEdge.TOP))));
  }

  @Test
  void aPaneCannotBeDockedTwice() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new Layout(columns(Tabs.of(SCENE), 0.5, Tabs.of(SCENE)), Layout.EMPTY.details()));
  }

  @Test
  void presetsHoldNoPaneTwice() {
    for (LayoutPreset layoutPreset : LayoutPreset.values()) {
      assertTrue(layoutPreset.layout().holds(SCENE), layoutPreset.title());
    }
  }

  /// Commands keep the tree normalised (its constructors check that), and neither lose nor invent
  /// panes.
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void commandsLoseNoPane(long seed) {
    Random random = new Random(seed);
    Layout layout = Layout.EMPTY;
    for (int i = 0; i < 400; i++) {
      LayoutCommand command = RandomLayouts.command(random);
      Set<PaneId> expected = new HashSet<>(layout.panes());
      switch (command) {
        case LayoutCommand.Open open -> expected.add(open.pane());
        case LayoutCommand.Close close -> expected.remove(close.pane());
        case LayoutCommand.Show _,
            LayoutCommand.Move _,
            LayoutCommand.Grow _,
            LayoutCommand.Arrange _,
            LayoutCommand.Replace _,
            LayoutCommand.Detail _ -> {}
      }
      layout = layout.apply(command);

      assertEquals(expected, new HashSet<>(layout.panes()), command.toString());
    }
  }

  private static Optional<LayoutNode> columns(LayoutNode left, double share, LayoutNode right) {
    return Split.of(
        Flow.COLUMNS, List.of(new SplitPart(left, share), new SplitPart(right, 1 - share)));
  }
}
