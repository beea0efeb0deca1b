package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.branch.BranchController;
import dev.hindsight.app.breakpoints.BreakpointCommand;
import dev.hindsight.app.dock.Layout;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.LayoutNode;
import dev.hindsight.app.dock.LayoutNode.Tabs;
import dev.hindsight.app.dock.LayoutPreset;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.dock.WindowSizeClass;
import dev.hindsight.app.host.QuestionPane;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.recording.Sample;
import dev.hindsight.app.recording.Samples;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.window.Shell;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.inspector.breakpoint.PresetBreakpoint;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.ForcedAction;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The same as [RoomForPanelsTest] for the window's own panes: lists that the user edits, with
/// forms.
class RoomForPanesTest {
  private static final List<String> PANES =
      List.of(PaneKinds.BOOKMARKS, PaneKinds.BRANCHES, PaneKinds.BREAKPOINTS, PaneKinds.FACTS);

  /// Of a pane, in pixels.
  private static final double WIDTH = 300;

  /// Pictures for review.
  private static final Path PICTURES = Path.of("target", "screenshots", "panes");

  @TempDir private static Path folder;

  private static Path learned = Path.of("none");

  @BeforeAll
  static void record() throws Exception {
    Files.createDirectories(PICTURES);
    Sample sample = Samples.named("learned");
    learned = sample.in(folder).run(Progress.SILENT, new Cancellation());
  }

  @ParameterizedTest
  @CsvSource({"DARK, 100, 1024, 700", "LIGHT, 150, 1280, 800", "LIGHT, 150, 1024, 700"})
  void everyPaneCanBeWorkedWith(Theme theme, int percent, int width, int height) throws Exception {
    List<String> wrong = new ArrayList<>();
    Preferences remembered = new Preferences(theme, WindowSize.SMALLEST, List.of(), percent);
    try (TemporaryHome _ = new TemporaryHome(folder.resolve("home"));
        WindowUnderTest window = new WindowUnderTest(remembered)) {
      WindowScreenshots windowScreenshots =
          new WindowScreenshots(
              window,
              PICTURES,
              theme.name().toLowerCase(Locale.ROOT) + "-" + percent,
              width,
              height);
      Document document = window.open(learned);
      window.onFx(() -> fill(window, document));
      for (LayoutPreset layoutPreset :
          List.of(LayoutPreset.WATCH, LayoutPreset.INSPECT, LayoutPreset.TRAIN)) {
        for (String pane : PANES) {
          window.onFx(
              () -> open(document, layoutPreset, pane, WindowSizeClass.of(width, height, percent)));
          windowScreenshots.look(
              layoutPreset.title() + ", " + pane,
              scene ->
                  LayoutProblems.of(
                          around(LayoutProblems.named(scene.getRoot(), pane).orElseThrow()),
                          percent / 100.0)
                      .forEach(
                          lack -> wrong.add(layoutPreset.title() + ", " + pane + ": " + lack)));
          if (layoutPreset == LayoutPreset.INSPECT) {
            windowScreenshots.take(pane);
          }
        }
      }
      // Tabs that do not fit are in the menu at their end.
      windowScreenshots.cutOff().stream()
          .filter(cut -> !cut.endsWith("null beyond the edge"))
          .forEach(wrong::add);
    }
    assertEquals(List.of(), wrong);
  }

  /// Otherwise it takes the required height from its title. (A pane that exists from the beginning
  /// lies in a `LatePane`, which takes none.)
  @Test
  void theTimelineFitsIntoAnyHeight() throws Exception {
    Preferences remembered = new Preferences(Theme.DARK, WindowSize.SMALLEST, List.of(), 100);
    try (TemporaryHome _ = new TemporaryHome(folder.resolve("home"));
        WindowUnderTest window = new WindowUnderTest(remembered)) {
      Document document = window.open(learned);
      for (String pane : List.of(PaneKinds.SCENE, PaneKinds.TIMELINE)) {
        window.onFx(() -> {
          LayoutNode alone = Tabs.of(PaneId.of(pane));
          document.layout().send(new LayoutCommand.Arrange(Optional.of(alone)));
          return true;
        });
        window.settle();
      }
      window.onFx(() -> {
        Pane root = (Pane) window.stage().getScene().getRoot();
        Region timeline = (Region) LayoutProblems.named(root, "pane.timeline").orElseThrow();
        assertTrue(timeline.minHeight(WIDTH) > 50, "a lane and the ticks");
        assertEquals(0, timeline.getParent().minHeight(WIDTH));
        return true;
      });
    }
  }

  /// The same panes without scrolling, slightly too low.
  @Test
  void aPaneThatDoesNotMoveIsFound() throws Exception {
    Preferences remembered = new Preferences(Theme.DARK, WindowSize.SMALLEST, List.of(), 150);
    try (TemporaryHome _ = new TemporaryHome(folder.resolve("home"));
        WindowUnderTest window = new WindowUnderTest(remembered)) {
      Document document = window.open(learned);
      window.onFx(() -> fill(window, document));
      for (String pane : PANES) {
        window.onFx(
            () -> open(document, LayoutPreset.INSPECT, pane, WindowSizeClass.of(1024, 700, 150)));
        window.settle();
        window.onFx(() -> {
          Pane root = (Pane) window.stage().getScene().getRoot();
          Region content = (Region) LayoutProblems.named(root, pane).orElseThrow();
          assertEquals(List.of(), LayoutProblems.of(around(content), 1.5), "as it is");
          Pane still = new Pane(content);
          still.setManaged(false);
          root.getChildren().add(still);
          content.setManaged(false);
          content.resizeRelocate(0, 0, WIDTH, content.minHeight(WIDTH) - 40);
          still.resize(WIDTH, content.getHeight());

          assertFalse(LayoutProblems.of(content, 1.5).isEmpty(), pane);
          root.getChildren().remove(still);
          return true;
        });
      }
    }
  }

  /// The container of a pane, outside the question that it shows while it is empty.
  private static Node around(Node pane) {
    Node parent = pane.getParent();
    return parent instanceof QuestionPane ? parent.getParent() : parent;
  }

  /// Adds something to every list.
  private static boolean fill(WindowUnderTest window, Document document) {
    var commands = ((Shell) window.stage().getScene().getRoot()).commands();
    commands.run(commands.named("bookmark.toggle"));
    var breakpoints = window.context().breakpoints(document).book();
    breakpoints.send(new BreakpointCommand.Add(PresetBreakpoint.COLLISION.breakpoint()));
    breakpoints.send(new BreakpointCommand.Add(PresetBreakpoint.GOAL.breakpoint()));
    document.view().send(new ViewCommand.Select(0));
    BranchController branchController = BranchController.of(document, window.context());
    branchController.read();
    branchController.propose(new Edit.Action(20, 0, new ForcedAction.Joint(3)));
    branchController.propose(new Edit.Wipe(30, 0));
    return true;
  }

  private static boolean open(
      Document document, LayoutPreset layoutPreset, String pane, WindowSizeClass windowSizeClass) {
    PaneId id = PaneId.of(pane);
    Layout layout =
        PaneKinds.fitting(layoutPreset.layout(windowSizeClass), document.rollout().manifest())
            .apply(new LayoutCommand.Open(id, PaneKinds.home(pane)));
    document.layout().send(new LayoutCommand.Arrange(layout.root()));
    document.layout().send(new LayoutCommand.Show(id));
    return true;
  }
}
