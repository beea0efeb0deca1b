package dev.hindsight.inspector;

import java.util.List;
import javafx.event.Event;
import javafx.event.EventType;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.PickResult;
import javafx.scene.input.ScrollEvent;

/// A mouse for tests: sends nodes the events that the window system would. FX thread.
public final class TestMouse {
  /// What differs from an ordinary event.
  public enum With {
    SHIFT,
    CONTROL,
    /// The mouse has moved since the button was pressed.
    MOVED
  }

  private TestMouse() {}

  /// Sends the first click of the left button, or part of it.
  ///
  /// @param inScene the position in the node's scene
  public static void send(
      Node node, EventType<MouseEvent> type, Point2D inScene, With... circumstances) {
    send(node, type, inScene, 1, circumstances);
  }

  /// Sends a later click, or part of it.
  ///
  /// @param clicks number of clicks at the position, including this one
  public static void send(
      Node node, EventType<MouseEvent> type, Point2D inScene, int clicks, With... circumstances) {
    List<With> with = List.of(circumstances);
    // A control handles the mouse in its skin, which a new control does not have before its first
    // frame.
    node.applyCss();
    double x = inScene.getX();
    double y = inScene.getY();
    boolean down = type == MouseEvent.MOUSE_PRESSED || type == MouseEvent.MOUSE_DRAGGED;
    Event.fireEvent(
        node,
        new MouseEvent(
            type,
            x,
            y,
            x,
            y,
            MouseButton.PRIMARY,
            clicks,
            with.contains(With.SHIFT),
            with.contains(With.CONTROL),
            false,
            false,
            down,
            false,
            false,
            false,
            false,
            !with.contains(With.MOVED),
            new PickResult(node, x, y)));
  }

  /// Turns the wheel.
  ///
  /// @param inScene the position in the node's scene
  /// @param across units to the left
  /// @param along units up
  public static void turn(
      Node node, Point2D inScene, double across, double along, With... circumstances) {
    List<With> with = List.of(circumstances);
    double x = inScene.getX();
    double y = inScene.getY();
    Event.fireEvent(
        node,
        new ScrollEvent(
            ScrollEvent.SCROLL,
            x,
            y,
            x,
            y,
            with.contains(With.SHIFT),
            with.contains(With.CONTROL),
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
            new PickResult(node, x, y)));
  }
}
