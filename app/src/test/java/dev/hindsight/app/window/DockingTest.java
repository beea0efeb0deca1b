package dev.hindsight.app.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.SampleRecording;
import dev.hindsight.app.UserInput;
import dev.hindsight.app.WindowUnderTest;
import dev.hindsight.app.dock.Layout;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.LayoutNode;
import dev.hindsight.app.dock.LayoutPreset;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.dock.WindowSizeClass;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.workspace.Document;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeoutException;
import javafx.scene.Node;
import javafx.scene.control.Button;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.coley.bentofx.control.Header;

/// Docking with only the keyboard, and with only the mouse.
class DockingTest {
  private static final PaneId AGENTS = PaneId.of("agents");

  @TempDir private static Path folder;

  @Test
  void panesAreMovedClosedUndoneAndResetByKeyboard() throws TimeoutException, IOException {
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL)) {
      Document document = window.open(SampleRecording.in(folder));
      UserInput userInput = new UserInput(window);
      Layout start = layout(window, document);

      for (int i = 0; i < 5 && !focusedPane(window).equals(Optional.of(AGENTS)); i++) {
        userInput.press("F6");
      }
      assertEquals(Optional.of(AGENTS), focusedPane(window));
      userInput.press("Ctrl+Alt+Left");
      Layout moved = layout(window, document);
      assertFalse(moved.sameArrangement(start));
      userInput.press("Ctrl+F4");
      assertFalse(layout(window, document).holds(AGENTS));
      userInput.press("Ctrl+Z");
      assertTrue(layout(window, document).sameArrangement(moved));
      userInput.press("Ctrl+Z");
      assertTrue(layout(window, document).sameArrangement(start));
      userInput.press("Ctrl+Shift+Z");
      assertTrue(layout(window, document).sameArrangement(moved));

      run(userInput, "reset lay");
      assertTrue(layout(window, document).sameArrangement(start));
      userInput.press("Alt+DIGIT1");
      assertEquals(LayoutPreset.WATCH.layout().root(), layout(window, document).root());
      run(userInput, "agentspan");
      assertTrue(layout(window, document).holds(AGENTS));
    }
  }

  @Test
  void theTabKeyPassesTabsWithoutBringingThemToTheFrontAndArrowsDo()
      throws TimeoutException, IOException {
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL)) {
      Document document = window.open(SampleRecording.in(folder));
      UserInput userInput = new UserInput(window);
      arrangeToInspect(window, document);
      Layout start = layout(window, document);
      Set<String> passed = new TreeSet<>();

      for (int i = 0; i < 80; i++) {
        userInput.press("Tab");
        focusedTab(window).ifPresent(passed::add);
      }
      assertEquals(start, layout(window, document));
      assertTrue(passed.size() > 1, passed.toString());

      for (int i = 0; i < 80 && !focusedTab(window).equals(Optional.of("dock.agents")); i++) {
        userInput.press("Tab");
      }
      userInput.press("Right");
      assertFalse(layout(window, document).inFront(AGENTS));
      userInput.press("Left");
      assertEquals(start, layout(window, document));

      userInput.click(window.find("dock.observation", Node.class));
      Layout clicked = layout(window, document);
      userInput.press("Right");
      assertEquals(clicked, layout(window, document), "after a click the arrows step through time");
      assertEquals(1, window.onFx(() -> document.timeline().state().tick()));
    }
  }

  private static void arrangeToInspect(WindowUnderTest window, Document document)
      throws TimeoutException {
    window.onFx(() -> {
      LayoutNode rows = LayoutPreset.INSPECT.layout(WindowSizeClass.ROOMY).root().orElseThrow();
      document.layout().send(new LayoutCommand.Arrange(Optional.of(rows)));
      return true;
    });
    window.settle();
  }

  /// The tab with the keyboard focus.
  private static Optional<String> focusedTab(WindowUnderTest window) throws TimeoutException {
    return window.onFx(() ->
        Optional.ofNullable(window.stage().getScene().getFocusOwner())
            .filter(Header.class::isInstance)
            .map(Node::getId));
  }

  @Test
  void panesAreDraggedClosedAndOpenedByMouse() throws TimeoutException, IOException {
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL)) {
      Document document = window.open(SampleRecording.in(folder));
      UserInput userInput = new UserInput(window);
      arrangeToInspect(window, document);
      Layout start = layout(window, document);

      userInput.drag(widest(window, ".split-pane-divider"), 0, -60);
      LayoutNode.Split before = (LayoutNode.Split) start.root().orElseThrow();
      LayoutNode.Split after = (LayoutNode.Split) layout(window, document).root().orElseThrow();
      assertTrue(
          after.parts().getFirst().share() < before.parts().getFirst().share() - 0.03,
          after.toString());

      userInput.click(window.find("dock.close.agents", Button.class));
      assertFalse(layout(window, document).holds(AGENTS));
    }
  }

  @Test
  void aLayoutIsRememberedForTheNextRecordingOfItsKind() throws TimeoutException, IOException {
    Path config = Files.createTempDirectory(folder, "config");
    Layout left;
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL, config)) {
      Document document = window.open(SampleRecording.in(folder));
      UserInput userInput = new UserInput(window);
      userInput.press("Alt+DIGIT1");
      left = layout(window, document);
      window.until(() -> Files.exists(config.resolve("layouts/drive.json")));
    }
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL, config)) {
      assertEquals(left, layout(window, window.open(SampleRecording.in(folder))));
    }
  }

  @Test
  void aBrokenLayoutFileCostsANoticeAndNothingElse() throws TimeoutException, IOException {
    Path config = Files.createTempDirectory(folder, "config");
    Files.createDirectories(config.resolve("layouts"));
    Files.writeString(config.resolve("layouts/drive.json"), "nonsense");
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL, config)) {
      Document document = window.open(SampleRecording.in(folder));

      assertTrue(layout(window, document).holds(AGENTS));
      assertTrue(Files.exists(config.resolve("layouts/drive.json.broken")));
      assertTrue(
          window
              .onFx(() -> window.context().notices().state().shown().orElseThrow())
              .headline()
              .contains("layout"));
    }
  }

  private static void run(UserInput userInput, String typed) throws TimeoutException {
    userInput.press("Ctrl+K");
    userInput.type(typed);
    userInput.press("Enter");
  }

  private static Layout layout(WindowUnderTest window, Document document) {
    return window.onFx(() -> document.layout().state());
  }

  private static Optional<PaneId> focusedPane(WindowUnderTest window) {
    return window.onFx(() -> {
      Node docks = window.stage().getScene().lookup(".hs-docks");
      return ((dev.hindsight.app.dock.Docks) docks).focused();
    });
  }

  private static Node widest(WindowUnderTest window, String style) {
    return window.onFx(() ->
        window.stage().getScene().getRoot().lookupAll(style).stream()
            .max(Comparator.comparingDouble(node -> node.getBoundsInParent().getWidth()))
            .orElseThrow());
  }
}
