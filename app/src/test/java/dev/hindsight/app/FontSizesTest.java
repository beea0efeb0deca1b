package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.dock.Layout;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.LayoutPreset;
import dev.hindsight.app.dock.WindowSizeClass;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.TextField;
import javafx.scene.layout.Region;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Other text sizes, in controls and in everything painted.
class FontSizesTest {
  private static final Path PICTURES = Path.of("target", "screenshots", "sizes");

  @TempDir private Path folder;

  @Test
  void wordsGrowAndShrinkByKeyboardAndPaintedOnesWithThem() throws TimeoutException {
    Path file = SyntheticRecording.write(folder.resolve("a.rollout"), 2, 120);
    try (WindowUnderTest window = new WindowUnderTest(Preferences.INITIAL)) {
      window.open(file);
      window.settle();
      double lanes = least(window);
      double words = size(window);
      UserInput userInput = new UserInput(window);
      for (int step = 0; step < 5; step++) {
        userInput.press("Ctrl+Equals");
        window.settle();
        rowsAreWholePixels(window);
      }
      assertEquals(200, window.onFx(() -> window.context().preferences().state().fontPercent()));
      window.until(() -> least(window) == 2 * lanes);
      assertEquals(2 * words, size(window), 0.01);

      userInput.press("Ctrl+Minus");
      assertEquals(175, window.onFx(() -> window.context().preferences().state().fontPercent()));
      userInput.press("Ctrl+Digit0");
      window.until(() -> least(window) == lanes);
    }
  }

  @ParameterizedTest
  @CsvSource({"150, WATCH", "200, WATCH", "150, MEMORY", "200, MEMORY", "150, INSPECT"})
  void theControlsOfTheTimelineKeepToOneRowInLargeText(int percent, LayoutPreset preset)
      throws TimeoutException, IOException {
    Files.createDirectories(PICTURES);
    Path file = SampleRecording.in(folder);
    Preferences remembered = new Preferences(Theme.LIGHT, WindowSize.SMALLEST, List.of(), percent);
    try (WindowUnderTest window = new WindowUnderTest(remembered)) {
      Document document = window.open(file);
      window.onFx(() -> {
        Layout layout = preset.layout(WindowSizeClass.of(1280, 800, percent));
        document
            .layout()
            .send(
                new LayoutCommand.Arrange(
                    PaneKinds.fitting(layout, document.rollout().manifest()).root()));
        document.view().send(new ViewCommand.Select(0));
        document.timeline().send(new TimelineCommand.Seek(10));
        return true;
      });
      WindowScreenshots pictures =
          new WindowScreenshots(window, PICTURES, percent + "-bar", 1280, 800);
      pictures.look(
          preset.title(),
          scene -> {
            Region bar =
                (Region) LayoutProblems.named(scene.getRoot(), "timeline.bar").orElseThrow();
            Node tick = LayoutProblems.named(scene.getRoot(), "tick").orElseThrow();
            Node lanes = LayoutProblems.named(scene.getRoot(), "lanes.menu").orElseThrow();
            assertEquals(middle(tick), middle(lanes), 2, "tick field and lanes menu in one row");
            assertTrue(bar.localToScene(bar.getLayoutBounds()).getMinX() > 40, "beside its tab");
            assertTrue(lanes.localToScene(lanes.getLayoutBounds()).getMaxX() <= 1281, "lanes menu");
          });
      pictures.take(preset.title().toLowerCase(Locale.ROOT));
      assertEquals(List.of(), pictures.cutOff());
    }
  }

  /// Otherwise the way a table was scrolled decides how its rows are rounded.
  private static void rowsAreWholePixels(WindowUnderTest window) {
    List<Double> heights =
        window.onFx(() ->
            window.stage().getScene().getRoot().lookupAll(".hs-even-rows .indexed-cell").stream()
                .map(row -> ((Region) row).getHeight())
                .toList());
    assertFalse(heights.isEmpty());
    assertEquals(heights.stream().map(height -> Math.rint(height)).toList(), heights);
  }

  private static double middle(Node node) {
    return node.localToScene(node.getLayoutBounds()).getCenterY();
  }

  private static double least(WindowUnderTest window) {
    return window.onFx(() -> window.find("lanes", Region.class).getMinHeight());
  }

  private static double size(WindowUnderTest window) {
    return window.onFx(() -> window.find("tick", TextField.class).getFont().getSize());
  }

  @ParameterizedTest
  @CsvSource({
    "DARK, 100, 1024, 700",
    "DARK, 150, 1024, 700",
    "LIGHT, 200, 1024, 700",
    "LIGHT, 100, 1280, 800",
    "LIGHT, 150, 1280, 800",
    "DARK, 200, 1280, 800"
  })
  void wordsAreNowhereCutOff(Theme theme, int percent, int width, int height)
      throws TimeoutException, IOException {
    Files.createDirectories(PICTURES);
    Path file = SampleRecording.in(folder);
    Preferences remembered = new Preferences(theme, WindowSize.SMALLEST, List.of(file), percent);
    try (WindowUnderTest window = new WindowUnderTest(remembered)) {
      String name = percent + "-" + theme.name().toLowerCase(Locale.ROOT);
      WindowScreenshots windowScreenshots =
          new WindowScreenshots(window, PICTURES, name, width, height);
      windowScreenshots.take("welcome");
      Document document = window.open(file);
      window.onFx(() -> {
        document.timeline().send(new TimelineCommand.Seek(10));
        document.view().send(new ViewCommand.Select(1));
        return true;
      });
      windowScreenshots.take("recording");
      window.onFx(() -> {
        window.find("button.view.history", Button.class).fire();
        return true;
      });
      windowScreenshots.take("history");
      window.onFx(() -> {
        window.find("button.help.shortcuts", Button.class).fire();
        return true;
      });
      windowScreenshots.take("shortcuts");
      assertEquals(List.of(), windowScreenshots.cutOff());
    }
  }
}
