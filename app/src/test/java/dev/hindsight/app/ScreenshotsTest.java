package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.recording.RecordingPlan;
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
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import javafx.scene.control.Button;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Takes pictures of the running window for review, and finds text that is cut off.
class ScreenshotsTest {
  private static final Path PICTURES = Path.of("target", "screenshots");

  @TempDir private static Path folder;

  private static Path recording = Path.of("none");
  private static Path sky = Path.of("none");

  @BeforeAll
  static void record() throws IOException {
    Files.createDirectories(PICTURES);
    Map<String, String> trials =
        Map.of("goal_behavior", "trial", "k_scenarios", "4", "scenario_length", "120");
    recording =
        new RecordingPlan(
                "drive",
                Optional.of("intersection-1"),
                Optional.of("scripted"),
                Optional.empty(),
                "argmax",
                0,
                trials,
                folder.resolve("intersection-1-scripted.rollout"))
            .run(Progress.SILENT, new Cancellation())
            .file();
    sky = SampleRecording.sky(folder);
  }

  @ParameterizedTest
  @CsvSource({
    "DARK, 1280, 800",
    "LIGHT, 1280, 800",
    "DARK, 1920, 1080",
    "LIGHT, 1920, 1080",
    "DARK, 1024, 700"
  })
  void wordsAreNowhereCutOff(Theme theme, int width, int height)
      throws TimeoutException, IOException {
    Preferences remembered =
        new Preferences(
            theme,
            WindowSize.SMALLEST,
            List.of(recording, recording.resolveSibling("town02-human-replay.rollout")));
    try (WindowUnderTest window = new WindowUnderTest(remembered)) {
      String name = theme.name().toLowerCase(Locale.ROOT);
      WindowScreenshots windowScreenshots =
          new WindowScreenshots(window, PICTURES, name, width, height);
      windowScreenshots.take("welcome");

      window.onFx(() -> {
        window.find("button.file.record", Button.class).fire();
        return true;
      });
      windowScreenshots.take("form");

      Document document = window.open(recording);
      window.onFx(() -> {
        document.timeline().send(new TimelineCommand.Seek(150));
        document.view().send(new ViewCommand.Select(1));
        return true;
      });
      windowScreenshots.take("recording");

      window.onFx(() -> {
        window.find("button.file.film", Button.class).fire();
        return true;
      });
      windowScreenshots.take("film");

      assertEquals(List.of(), windowScreenshots.cutOff());
    }
  }

  /// Aircraft have longer names and more numbers than cars.
  @ParameterizedTest
  @CsvSource({"DARK, 1024, 700", "LIGHT, 1280, 800"})
  void wordsAboutAircraftAreNowhereCutOff(Theme theme, int width, int height)
      throws TimeoutException, IOException {
    Preferences remembered = new Preferences(theme, WindowSize.SMALLEST, List.of());
    try (WindowUnderTest window = new WindowUnderTest(remembered)) {
      String name = "airspace-" + theme.name().toLowerCase(Locale.ROOT);
      WindowScreenshots windowScreenshots =
          new WindowScreenshots(window, PICTURES, name, width, height);
      Document document = window.open(sky);
      window.onFx(() -> {
        document.timeline().send(new TimelineCommand.Seek(12));
        document.view().send(new ViewCommand.Select(1));
        return true;
      });
      for (String pane : List.of("agents", "scores", "neighbours", "observation", "action")) {
        window.onFx(() -> {
          document.layout().send(new LayoutCommand.Show(PaneId.of(pane)));
          return true;
        });
        windowScreenshots.take(pane);
      }
      assertEquals(List.of(), windowScreenshots.cutOff());
    }
  }
}
