package dev.hindsight.app;

import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.timeline.TimelineState;
import dev.hindsight.app.workspace.Document;
import java.nio.file.Path;
import java.util.concurrent.TimeoutException;
import javafx.event.Event;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCombination.Modifier;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.scene.layout.Region;

/// The timeline of an open recording in a window, with a mouse and a keyboard.
final class TimelineUnderTest implements AutoCloseable {
  private final WindowUnderTest window;
  private final Document document;

  /// Opens the recording in a window of 1000 by 760.
  TimelineUnderTest(Path recording) throws TimeoutException {
    window = new WindowUnderTest(Preferences.INITIAL);
    document = window.open(recording);
    window.onFx(() -> {
      window.stage().setWidth(1000);
      window.stage().setHeight(760);
      return true;
    });
    window.settle();
  }

  WindowUnderTest window() {
    return window;
  }

  Document document() {
    return document;
  }

  TimelineState cursor() {
    return window.onFx(() -> document.timeline().state());
  }

  int tick() {
    return cursor().tick();
  }

  /// Presses a key where the keyboard is.
  void key(KeyCode code, Modifier... modifiers) throws TimeoutException {
    java.util.List<Modifier> held = java.util.List.of(modifiers);
    window.onFx(() -> {
      Scene scene = window.stage().getScene();
      Node owner = scene.getFocusOwner();
      Event.fireEvent(
          owner == null ? scene.getRoot() : owner,
          new KeyEvent(
              KeyEvent.KEY_PRESSED,
              "",
              "",
              code,
              held.contains(javafx.scene.input.KeyCombination.SHIFT_DOWN),
              held.contains(javafx.scene.input.KeyCombination.CONTROL_DOWN),
              held.contains(javafx.scene.input.KeyCombination.ALT_DOWN),
              false));
      return true;
    });
    window.settle();
  }

  /// The lanes.
  Region lanes() {
    return window.find("lanes", Region.class);
  }

  /// Drags with the primary button.
  void drag(Point2D from, Point2D to, Modifier... modifiers) {
    boolean shift =
        java.util.List.of(modifiers).contains(javafx.scene.input.KeyCombination.SHIFT_DOWN);
    press(from, shift);
    mouse(MouseEvent.MOUSE_DRAGGED, from.midpoint(to), shift, true, false);
    mouse(MouseEvent.MOUSE_DRAGGED, to, shift, true, false);
    release(to, shift);
  }

  void press(Point2D at, boolean shift) {
    mouse(MouseEvent.MOUSE_PRESSED, at, shift, true, true);
  }

  void release(Point2D at, boolean shift) {
    mouse(MouseEvent.MOUSE_RELEASED, at, shift, false, false);
  }

  /// Presses and lets go at one place.
  void click(Point2D at) {
    press(at, false);
    release(at, false);
    mouse(MouseEvent.MOUSE_CLICKED, at, false, false, true);
  }

  void mouse(
      javafx.event.EventType<MouseEvent> type,
      Point2D at,
      boolean shift,
      boolean down,
      boolean still) {
    window.onFx(() -> {
      Region lanes = lanes();
      Point2D scene = lanes.localToScene(at);
      Event.fireEvent(
          lanes,
          new MouseEvent(
              type,
              scene.getX(),
              scene.getY(),
              scene.getX(),
              scene.getY(),
              MouseButton.PRIMARY,
              1,
              shift,
              false,
              false,
              false,
              down,
              false,
              false,
              false,
              false,
              still,
              null));
      return true;
    });
  }

  /// Turns the wheel; up is above 0.
  void wheel(Point2D at, double across, double along, boolean shift) {
    window.onFx(() -> {
      Region lanes = lanes();
      Point2D scene = lanes.localToScene(at);
      Event.fireEvent(
          lanes,
          new ScrollEvent(
              ScrollEvent.SCROLL,
              scene.getX(),
              scene.getY(),
              scene.getX(),
              scene.getY(),
              shift,
              false,
              false,
              false,
              false,
              false,
              across,
              along,
              across,
              along,
              ScrollEvent.HorizontalTextScrollUnits.NONE,
              0,
              ScrollEvent.VerticalTextScrollUnits.NONE,
              0,
              0,
              null));
      return true;
    });
  }

  @Override
  public void close() {
    window.close();
  }
}
