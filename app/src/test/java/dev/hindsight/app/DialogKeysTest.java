package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.ViewCommand;
import dev.hindsight.trainer.rollout.Moment;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.TextField;
import javafx.scene.image.PixelReader;
import javafx.scene.image.WritableImage;
import javafx.scene.robot.Robot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Keys while a dialog is open or a text field has the focus, and what remains on the screen.
class DialogKeysTest {
  /// Every command that opens a dialog over a recording, with the dialog's id.
  private static final Map<String, String> DIALOGS =
      Map.of(
          "file.film", "film",
          "file.picture", "film",
          "file.channel", "channel",
          "view.history", "history",
          "help.palette", "palette.search",
          "help.gpu", "gpu",
          "help.shortcuts", "shortcuts");

  /// The headless platform paints a thousand pixels in each direction, whatever the window's size.
  private static final int SCREEN = 1000;

  /// The number of times the screen is checked before its content counts as final.
  private static final int LOOKS = 8;

  @TempDir private static Path folder;

  private WindowUnderTest window;
  private UserInput userInput;
  private Document document;

  @BeforeEach
  void open() throws TimeoutException {
    window = new WindowUnderTest(Preferences.INITIAL.with(WindowSize.SMALLEST));
    window.onFx(() -> {
      window.stage().setX(0);
      window.stage().setY(0);
      return true;
    });
    userInput = new UserInput(window);
    document = window.open(SampleRecording.in(folder));
    window.onFx(() -> {
      document.view().send(new ViewCommand.Select(2));
      return true;
    });
    window.settle();
  }

  @AfterEach
  void close() {
    window.close();
  }

  static Iterable<String> dialogs() {
    return DIALOGS.keySet();
  }

  @ParameterizedTest
  @MethodSource("dialogs")
  void escapeClosesWhatLiesOverTheWindowAndNothingElse(String command) throws TimeoutException {
    show(command);
    assertTrue(window.has(DIALOGS.getOrDefault(command, "")));

    userInput.press("ESCAPE");
    assertFalse(inSight(command), "it is closed");
    assertEquals(2, selected(), "the agent stays selected");

    userInput.press("ESCAPE");
    assertEquals(Moment.NO_AGENT, selected(), "the next Escape is the window's again");
  }

  @ParameterizedTest
  @MethodSource("dialogs")
  void noKeyReachesWhatLiesBehind(String command) throws TimeoutException {
    show(command);

    for (String key : new String[] {"End", "N", "E", "RIGHT", "L", "Ctrl+W", "Alt+DIGIT1"}) {
      userInput.press(key);
    }
    assertTrue(inSight(command));
    assertEquals(2, selected());
    assertEquals(0, window.onFx(() -> document.timeline().state().tick()));
    assertTrue(window.onFx(() -> document.timeline().state().loop().isEmpty()));
    assertEquals(1, window.onFx(() -> window.context().workspace().state().tabs().size()));
  }

  /// JavaFX repaints what it believes has changed: the screen must show what a full repaint would.
  @ParameterizedTest
  @MethodSource("dialogs")
  void theScreenShowsWhatAFreshPictureShows(String command) throws TimeoutException {
    show(command);
    assertEquals("", lasting(), "with the dialog open");

    userInput.press("ESCAPE");
    assertEquals("", lasting(), "when it is closed again");
  }

  @Test
  void escapeInAFieldLeavesTheFieldAndTheSelection() throws TimeoutException {
    TextField tick = window.find("tick", TextField.class);
    userInput.press("Ctrl+G");
    assertTrue(window.onFx(tick::isFocused));

    userInput.press("ESCAPE");
    assertFalse(window.onFx(tick::isFocused));
    assertEquals(2, selected());

    userInput.press("End");
    assertEquals(
        window.onFx(() -> document.timeline().state().axis().last()),
        window.onFx(() -> document.timeline().state().tick()),
        "keys are shortcuts again");
  }

  private void show(String command) throws TimeoutException {
    window.onFx(() -> {
      window.command(command);
      return true;
    });
    window.settle();
  }

  private boolean inSight(String command) {
    return window.onFx(() ->
        window.stage().getScene().getRoot().lookupAll(".modal-pane").stream()
            .anyMatch(
                pane -> pane.getOpacity() > 0 && holds(pane, DIALOGS.getOrDefault(command, ""))));
  }

  private static boolean holds(Node pane, String id) {
    return pane.lookupAll("*").stream().anyMatch(node -> id.equals(node.getId()));
  }

  private int selected() {
    return window.onFx(() -> document.view().state().selected());
  }

  /// The differences that remain in an idle window: a frame reaches the screen after it has begun,
  /// on a busy machine much later.
  private String lasting() throws TimeoutException {
    String stains = stains();
    for (int look = 1; look < LOOKS && !stains.isEmpty(); look++) {
      window.settle();
      stains = stains();
    }
    return stains;
  }

  /// Where the screen differs from a fresh picture by more than rounding; empty if nowhere.
  private String stains() {
    return window.onFx(() -> {
      Scene scene = window.stage().getScene();
      Bounds on = scene.getRoot().localToScreen(scene.getRoot().getLayoutBounds());
      int width = (int) (Math.min(on.getMaxX(), SCREEN) - on.getMinX());
      int height = (int) (Math.min(on.getMaxY(), SCREEN) - on.getMinY());
      PixelReader shown =
          new Robot()
              .getScreenCapture(null, on.getMinX(), on.getMinY(), width, height)
              .getPixelReader();
      WritableImage fresh = scene.snapshot(null);
      int stained = 0;
      int first = -1;
      for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
          if (apart(shown.getArgb(x, y), fresh.getPixelReader().getArgb(x, y))) {
            stained++;
            first = first < 0 ? y * width + x : first;
          }
        }
      }
      return stained == 0
          ? ""
          : stained + " pixels, the first at " + first % width + ", " + first / width;
    });
  }

  private static boolean apart(int one, int other) {
    for (int shift = 0; shift < 24; shift += 8) {
      if (Math.abs((one >> shift & 255) - (other >> shift & 255)) > 8) {
        return true;
      }
    }
    return false;
  }
}
