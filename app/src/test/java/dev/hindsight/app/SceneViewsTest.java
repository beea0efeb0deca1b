package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.LayoutNode;
import dev.hindsight.app.dock.PaneId;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.timeline.TimelineCommand;
import dev.hindsight.app.workspace.CameraMode;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.inspector.TestMouse;
import dev.hindsight.render.Palette;
import dev.hindsight.render.raster.SceneRaster;
import dev.hindsight.render.stage.SceneView;
import dev.hindsight.trainer.record.SampleRecordings;
import dev.hindsight.trainer.scene.Camera;
import dev.hindsight.trainer.scene.MarkSubject;
import dev.hindsight.trainer.scene.Poses;
import dev.hindsight.trainer.scene.Viewpoint;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import javafx.event.EventType;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.image.Image;
import javafx.scene.input.Clipboard;
import javafx.scene.input.MouseEvent;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The mouse in a scene: pointing names an agent and highlights it in every pane, a click selects
/// it everywhere, a double click follows it.
class SceneViewsTest {
  private static final int AGENT = 2;
  private static final int TICK = 5;

  @TempDir private static Path folder;
  private static Path recording = Path.of("none");

  @BeforeAll
  static void record() throws IOException {
    recording = SampleRecordings.drive(folder, "intersection-1", Map.of(), 20);
  }

  private static WindowUnderTest window() throws TimeoutException {
    return new WindowUnderTest(new Preferences(Theme.DARK, WindowSize.SMALLEST, List.of()));
  }

  private static Document open(WindowUnderTest window) throws TimeoutException {
    Document document = window.open(recording);
    window.onFx(() -> {
      document.timeline().send(new TimelineCommand.Seek(TICK));
      return true;
    });
    window.settle();
    return document;
  }

  private static void mouse(
      WindowUnderTest window, Document document, EventType<MouseEvent> type, int clicks)
      throws TimeoutException {
    SceneView stage = window.find("scene", SceneView.class);
    window.onFx(() -> {
      Viewpoint seen = stage.viewpoint().orElseThrow();
      Poses.Pose pose = Poses.of(document.rollout(), "pose").orElseThrow().at(TICK, AGENT);
      double x = seen.pixelX(pose.x(), pose.y());
      double y = seen.pixelY(pose.x(), pose.y());
      TestMouse.send(stage, type, stage.localToScene(x, y), clicks);
      return true;
    });
    window.settle();
  }

  @Test
  void theSceneIsCopiedAsItsPaneShowsItAndCanBeOpenedAsAFile(@TempDir Path home)
      throws TimeoutException, IOException {
    try (TemporaryHome _ = new TemporaryHome(home);
        WindowUnderTest window = window()) {
      Document document = open(window);
      // The banner that tells of the copy makes the pane lower.
      SceneView shown = window.find("scene", SceneView.class);
      int width = (int) Math.round(shown.getWidth());
      int height = (int) Math.round(shown.getHeight());
      window.onFx(() -> {
        document.view().send(new ViewCommand.Select(AGENT));
        document.view().send(new ViewCommand.SetCameraMode(CameraMode.HEADING_UP));
        Clipboard.getSystemClipboard().clear();
        window.command("edit.copyScene");
        return true;
      });
      window.until(() -> window.onFx(() -> Clipboard.getSystemClipboard().hasImage()));
      Image copied = window.onFx(() -> Clipboard.getSystemClipboard().getImage());
      assertEquals(width, copied.getWidth());
      assertEquals(height, copied.getHeight());
      BufferedImage drawn =
          window.onFx(() ->
              new SceneRaster(document.sketch(), Palette.DARK)
                  .image(
                      document.moment(),
                      document.view().state().overlays(),
                      document.view().state().camera(),
                      width,
                      height));
      int different = 0;
      for (int y = 0; y < height; y += 7) {
        for (int x = 0; x < width; x += 7) {
          different += copied.getPixelReader().getArgb(x, y) == drawn.getRGB(x, y) ? 0 : 1;
        }
      }
      assertEquals(0, different, "pixels that differ");

      window.until(() -> window.has("notice.open"));
      window.onFx(() -> {
        window.find("notice.open", Button.class).fire();
        return true;
      });
      window.until(() -> window.launched().size() == 1);
      BufferedImage file = ImageIO.read(window.launched().getFirst().toFile());
      assertEquals(width, file.getWidth());
      assertEquals(drawn.getRGB(width / 2, height / 2), file.getRGB(width / 2, height / 2));
    }
  }

  @Test
  void pointingAtAVehicleTellsWhoItIsAndPointsEverywhere() throws TimeoutException {
    try (WindowUnderTest window = window()) {
      Document document = open(window);
      mouse(window, document, MouseEvent.MOUSE_MOVED, 0);
      String words = window.find("hover", Label.class).getText();

      assertTrue(words.startsWith("agent " + AGENT + " · "), words);
      assertTrue(words.contains("m/s"), words);
      assertEquals(Set.of(MarkSubject.agent(AGENT)), window.onFx(() -> document.pointed().state()));

      window.onFx(() -> {
        LayoutNode another = LayoutNode.Tabs.of(PaneId.of("agents"));
        document.layout().send(new LayoutCommand.Arrange(Optional.of(another)));
        return true;
      });
      window.until(() -> document.pointed().state().isEmpty());
    }
  }

  @Test
  void clickSelectsAndDoubleClickFollows() throws TimeoutException {
    try (WindowUnderTest window = window()) {
      Document document = open(window);
      mouse(window, document, MouseEvent.MOUSE_PRESSED, 1);
      mouse(window, document, MouseEvent.MOUSE_RELEASED, 1);
      assertEquals(AGENT, window.onFx(() -> document.view().state().selected()));
      assertEquals(new Camera.WholeMap(), window.onFx(() -> document.view().state().camera()));

      mouse(window, document, MouseEvent.MOUSE_PRESSED, 2);
      mouse(window, document, MouseEvent.MOUSE_RELEASED, 2);
      Camera camera = window.onFx(() -> document.view().state().camera());
      assertTrue(camera instanceof Camera.Follow follow && follow.agent() == AGENT, "" + camera);
    }
  }

  @Test
  void aTabThatIsClosedWhileItsSceneIsDrawnUpIsNoFailure() throws TimeoutException {
    try (WindowUnderTest window = window()) {
      Document document = open(window);
      Runnable goOn = window.holdScenes();
      window.onFx(() -> {
        document.timeline().send(new TimelineCommand.Seek(TICK + 1));
        window.context().close(document);
        return true;
      });
      window.until(() -> window.context().background().idle());
      goOn.run();
      window.settle();

      assertEquals(List.of(), window.crashes());
    }
  }

  @Test
  void sceneSaysInASentenceWhatItShows() throws TimeoutException {
    try (WindowUnderTest window = window()) {
      Document document = open(window);
      window.onFx(() -> {
        document.view().send(new ViewCommand.Select(AGENT));
        return true;
      });
      window.settle();
      String sentence = window.find("scene", SceneView.class).getAccessibleText();

      assertTrue(sentence.startsWith("Agent " + AGENT + ", tick " + TICK + ": "), sentence);
      assertTrue(sentence.contains("m to goal"), sentence);
    }
  }

  @Test
  void eyesShowWhatTheSelectedAgentIsTold() throws TimeoutException {
    try (WindowUnderTest window = window()) {
      Document document = open(window);
      window.onFx(() -> {
        document.view().send(new ViewCommand.Select(AGENT));
        document.view().send(new ViewCommand.SetCameraMode(CameraMode.EYES));
        return true;
      });
      window.settle();
      SceneView stage = window.find("scene", SceneView.class);
      MarkSubject middle =
          window.onFx(() -> {
            Viewpoint seen = stage.viewpoint().orElseThrow();
            return stage.pick(seen.pixelX(0, 0), seen.pixelY(0, 0)).orElseThrow();
          });

      assertEquals(MarkSubject.agent(AGENT), middle);
    }
  }
}
