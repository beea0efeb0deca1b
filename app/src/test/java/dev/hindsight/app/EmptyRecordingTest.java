package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.window.Shell;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.RolloutWriter;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.SnapshotParameters;
import javafx.scene.control.Label;
import javafx.scene.image.Image;
import javafx.scene.image.PixelFormat;
import javafx.scene.paint.Color;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A recording that has just begun.
class EmptyRecordingTest {
  private static final String WORDS = "Recording: no ticks so far.";

  @TempDir private Path folder;

  @Test
  void whatHasNoTickYetSaysWhatItWaitsForAndPointsAtNone() throws TimeoutException, IOException {
    Path file = folder.resolve("b.rollout");
    Preferences small = new Preferences(Theme.DARK, WindowSize.SMALLEST, List.of());
    try (WindowUnderTest window = new WindowUnderTest(small);
        RolloutWriter writer = SyntheticRecording.begin(file, 2)) {
      window.until(() -> begun(file));
      Document document = window.open(file);
      photograph(window);
      assertEquals(WORDS, window.onFx(() -> window.find("live.words", Label.class).getText()));
      assertTrue(scene(window).contains("Waiting for the first ticks"), scene(window));
      assertFalse(cursorIsDrawn(window), "a cursor where there is nothing to point at");
      assertEquals(
          List.of("The recording has no ticks", "The recording has no ticks"),
          whyNothingIsFilmed(window));

      SyntheticRecording.add(writer, 2, 4 * SyntheticRecording.CHUNK + 1);
      window.until(() -> document.timeline().state().tick() > 0);
      window.settle();
      assertFalse(scene(window).contains("Waiting"), scene(window));
      assertTrue(cursorIsDrawn(window));
      assertEquals(List.of(), whyNothingIsFilmed(window));
      writer.finish(Summary.of(List.of(), Map.of(), 1));
      window.settle();
    }
  }

  private static List<String> whyNothingIsFilmed(WindowUnderTest window) {
    return window.onFx(() -> {
      var commands = ((Shell) window.stage().getScene().getRoot()).commands();
      return Stream.of("file.film", "file.picture")
          .flatMap(id -> commands.obstacle(commands.named(id)).stream())
          .toList();
    });
  }

  /// Whether its writer, in another thread, has got far enough for it to be opened.
  private static boolean begun(Path file) {
    try (Rollout rollout = Rollouts.follow(file)) {
      return rollout.ticks() == 0;
    } catch (Problem _) {
      return false;
    }
  }

  /// In both themes.
  private static void photograph(WindowUnderTest window) throws TimeoutException, IOException {
    Path pictures = Files.createDirectories(Path.of("target", "screenshots"));
    for (Theme theme : List.of(Theme.DARK, Theme.LIGHT)) {
      String name = theme.name().toLowerCase(Locale.ROOT);
      WindowScreenshots windowScreenshots =
          new WindowScreenshots(window, pictures, name, 1024, 700);
      windowScreenshots.take("no-tick-yet");
      assertEquals(List.of(), windowScreenshots.cutOff());
      window.onFx(() -> {
        var commands = ((Shell) window.stage().getScene().getRoot()).commands();
        commands.run(commands.named("view.theme"));
        return true;
      });
    }
  }

  private static boolean cursorIsDrawn(WindowUnderTest window) {
    return window.onFx(() -> {
      SnapshotParameters bare = new SnapshotParameters();
      bare.setFill(Color.TRANSPARENT);
      Image drawn = window.find("cursor", Node.class).snapshot(bare, null);
      int width = (int) drawn.getWidth();
      int height = (int) drawn.getHeight();
      int[] pixels = new int[width * height];
      drawn
          .getPixelReader()
          .getPixels(0, 0, width, height, PixelFormat.getIntArgbInstance(), pixels, 0, width);
      return Arrays.stream(pixels).anyMatch(pixel -> pixel != 0);
    });
  }

  /// The text of the scene.
  private static String scene(WindowUnderTest window) {
    return window.onFx(() -> window.find("scene", Node.class).getAccessibleText());
  }
}
