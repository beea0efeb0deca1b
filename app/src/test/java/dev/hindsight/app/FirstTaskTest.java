package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.recording.Sample;
import dev.hindsight.app.recording.Samples;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.timeline.TimelineState;
import dev.hindsight.app.workspace.CameraMode;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.inspector.bookmark.Bookmark;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.ToggleButton;
import javafx.stage.Window;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A user investigates a failure for the first time, once with only the keyboard and once with only
/// the mouse: opens the sample, goes to the second collision, bookmarks it, follows that agent,
/// loops the five ticks around it at a quarter of the speed, and exports them as a GIF.
class FirstTaskTest {
  private static final Sample SAMPLE = Samples.named("crossing");

  @TempDir private Path home;

  private TemporaryHome moved;
  private WindowUnderTest window;
  private UserInput userInput;

  @BeforeEach
  void openTheWindow() throws TimeoutException {
    moved = new TemporaryHome(home);
    window = new WindowUnderTest(new Preferences(Theme.DARK, WindowSize.SMALLEST, List.of()));
    userInput = new UserInput(window);
    window.settle();
  }

  @AfterEach
  void closeTheWindow() {
    window.close();
    moved.close();
  }

  @Test
  void withTheKeyboardAlone() throws TimeoutException, IOException {
    window.answer(gif());
    assertEquals("sample.darkroom", focused(), "the first sample is chosen already");
    userInput.press("Tab");
    assertEquals("sample." + SAMPLE.id(), focused());
    userInput.press("Enter");
    Document document = opened();

    userInput.press("K");
    userInput.press("E");
    userInput.press("E");
    userInput.press("Ctrl+D");
    userInput.press("DIGIT2");
    userInput.press("Shift+L");
    userInput.press("COMMA");
    userInput.press("COMMA");
    userInput.press("Space");
    assertDone(document);

    userInput.press("Space");
    userInput.press("Ctrl+E");
    assertEquals("film.kind", focused(), "the form has the keyboard");
    userInput.press("Down");
    userInput.press("Enter");
    assertExported();
  }

  @Test
  void withTheMouseAlone() throws TimeoutException, IOException {
    window.answer(gif());
    userInput.click(window.find("sample." + SAMPLE.id(), Button.class));
    Document document = opened();

    choose("event.kind", "Collision");
    userInput.click(window.find("button.event.next", Button.class));
    userInput.click(window.find("button.event.next", Button.class));
    userInput.click(window.find("button.bookmark.toggle", Button.class));
    userInput.click(window.find("button.view.follow", ToggleButton.class));
    userInput.click(window.find("button.playback.loopAround", ToggleButton.class));
    choose("speed", "0.25×");
    userInput.click(window.find("button.playback.toggle", Button.class));
    assertDone(document);

    userInput.click(window.find("button.playback.toggle", Button.class));
    userInput.click(window.find("button.file.film", Button.class));
    choose("film.kind", "Animation");
    userInput.click(window.find("film.export", Button.class));
    assertExported();
  }

  private Path gif() {
    return home.resolve("collision.gif");
  }

  private Document opened() throws TimeoutException {
    window.until(() ->
        window.context().workspace().state().document().stream()
            .anyMatch(shown -> shown.rollout().complete()));
    window.settle();
    return window.onFx(() -> window.context().workspace().state().document().orElseThrow());
  }

  /// Opens a list and clicks the line that begins with a text.
  private void choose(String id, String words) throws TimeoutException {
    ComboBox<?> box = window.find(id, ComboBox.class);
    userInput.click(box);
    Node line =
        window.onFx(() ->
            Window.getWindows().stream()
                .filter(open -> !open.equals(window.stage()))
                .flatMap(open -> open.getScene().getRoot().lookupAll(".list-cell").stream())
                .filter(cell -> cell.isVisible() && words(cell).startsWith(words))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no line " + words)));
    userInput.click(line);
  }

  private static String words(Node cell) {
    return cell instanceof javafx.scene.control.ListCell<?> line && line.getText() != null
        ? line.getText()
        : "";
  }

  private String focused() {
    return window.onFx(() -> String.valueOf(window.stage().getScene().getFocusOwner().getId()));
  }

  private record Collision(int tick, int agent) {}

  /// Reads the recording directly, tick by tick and agent by agent: a collision belongs to the tick
  /// whose action caused it.
  private static Collision second(Rollout rollout) {
    Channel channel = rollout.channel("collision").orElseThrow();
    List<Collision> found = new ArrayList<>();
    for (int tick = 0; tick < rollout.ticks() && found.size() < 2; tick++) {
      for (int agent = 0; agent < rollout.manifest().agents(); agent++) {
        if (tick > 0 && channel.value(tick, agent) != 0 && channel.value(tick - 1, agent) == 0) {
          found.add(new Collision(tick - 1, agent));
        }
      }
    }
    return found.get(1);
  }

  private void assertDone(Document document) {
    Collision collision = second(document.rollout());
    int tick = collision.tick();
    TimelineState cursor = window.onFx(() -> document.timeline().state());
    assertEquals(Span.through(tick - 2, tick + 2), cursor.loop().orElseThrow());
    assertEquals(0.25, cursor.speed());
    assertTrue(cursor.running());
    assertTrue(Math.abs(cursor.tick() - tick) <= 2);
    assertEquals(CameraMode.FOLLOW, window.onFx(() -> document.view().state().view().mode()));
    assertEquals(collision.agent(), window.<Integer>onFx(() -> document.view().state().selected()));
    List<Bookmark> bookmarks =
        window.onFx(() -> document.timelineModel().bookmarks().state().bookmarks());
    assertEquals(1, bookmarks.size());
    assertEquals(collision.agent(), bookmarks.getFirst().place().agent());
    assertEquals(tick, bookmarks.getFirst().place().in(cursor.axis().trials()).orElseThrow());
  }

  private void assertExported() throws TimeoutException, IOException {
    window.until(() -> Files.exists(gif()));
    window.settle();
    try (ImageInputStream bytes = ImageIO.createImageInputStream(gif().toFile())) {
      Iterator<ImageReader> readers = ImageIO.getImageReaders(bytes);
      ImageReader reader = readers.next();
      assertEquals("gif", reader.getFormatName());
      reader.setInput(bytes);
      assertEquals(5, reader.getNumImages(true), "one frame for each tick of the loop");
      assertEquals(1280, reader.getWidth(0));
      assertEquals(720, reader.getHeight(0));
      for (int frame = 0; frame < 5; frame++) {
        assertEquals(40, hundredths(reader, frame), "a tick of 0.1 s, four times as slow");
      }
    }
    assertEquals(List.of("collision.gif"), files(home));
    assertEquals(
        List.of("crossing.rollout", "crossing.rollout.bookmarks.json"),
        files(home.resolve("Hindsight/samples")));
  }

  private static List<String> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> file.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  private static int hundredths(ImageReader reader, int frame) throws IOException {
    IIOMetadataNode root =
        (IIOMetadataNode) reader.getImageMetadata(frame).getAsTree("javax_imageio_gif_image_1.0");
    IIOMetadataNode control =
        (IIOMetadataNode) root.getElementsByTagName("GraphicControlExtension").item(0);
    return Integer.parseInt(control.getAttribute("delayTime"));
  }
}
