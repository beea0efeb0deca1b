package dev.hindsight.app;

import dev.hindsight.app.dock.LayoutCommand;
import dev.hindsight.app.dock.LayoutPreset;
import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.timeline.TimelineState;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.inspector.TestMouse;
import dev.hindsight.inspector.TestMouse.With;
import java.nio.file.Path;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javafx.event.Event;
import javafx.event.EventType;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCombination.Modifier;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
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
      // The timeline has the whole width.
      document.layout().send(new LayoutCommand.Arrange(LayoutPreset.WATCH.layout().root()));
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

  /// Presses a key in the focused control.
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

  /// Drags with the left button.
  void drag(Point2D from, Point2D to, With... with) {
    press(from, with);
    haul(from.midpoint(to), with);
    haul(to, with);
    release(to, with);
  }

  void press(Point2D at, With... with) {
    mouse(MouseEvent.MOUSE_PRESSED, at, with);
  }

  /// Moves the mouse with the button held down.
  void haul(Point2D at, With... with) {
    mouse(MouseEvent.MOUSE_DRAGGED, at, moved(with));
  }

  /// Releases the button after [#haul].
  void release(Point2D at, With... with) {
    mouse(MouseEvent.MOUSE_RELEASED, at, moved(with));
  }

  /// Clicks at a place.
  void click(Point2D at) {
    press(at);
    mouse(MouseEvent.MOUSE_RELEASED, at);
    mouse(MouseEvent.MOUSE_CLICKED, at);
  }

  private static With[] moved(With[] with) {
    return Stream.concat(Stream.of(with), Stream.of(With.MOVED)).toArray(With[]::new);
  }

  private void mouse(EventType<MouseEvent> type, Point2D at, With... with) {
    window.onFx(() -> {
      TestMouse.send(lanes(), type, lanes().localToScene(at), with);
      return true;
    });
  }

  /// Turns the wheel; positive is up.
  void wheel(Point2D at, double across, double along, With... with) {
    window.onFx(() -> {
      TestMouse.turn(lanes(), lanes().localToScene(at), across, along, with);
      return true;
    });
  }

  @Override
  public void close() {
    window.close();
  }
}
