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

/// A mouse for tests: sends a node the events the window system would. FX thread.
public final class TestMouse {
  /// What is otherwise than usual.
  public enum With {
    SHIFT,
    CONTROL,
    /// It has been moved since the button was pressed.
    MOVED
  }

  private TestMouse() {}

  /// The first click of the left button, or part of it.
  ///
  /// @param inScene where, in the node's scene
  public static void send(
      Node node, EventType<MouseEvent> type, Point2D inScene, With... circumstances) {
    send(node, type, inScene, 1, circumstances);
  }

  /// The same of a later one.
  ///
  /// @param clicks how many there have been at the place with this one
  public static void send(
      Node node, EventType<MouseEvent> type, Point2D inScene, int clicks, With... circumstances) {
    List<With> with = List.of(circumstances);
    // What hears the mouse in a control is its skin, which one just made lacks before a frame.
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
  /// @param inScene where, in the node's scene
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
