package dev.hindsight.app.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.render.stage.TextScale;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import javafx.geometry.Bounds;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.ScrollBar;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Pane;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;

/// Room for the panes in small windows with large words.
class OverflowTest {
  private final Button near = new Button("near");
  private final Button far = new Button("far");
  private final Pane content = new Pane(near, far);

  @BeforeAll
  static void toolkit() throws TimeoutException {
    FxToolkit.registerPrimaryStage();
  }

  @Test
  void whereThereIsRoomTheContentHasIt() {
    Overflow overflow = onFx(() -> shown(1, 1024, 560));

    assertEquals(1024, content.getWidth());
    assertEquals(560, content.getHeight());
    assertFalse(bar(overflow, "overflow.across").isVisible());
    assertFalse(bar(overflow, "overflow.down").isVisible());
  }

  @Test
  void largeWordsGetMoreRoomThanTheWindowHas() {
    Overflow overflow = onFx(() -> shown(2, 900, 560));

    assertTrue(content.getWidth() > 900, "wide enough for large words");
    assertTrue(content.getHeight() > 560, "high enough for large words");
    assertTrue(bar(overflow, "overflow.across").isVisible());
    assertTrue(bar(overflow, "overflow.down").isVisible());
  }

  @Test
  void whatTakesTheKeyboardIsBroughtIntoSightAndBack() {
    Overflow overflow = onFx(() -> shown(2, 600, 300));

    assertFalse(inSight(overflow, far));
    onFx(() -> {
      far.requestFocus();
      return true;
    });
    assertTrue(inSight(overflow, far));
    onFx(() -> {
      near.requestFocus();
      return true;
    });
    assertTrue(inSight(overflow, near));
    assertFalse(inSight(overflow, far));
  }

  @Test
  void keysThatStepThroughTimeAreLeftAlone() {
    List<KeyCode> passed = new ArrayList<>();
    List<KeyCode> keys = List.of(KeyCode.LEFT, KeyCode.DOWN, KeyCode.HOME, KeyCode.END);
    onFx(() -> {
      Overflow overflow = shown(2, 600, 300);
      overflow
          .getScene()
          .getRoot()
          .addEventHandler(KeyEvent.KEY_PRESSED, event -> passed.add(event.getCode()));
      keys.forEach(key ->
          content.fireEvent(
              new KeyEvent(KeyEvent.KEY_PRESSED, "", "", key, false, false, false, false)));
      return true;
    });

    assertEquals(keys, passed);
  }

  /// @param letters times the usual size of words
  private Overflow shown(double letters, double width, double height) {
    Overflow overflow = new Overflow(content);
    Pane root = new Pane(overflow);
    Scene scene = new Scene(root, width, height);
    scene
        .getStylesheets()
        .add(
            "data:text/css,."
                + TextScale.STYLE_CLASS
                + "{"
                + TextScale.STYLE
                + ":"
                + letters
                + ";}");
    overflow.resize(width, height);
    root.applyCss();
    overflow.layout();
    near.resizeRelocate(10, 10, 60, 30);
    far.resizeRelocate(content.getWidth() - 100, content.getHeight() - 60, 60, 30);
    return overflow;
  }

  private static boolean inSight(Overflow overflow, Button button) {
    return onFx(() -> {
      Bounds place = overflow.sceneToLocal(button.localToScene(button.getLayoutBounds()));
      return overflow.getLayoutBounds().contains(place);
    });
  }

  private static ScrollBar bar(Overflow overflow, String id) {
    return overflow.getChildrenUnmodifiable().stream()
        .filter(node -> id.equals(node.getId()))
        .map(ScrollBar.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private static <T> T onFx(Callable<T> work) {
    return WaitForAsyncUtils.waitForAsyncFx(20_000, work);
  }
}
