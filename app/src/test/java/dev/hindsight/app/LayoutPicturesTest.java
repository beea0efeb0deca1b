package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.app.dock.Layout;
import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.LayoutPreset;
import dev.hindsight.app.dock.WindowSizeClass;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.app.recording.Samples;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Takes a picture of every built-in layout for review, and finds text that is cut off in it.
class LayoutPicturesTest {
  private static final Path PICTURES = Path.of("target", "screenshots", "layouts");

  @TempDir private static Path folder;

  private static Path learned = Path.of("none");
  private static Path darkroom = Path.of("none");

  @BeforeAll
  static void record() throws Exception {
    Files.createDirectories(PICTURES);
    learned = Samples.named("learned").in(folder).run(Progress.SILENT, new Cancellation());
    darkroom = Samples.named("darkroom").in(folder).run(Progress.SILENT, new Cancellation());
  }

  @ParameterizedTest
  @CsvSource({
    "DARK, 1024, 700",
    "LIGHT, 1024, 700",
    "DARK, 1280, 800",
    "LIGHT, 1280, 800",
    "DARK, 1920, 1080"
  })
  void noBuiltInLayoutCutsText(Theme theme, int width, int height)
      throws TimeoutException, IOException {
    Preferences remembered = new Preferences(theme, WindowSize.SMALLEST, List.of());
    try (WindowUnderTest window = new WindowUnderTest(remembered)) {
      WindowScreenshots pictures =
          new WindowScreenshots(
              window, PICTURES, theme.name().toLowerCase(Locale.ROOT), width, height);
      for (LayoutPreset preset : LayoutPreset.values()) {
        Document document = opened(window, preset);
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
        pictures.take(preset.title().toLowerCase(Locale.ROOT));
      }
      assertEquals(List.of(), pictures.cutOff());
    }
  }

  private static Document opened(WindowUnderTest window, LayoutPreset preset)
      throws TimeoutException {
    Path file = preset == LayoutPreset.MEMORY ? darkroom : learned;
    if (preset != LayoutPreset.COMPARE) {
      return window.open(file);
    }
    return window.compare(learned, learned);
  }
}
