package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.panel.PaneKinds;
import dev.hindsight.inspector.live.LiveTree;
import dev.hindsight.trainer.record.SampleRecordings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javafx.scene.control.Button;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Moments in the window: found, and filmed with its button.
class MomentsWindowTest {
  private static final String PANEL = "moments";

  @TempDir private Path folder;

  @Test
  void buttonFilmsTheMomentsThatWereFound() throws Exception {
    Path recording = SampleRecordings.drive(folder, "intersection-1", Map.of(), 60);
    Path film = folder.resolve("best.mp4");
    try (TimelineUnderTest timeline = new TimelineUnderTest(recording)) {
      WindowUnderTest window = timeline.window();
      window.onFx(() -> {
        timeline
            .document()
            .layout()
            .send(new LayoutCommand.Open(PaneId.of(PANEL), PaneKinds.home(PANEL)));
        return true;
      });
      window.settle();
      Button button = window.find("moments.film", Button.class);
      assertTrue(window.onFx(button::isDisabled), "nothing was found yet");
      window.press("moments.find");
      window.settle();
      LiveTree<?> table = window.find("moments.table", LiveTree.class);
      assertTrue(window.onFx(() -> table.getRoot().getChildren().size()) > 0, "no moments");
      assertFalse(window.onFx(button::isDisabled));

      window.answer(film);
      window.press("moments.film");
      window.settle();

      window.until(() -> Files.exists(film));
      byte[] bytes = Files.readAllBytes(film);
      assertEquals("ftyp", new String(bytes, 4, 4, StandardCharsets.US_ASCII));
    }
  }
}
