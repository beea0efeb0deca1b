package dev.hindsight.app;

import dev.hindsight.inspector.TestMouse;
import dev.hindsight.inspector.TestMouse.With;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import javafx.event.Event;
import javafx.event.EventType;
import javafx.geometry.Bounds;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.PickResult;

/// A keyboard and a mouse for tests of the window: they send events to the focused control and to
/// the node under the pointer, as the window system would.
public final class UserInput {
  private final WindowUnderTest window;

  /// Input for a window.
  public UserInput(WindowUnderTest window) {
    this.window = window;
  }

  /// Presses and releases a key with its modifiers, written as shortcuts are: `Ctrl+Alt+Left`.
  public void press(String keys) throws TimeoutException {
    tap(keys);
    window.settle();
  }

  /// As [#press], without waiting for anything.
  public void tap(String keys) {
    window.onFx(() -> {
      stroke(keys);
      return true;
    });
  }

  /// Types letters.
  public void type(String text) throws TimeoutException {
    window.onFx(() -> {
      letters(text);
      return true;
    });
    window.settle();
  }

  /// Presses a key and types letters before the window has painted anything, like a fast user on a
  /// slow machine.
  public void hurry(String keys, String text) throws TimeoutException {
    window.onFx(() -> {
      stroke(keys);
      letters(text);
      return true;
    });
    window.settle();
  }

  private void stroke(String keys) {
    List<String> parts = List.of(keys.split("\\+"));
    KeyCode code = KeyCode.valueOf(parts.getLast().toUpperCase(Locale.ROOT));
    for (var type : List.of(KeyEvent.KEY_PRESSED, KeyEvent.KEY_RELEASED)) {
      Event.fireEvent(
          focused(),
          new KeyEvent(
              type,
              "",
              code.getName(),
              code,
              parts.contains("Shift"),
              parts.contains("Ctrl"),
              parts.contains("Alt"),
              parts.contains("Meta")));
    }
  }

  /// Each letter consists of a key press, a typed character, and a key release.
  private void letters(String text) {
    for (int i = 0; i < text.length(); i++) {
      String letter = text.substring(i, i + 1);
      KeyCode code = KeyCode.getKeyCode(letter.toUpperCase(Locale.ROOT));
      KeyCode known = code == null ? KeyCode.UNDEFINED : code;
      for (var type : List.of(KeyEvent.KEY_PRESSED, KeyEvent.KEY_TYPED, KeyEvent.KEY_RELEASED)) {
        boolean stands = type.equals(KeyEvent.KEY_TYPED);
        Event.fireEvent(
            focused(),
            new KeyEvent(
                type,
                stands ? letter : "",
                "",
                stands ? KeyCode.UNDEFINED : known,
                false,
                false,
                false,
                false));
      }
    }
  }

  /// Clicks the middle of a node.
  public void click(Node node) throws TimeoutException {
    window.onFx(() -> {
      Point2D place = middle(node);
      TestMouse.send(node, MouseEvent.MOUSE_PRESSED, place);
      TestMouse.send(node, MouseEvent.MOUSE_RELEASED, place);
      TestMouse.send(node, MouseEvent.MOUSE_CLICKED, place);
      return true;
    });
    window.settle();
  }

  /// Double-clicks a place in a node.
  ///
  /// @param x pixels from its left edge
  /// @param y pixels from its upper edge
  public void clickTwice(Node node, double x, double y) throws TimeoutException {
    window.onFx(() -> {
      Point2D place = node.localToScene(x, y);
      for (int count = 1; count <= 2; count++) {
        TestMouse.send(node, MouseEvent.MOUSE_PRESSED, place, count);
        TestMouse.send(node, MouseEvent.MOUSE_RELEASED, place, count);
        TestMouse.send(node, MouseEvent.MOUSE_CLICKED, place, count);
      }
      return true;
    });
    window.settle();
  }

  /// Presses the middle of a node, drags and releases.
  ///
  /// @param x pixels to the right
  /// @param y pixels down
  public void drag(Node node, double x, double y) throws TimeoutException {
    Point2D from = window.onFx(() -> middle(node));
    window.onFx(() -> {
      TestMouse.send(node, MouseEvent.MOUSE_PRESSED, from);
      TestMouse.send(node, MouseEvent.MOUSE_DRAGGED, from.add(x / 2, y / 2));
      TestMouse.send(node, MouseEvent.MOUSE_DRAGGED, from.add(x, y));
      TestMouse.send(node, MouseEvent.MOUSE_RELEASED, from.add(x, y));
      return true;
    });
    window.settle();
  }

  /// Drags with the left button while Ctrl is pressed.
  ///
  /// @param from in the node
  /// @param to in the node
  /// @param shift whether Shift is pressed too
  public void carry(Node node, Point2D from, Point2D to, Shift shift) throws TimeoutException {
    window.onFx(() -> {
      held(node, MouseEvent.MOUSE_PRESSED, from, shift);
      held(node, MouseEvent.MOUSE_DRAGGED, from.midpoint(to), shift);
      held(node, MouseEvent.MOUSE_DRAGGED, to, shift);
      held(node, MouseEvent.MOUSE_RELEASED, to, shift);
      return true;
    });
    window.settle();
  }

  /// The Shift key.
  public enum Shift {
    UP,
    DOWN
  }

  private static void held(Node node, EventType<MouseEvent> type, Point2D place, Shift shift) {
    Point2D inScene = node.localToScene(place);
    if (shift == Shift.DOWN) {
      TestMouse.send(node, type, inScene, With.CONTROL, With.MOVED, With.SHIFT);
    } else {
      TestMouse.send(node, type, inScene, With.CONTROL, With.MOVED);
    }
  }

  /// Opens the context menu at a place in a node, as the right button does.
  public void askForMenu(Node node, Point2D place) throws TimeoutException {
    window.onFx(() -> {
      Point2D inScene = node.localToScene(place);
      Point2D onScreen = node.localToScreen(place);
      Event.fireEvent(
          node,
          new ContextMenuEvent(
              ContextMenuEvent.CONTEXT_MENU_REQUESTED,
              inScene.getX(),
              inScene.getY(),
              onScreen.getX(),
              onScreen.getY(),
              false,
              new PickResult(node, inScene.getX(), inScene.getY())));
      return true;
    });
    window.settle();
  }

  private Node focused() {
    Scene scene = window.stage().getScene();
    Node owner = scene.getFocusOwner();
    return owner == null ? scene.getRoot() : owner;
  }

  private static Point2D middle(Node node) {
    Bounds bounds = node.localToScene(node.getBoundsInLocal());
    return new Point2D(bounds.getCenterX(), bounds.getCenterY());
  }
}
