package dev.hindsight.app.timeline;

import dev.hindsight.app.model.Store;
import dev.hindsight.trainer.rollout.Span;
import java.util.OptionalInt;
import javafx.scene.Cursor;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;

/// Mouse input on the lanes. FX thread.
///
/// Dragging on the lanes, the trials or the tick numbers scrubs; with Shift it selects a range to
/// loop, with Control (or the middle button) it pans. The wheel zooms; with Shift it pans. On the
/// names, a click chooses a lane, dragging moves it, and dragging its lower edge resizes it.
final class LaneMouse {
  /// How far from its mark a click still hits an event, in units.
  static final double REACH = 5;

  private static final double ZOOM = 1.25;

  private final LaneView view;
  private final Store<TimelineState, TimelineCommand> timeline;
  private final Store<LaneState, LaneState.Command> lanes;
  private Drag drag = Drag.NONE;
  private double fromX;
  private double fromY;
  private int fromTick;
  private int heldLane;
  private int heldHeight;

  private enum Drag {
    NONE,
    SCRUB,
    RANGE,
    PAN,
    LANE,
    EDGE
  }

  LaneMouse(
      LaneView view,
      Store<TimelineState, TimelineCommand> timeline,
      Store<LaneState, LaneState.Command> lanes) {
    this.view = view;
    this.timeline = timeline;
    this.lanes = lanes;
    view.addEventHandler(MouseEvent.MOUSE_PRESSED, this::press);
    view.addEventHandler(MouseEvent.MOUSE_DRAGGED, this::dragged);
    view.addEventHandler(MouseEvent.MOUSE_RELEASED, this::release);
    view.addEventHandler(MouseEvent.MOUSE_CLICKED, this::click);
    view.addEventHandler(MouseEvent.MOUSE_MOVED, this::move);
    view.addEventHandler(ScrollEvent.SCROLL, this::wheel);
  }

  private LaneLayout layout() {
    return view.sheet().layout();
  }

  private int tick(double x) {
    LaneLayout.Scale scale = view.sheet().scale();
    return scale.tick(Math.clamp(x, scale.left(), scale.left() + scale.width() - 0.01));
  }

  /// In units.
  private double x(MouseEvent event) {
    return event.getX() / view.unit();
  }

  private double y(MouseEvent event) {
    return event.getY() / view.unit();
  }

  private double x(ScrollEvent event) {
    return event.getX() / view.unit();
  }

  private void press(MouseEvent event) {
    view.requestFocus();
    fromX = x(event);
    fromY = y(event);
    fromTick = tick(fromX);
    drag = meant(event);
    switch (drag) {
      case SCRUB -> {
        timeline.send(new TimelineCommand.Grab());
        timeline.send(new TimelineCommand.Seek(fromTick));
      }
      case RANGE -> loop(fromTick);
      case LANE -> {
        lanes.send(new LaneState.Command.Choose(layout().laneAt(fromY)));
      }
      case EDGE -> {
        heldLane = layout().edgeAt(fromY);
        heldHeight = layout().lanes().get(heldLane).height();
      }
      case NONE, PAN -> {}
    }
  }

  private Drag meant(MouseEvent event) {
    if (event.getButton() == MouseButton.MIDDLE
        || (event.getButton() == MouseButton.PRIMARY && event.isShortcutDown())) {
      return Drag.PAN;
    }
    if (event.getButton() != MouseButton.PRIMARY) {
      return Drag.NONE;
    }
    if (x(event) < layout().gutter()) {
      return layout().edgeAt(y(event)) >= 0
          ? Drag.EDGE
          : layout().laneAt(y(event)) >= 0 ? Drag.LANE : Drag.NONE;
    }
    return event.isShiftDown() ? Drag.RANGE : Drag.SCRUB;
  }

  private void dragged(MouseEvent event) {
    switch (drag) {
      case SCRUB -> timeline.send(new TimelineCommand.Seek(tick(x(event))));
      case RANGE -> loop(tick(x(event)));
      case PAN -> {
        double ticks = (fromX - x(event)) / view.sheet().scale().pixelsPerTick();
        fromX = x(event);
        lanes.send(new LaneState.Command.Pan(ticks));
      }
      case LANE -> {
        int over = layout().laneAt(y(event));
        if (over >= 0 && over != lanes.state().chosen()) {
          lanes.send(new LaneState.Command.Move(over - lanes.state().chosen()));
        }
      }
      case EDGE ->
          lanes.send(new LaneState.Command.Resize(heldLane, heldHeight + (int) (y(event) - fromY)));
      case NONE -> {}
    }
  }

  private void release(MouseEvent event) {
    if (drag == Drag.SCRUB) {
      timeline.send(new TimelineCommand.Release());
    }
    drag = Drag.NONE;
  }

  /// A click goes to the event under it rather than to the tick beside it; a double click on the
  /// tick numbers shows everything.
  private void click(MouseEvent event) {
    boolean plain = event.getButton() == MouseButton.PRIMARY && event.isStillSincePress();
    if (!plain || x(event) < layout().gutter() || event.isShiftDown()) {
      return;
    }
    if (y(event) >= layout().bottom()) {
      if (event.getClickCount() == 2) {
        lanes.send(new LaneState.Command.Fit());
      }
      return;
    }
    view.clicked(layout().laneAt(y(event)));
    OptionalInt snapped = view.eventNear(x(event), layout().laneAt(y(event)));
    snapped.ifPresent(tick -> timeline.send(new TimelineCommand.Seek(tick)));
  }

  private void loop(int tick) {
    timeline.send(
        new TimelineCommand.Loop(Span.through(Math.min(fromTick, tick), Math.max(fromTick, tick))));
  }

  private void move(MouseEvent event) {
    boolean names = x(event) < layout().gutter();
    boolean edge = names && layout().edgeAt(y(event)) >= 0;
    view.setCursor(edge ? Cursor.V_RESIZE : names ? Cursor.DEFAULT : Cursor.HAND);
    view.tell(x(event), y(event));
  }

  private void wheel(ScrollEvent event) {
    double across = event.getDeltaX() / view.unit();
    double along = event.getDeltaY() / view.unit();
    if (x(event) < layout().gutter()) {
      view.scroll(-along);
    } else if (event.isShiftDown() || Math.abs(across) > Math.abs(along)) {
      double pixels = across == 0 ? along : across;
      lanes.send(new LaneState.Command.Pan(-pixels / view.sheet().scale().pixelsPerTick()));
    } else if (along != 0) {
      LaneLayout.Scale scale = view.sheet().scale();
      double about = scale.first() + (x(event) - scale.left()) / scale.pixelsPerTick();
      lanes.send(new LaneState.Command.Zoom(along > 0 ? ZOOM : 1 / ZOOM, about));
    }
    event.consume();
  }
}
