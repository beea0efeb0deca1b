package dev.hindsight.app.fx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.TestMouse;
import dev.hindsight.render.stage.TextScale;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import javafx.event.Event;
import javafx.geometry.Bounds;
import javafx.geometry.Point2D;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.ScrollBar;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.Pane;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxToolkit;
import org.testfx.util.WaitForAsyncUtils;

/// Space for panes in small windows with large text.
class OverflowPaneTest {
  private final Button near = new Button("near");
  private final Button far = new Button("far");
  private final Pane content = new Pane(near, far);

  @BeforeAll
  static void toolkit() throws TimeoutException {
    FxToolkit.registerPrimaryStage();
  }

  @Test
  void whereThereIsRoomTheContentHasIt() {
    OverflowPane overflowPane = onFx(() -> shown(1, 1024, 560));

    assertEquals(1024, content.getWidth());
    assertEquals(560, content.getHeight());
    assertFalse(bar(overflowPane, "overflow.across").isVisible());
    assertFalse(bar(overflowPane, "overflow.down").isVisible());
  }

  @Test
  void largeWordsGetMoreRoomThanTheWindowHas() {
    OverflowPane overflowPane = onFx(() -> shown(2, 900, 560));

    assertTrue(content.getWidth() > 900, "wide enough for large words");
    assertTrue(content.getHeight() > 560, "high enough for large words");
    assertTrue(bar(overflowPane, "overflow.across").isVisible());
    assertTrue(bar(overflowPane, "overflow.down").isVisible());
  }

  @Test
  void whatTakesTheKeyboardIsBroughtIntoSightAndBack() {
    OverflowPane overflowPane = onFx(() -> shown(2, 600, 300));

    assertFalse(inSight(overflowPane, far));
    onFx(() -> {
      far.requestFocus();
      return true;
    });
    assertTrue(inSight(overflowPane, far));
    onFx(() -> {
      near.requestFocus();
      return true;
    });
    assertTrue(inSight(overflowPane, near));
    assertFalse(inSight(overflowPane, far));
  }

  @Test
  void keysThatStepThroughTimeAreLeftAlone() {
    List<KeyCode> passed = new ArrayList<>();
    List<KeyCode> keys = List.of(KeyCode.LEFT, KeyCode.DOWN, KeyCode.HOME, KeyCode.END);
    onFx(() -> {
      OverflowPane overflowPane = shown(2, 600, 300);
      overflowPane
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

  @Test
  void aLowPaneScrollsInContentThatWantsMoreHeight() {
    OverflowPane overflowPane = onFx(() -> lowPane(300, 200));

    assertEquals(500, content.getHeight());
    assertTrue(bar(overflowPane, "low.down").isVisible());
    assertFalse(bar(overflowPane, "low.across").isVisible());
    assertEquals(300 - bar(overflowPane, "low.down").getWidth(), content.getWidth());
    onFx(() -> {
      overflowPane.resize(300, 600);
      overflowPane.layout();
      return true;
    });
    assertEquals(600, content.getHeight());
    assertFalse(bar(overflowPane, "low.down").isVisible());
  }

  @Test
  void theWheelMovesItUntilItsEndAndThenWhateverItLiesIn() {
    List<Double> outside = new ArrayList<>();
    OverflowPane overflowPane =
        onFx(() -> {
          OverflowPane low = lowPane(300, 200);
          low.getScene()
              .getRoot()
              .addEventHandler(ScrollEvent.SCROLL, event -> outside.add(event.getDeltaY()));
          return low;
        });
    turn(-250);
    assertEquals(250, bar(overflowPane, "low.down").getValue());
    turn(-250);
    assertEquals(300, bar(overflowPane, "low.down").getValue());
    assertEquals(List.of(), outside, "taken while it moves");
    turn(-40);
    assertEquals(List.of(-40.0), outside, "left to others at the end");
  }

  @Test
  void whoHasAUseForTheWheelKeepsIt() {
    OverflowPane overflowPane = onFx(() -> lowPane(300, 200));
    near.setOnScroll(Event::consume);
    turn(-100);
    assertEquals(0, bar(overflowPane, "low.down").getValue());
  }

  @Test
  void oneWithinAnotherIsBroughtIntoSightByBoth() {
    OverflowPane inner = onFx(() -> lowPane(300, 400));
    OverflowPane outer =
        onFx(() -> {
          Pane panes = new Pane(inner);
          OverflowPane all = OverflowPane.atLeast("all", panes, 100, 600);
          inner.setPrefSize(300, 400);
          inner.relocate(0, 150);
          new Scene(new Pane(all), 400, 250);
          all.resize(400, 250);
          all.layout();
          far.requestFocus();
          return all;
        });
    assertTrue(inSight(inner, far));
    assertTrue(inSight(outer, far));
  }

  @Test
  void nothingMovesAwayUnderAPressedMouse() {
    OverflowPane overflowPane = onFx(() -> lowPane(300, 200));
    onFx(() -> {
      TestMouse.send(near, MouseEvent.MOUSE_PRESSED, Point2D.ZERO);
      far.requestFocus();
      return true;
    });
    assertEquals(0, bar(overflowPane, "low.down").getValue());
  }

  /// Content that needs a height of 500 units, with a button at its end.
  private OverflowPane lowPane(double width, double height) {
    content.setMinHeight(500);
    OverflowPane overflowPane = OverflowPane.downwards("low", content);
    new Scene(new Pane(overflowPane), width, height);
    overflowPane.resize(width, height);
    overflowPane.applyCss();
    overflowPane.layout();
    near.resizeRelocate(10, 10, 60, 30);
    far.resizeRelocate(10, 440, 60, 30);
    return overflowPane;
  }

  private void turn(double units) {
    onFx(() -> {
      TestMouse.turn(near, Point2D.ZERO, 0, units);
      return true;
    });
  }

  /// @param letters multiple of the usual text size
  private OverflowPane shown(double letters, double width, double height) {
    OverflowPane overflowPane = OverflowPane.atLeast("overflow", content, 480, 380);
    Pane root = new Pane(overflowPane);
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
    overflowPane.resize(width, height);
    root.applyCss();
    overflowPane.layout();
    near.resizeRelocate(10, 10, 60, 30);
    far.resizeRelocate(content.getWidth() - 100, content.getHeight() - 60, 60, 30);
    return overflowPane;
  }

  private static boolean inSight(OverflowPane overflowPane, Button button) {
    return onFx(() -> {
      Bounds place = overflowPane.sceneToLocal(button.localToScene(button.getLayoutBounds()));
      return overflowPane.getLayoutBounds().contains(place);
    });
  }

  private static ScrollBar bar(OverflowPane overflowPane, String id) {
    return overflowPane.getChildrenUnmodifiable().stream()
        .filter(node -> id.equals(node.getId()))
        .map(ScrollBar.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private static <T> T onFx(Callable<T> work) {
    return WaitForAsyncUtils.waitForAsyncFx(20_000, work);
  }
}
