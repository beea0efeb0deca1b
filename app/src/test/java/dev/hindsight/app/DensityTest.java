package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.dock.Layout;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.LayoutPreset;
import dev.hindsight.app.dock.WindowSizeClass;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.recording.Samples;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.timeline.LaneState;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Cell;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How much of a recording the built-in layouts show at usual window sizes.
class DensityTest {
  /// Height of one row of tabs and buttons, in pixels.
  private static final double ROW = 36;

  /// Height of the trials above the lanes and the tick numbers below them, in pixels.
  private static final double RULERS = 38;

  @TempDir private static Path folder;

  private static Path learned = Path.of("none");
  private static Path darkroom = Path.of("none");

  @BeforeAll
  static void record() throws Exception {
    learned = Samples.named("learned").in(folder).run(Progress.SILENT, new Cancellation());
    darkroom = Samples.named("darkroom").in(folder).run(Progress.SILENT, new Cancellation());
  }

  @Test
  void inAUsualWindowWatchShowsEventsActionRewardAndValueWithoutScrolling()
      throws TimeoutException {
    look(
        LayoutPreset.WATCH,
        learned,
        1280,
        800,
        (scene, document) -> {
          List<String> seen = lanesInSight(scene, document);
          for (String lane : List.of("event", "action", "reward", "value")) {
            assertTrue(seen.stream().anyMatch(id -> id.contains(lane)), lane + " of " + seen);
          }
        });
  }

  @Test
  void inTheSmallestWindowTickShowsValuesWithTheirUnitsAndChanges() throws TimeoutException {
    look(
        LayoutPreset.INSPECT,
        learned,
        1024,
        700,
        (scene, _) -> {
          Node tick = named(scene, "panel.tick");
          assertTrue(inside(titled(tick, "Change"), tick), "the column Change is cut off");
        });
  }

  @Test
  void inAUsualWindowInspectShowsEightAgentsAndSevenRowsOfTickWithTheirChange()
      throws TimeoutException {
    look(
        LayoutPreset.INSPECT,
        learned,
        1280,
        800,
        (scene, _) -> {
          assertEquals(8, rowsInSight(named(scene, "panel.agents")));
          Node tick = named(scene, "panel.tick");
          assertTrue(rowsInSight(tick) >= 7, rowsInSight(tick) + " rows");
          Node change = titled(tick, "Change");
          assertTrue(inside(change, tick), "the column Change is cut off");
        });
  }

  @ParameterizedTest
  @CsvSource({
    "WATCH, 1024, 700",
    "WATCH, 1280, 800",
    "INSPECT, 1024, 700",
    "INSPECT, 1280, 800",
    "INSPECT, 1920, 1080",
    "COMPARE, 1024, 700"
  })
  void oneRowStandsAboveTheSceneAndOneAboveTheLanes(LayoutPreset preset, int width, int height)
      throws TimeoutException {
    look(
        preset,
        learned,
        width,
        height,
        (scene, _) -> {
          assertTrue(chromeAbove(named(scene, "scene")) <= ROW, "above the scene");
          assertTrue(
              chromeAbove(named(scene, "lanes")) <= ROW,
              "above the lanes: " + chromeAbove(named(scene, "lanes")));
        });
  }

  @ParameterizedTest
  @CsvSource({"1024, 700", "1280, 800"})
  void noShippedLayoutCutsTheTickNumbersOrHidesAllLanes(int width, int height)
      throws TimeoutException {
    List<String> wrong = new ArrayList<>();
    for (LayoutPreset preset : LayoutPreset.values()) {
      Path file = preset == LayoutPreset.MEMORY ? darkroom : learned;
      look(
          preset,
          file,
          width,
          height,
          (scene, document) -> {
            Node lanes = named(scene, "lanes");
            if (!inside(lanes, scene.getRoot()) || clipped(lanes)) {
              wrong.add(preset.title() + ": the tick numbers are cut off");
            }
            if (lanesInSight(scene, document).size() < 3) {
              wrong.add(preset.title() + " shows " + lanesInSight(scene, document));
            }
          });
    }
    assertEquals(List.of(), wrong);
  }

  private interface Look {
    void at(Scene scene, Document document);
  }

  private static void look(LayoutPreset preset, Path file, int width, int height, Look look)
      throws TimeoutException {
    Preferences remembered = new Preferences(Theme.DARK, WindowSize.SMALLEST, List.of());
    try (WindowUnderTest window = new WindowUnderTest(remembered)) {
      Document document =
          preset == LayoutPreset.COMPARE ? window.compare(file, file) : window.open(file);
      window.onFx(() -> {
        Layout layout =
            PaneKinds.fitting(
                preset.layout(WindowSizeClass.of(width, height, 100)),
                document.rollout().manifest());
        document.layout().send(new LayoutCommand.Arrange(layout.root()));
        document.view().send(new ViewCommand.Select(0));
        document.timeline().send(new TimelineCommand.Seek(9));
        return true;
      });
      new WindowScreenshots(window, folder, "", width, height)
          .look(preset.title(), scene -> look.at(scene, document));
    }
  }

  private static List<String> lanesInSight(Scene scene, Document document) {
    double room = ((Region) named(scene, "lanes")).getHeight() - RULERS;
    List<String> seen = new ArrayList<>();
    for (LaneState.Lane lane : document.timelineModel().lanes().state().lanes()) {
      room -= lane.height();
      if (room >= 0) {
        seen.add(lane.source().id());
      }
    }
    return seen;
  }

  /// The number of table rows that are completely visible and not empty.
  private static long rowsInSight(Node panel) {
    return all(panel)
        .filter(node -> styled(node, "table-row-cell") || styled(node, "tree-table-row-cell"))
        .filter(node -> node instanceof Cell<?> row && !row.isEmpty() && row.isVisible())
        .filter(row -> between(row, viewport(row)))
        .count();
  }

  private static Node viewport(Node row) {
    return Stream.iterate(row, Objects::nonNull, Node::getParent)
        .filter(node -> styled(node, "clipped-container"))
        .findFirst()
        .orElseThrow();
  }

  /// The complete header of a column.
  private static Node titled(Node panel, String title) {
    return Stream.iterate(
            all(panel)
                .filter(node -> node instanceof Label label && title.equals(label.getText()))
                .findFirst()
                .orElseThrow(),
            Objects::nonNull,
            Node::getParent)
        .filter(node -> styled(node, "column-header"))
        .findFirst()
        .orElseThrow();
  }

  /// Pixels between the top of a pane's content and the top of its dock.
  private static double chromeAbove(Node content) {
    Node place =
        Stream.iterate(content, Objects::nonNull, Node::getParent)
            .filter(node -> styled(node, "container-leaf"))
            .findFirst()
            .orElseThrow();
    return bounds(content).getMinY() - bounds(place).getMinY();
  }

  /// Whether an ancestor cuts off its lower edge.
  private static boolean clipped(Node node) {
    return Stream.iterate(node.getParent(), Objects::nonNull, Node::getParent)
        .anyMatch(parent -> bounds(node).getMaxY() > bounds(parent).getMaxY() + 1);
  }

  private static boolean inside(Node node, Node outer) {
    Bounds inner = bounds(node);
    Bounds around = bounds(outer);
    return between(node, outer)
        && inner.getMinX() >= around.getMinX() - 1
        && inner.getMaxX() <= around.getMaxX() + 1;
  }

  /// Whether the full height of a node is visible; a row may be wider than its table.
  private static boolean between(Node node, Node outer) {
    return bounds(node).getMinY() >= bounds(outer).getMinY() - 1
        && bounds(node).getMaxY() <= bounds(outer).getMaxY() + 1;
  }

  /// The bounds of a node in the window, without what it paints outside.
  private static Bounds bounds(Node node) {
    return node.localToScene(node.getLayoutBounds());
  }

  private static boolean styled(Node node, String style) {
    return node.getStyleClass().contains(style);
  }

  private static Node named(Scene scene, String id) {
    return LayoutProblems.named(scene.getRoot(), id).orElseThrow();
  }

  private static Stream<Node> all(Node node) {
    return Stream.concat(
        Stream.of(node),
        node instanceof Parent parent
            ? parent.getChildrenUnmodifiable().stream().flatMap(DensityTest::all)
            : Stream.empty());
  }
}
