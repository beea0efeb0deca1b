package dev.hindsight.app.timeline;

import java.util.List;
import java.util.StringJoiner;
import java.util.function.Consumer;
import javafx.scene.AccessibleAttribute;
import javafx.scene.AccessibleRole;
import javafx.scene.Cursor;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;

/// A recording from end to end, with the cursor on it; dragging anywhere scrubs. FX thread.
///
/// What stands still is painted on one canvas, what moves on another: a tick redraws only the
/// second.
final class LaneView extends Region {
  private static final double MARGIN = 8;
  private static final double HANDLE = 5;

  /// How far from its mark, in pixels, an event is still told.
  private static final double REACH = 6;

  private final Canvas still = new Canvas();
  private final Canvas moving = new Canvas();
  private final Consumer<TimelineCommand> commands;
  private final Tooltip tip = new Tooltip();
  private TimelineState state;
  private List<TimelineEvent> events = List.of();
  private String hint = "";
  private LaneColours colours;

  LaneView(TimelineState initial, LaneColours colours, Consumer<TimelineCommand> commands) {
    this.state = initial;
    this.colours = colours;
    this.commands = commands;
    getStyleClass().add("hs-lane");
    getChildren().addAll(still, moving);
    setMinHeight(LanePainter.LEAST);
    setPrefHeight(LanePainter.LEAST + 10);
    setFocusTraversable(true);
    setCursor(Cursor.HAND);
    setAccessibleRole(AccessibleRole.SLIDER);
    setAccessibleText("Timeline");
    addEventHandler(MouseEvent.MOUSE_PRESSED, this::press);
    addEventHandler(MouseEvent.MOUSE_DRAGGED, this::drag);
    addEventHandler(MouseEvent.MOUSE_RELEASED, this::release);
    addEventHandler(MouseEvent.MOUSE_MOVED, event -> tip.setText(words(event.getX())));
    tip.setShowDelay(Duration.millis(250));
    Tooltip.install(this, tip);
  }

  /// Shows another state of the cursor.
  void show(TimelineState next) {
    boolean sameAxis = state.axis().equals(next.axis());
    state = next;
    if (!sameAxis) {
      paintStill();
    }
    paintMoving();
    notifyAccessibleAttributeChanged(AccessibleAttribute.VALUE);
  }

  /// Marks events, or says why there are none.
  void mark(List<TimelineEvent> marked, String whyNone) {
    events = marked;
    hint = whyNone;
    paintStill();
  }

  /// Paints in other colours from now on.
  void paint(LaneColours other) {
    colours = other;
    paintStill();
    paintMoving();
  }

  /// Which ticks stand where.
  LaneScale scale() {
    return LaneScale.all(state.axis().ticks(), MARGIN, getWidth() - 2 * MARGIN);
  }

  @Override
  public @Nullable Object queryAccessibleAttribute(
      AccessibleAttribute attribute, Object... parameters) {
    return switch (attribute) {
      case VALUE -> (double) state.tick();
      case MIN_VALUE -> 0.0;
      case MAX_VALUE -> (double) state.axis().last();
      default -> super.queryAccessibleAttribute(attribute, parameters);
    };
  }

  @Override
  protected void layoutChildren() {
    for (Canvas canvas : List.of(still, moving)) {
      canvas.setWidth(getWidth());
      canvas.setHeight(getHeight());
    }
    paintStill();
    paintMoving();
  }

  /// What lies at a place: the tick, its trial, and what happened near it.
  private String words(double x) {
    int tick = scale().tick(x);
    String address = TickAddress.inTrial(state.axis(), tick);
    StringJoiner lines = new StringJoiner("\n");
    lines.add("tick " + tick + (address.isEmpty() ? "" : ", trial " + address));
    int reach = (int) Math.ceil(REACH / scale().pixelsPerTick());
    for (TimelineEvent event : events) {
      if (event.ticks().first() - reach <= tick && tick <= event.ticks().last()) {
        lines.add(event.kind().words() + " at tick " + event.ticks().first());
      }
    }
    return lines.toString();
  }

  private void press(MouseEvent event) {
    requestFocus();
    if (event.getButton() == MouseButton.PRIMARY) {
      commands.accept(new TimelineCommand.Grab());
      commands.accept(new TimelineCommand.Seek(scale().tick(event.getX())));
    }
  }

  private void drag(MouseEvent event) {
    if (event.isPrimaryButtonDown()) {
      commands.accept(new TimelineCommand.Seek(scale().tick(event.getX())));
    }
  }

  private void release(MouseEvent event) {
    if (event.getButton() == MouseButton.PRIMARY) {
      commands.accept(new TimelineCommand.Release());
    }
  }

  private void paintStill() {
    new LanePainter(still.getGraphicsContext2D(), colours, getWidth(), getHeight())
        .paint(scale(), state.axis(), events, hint);
  }

  private void paintMoving() {
    GraphicsContext pen = moving.getGraphicsContext2D();
    pen.clearRect(0, 0, getWidth(), getHeight());
    LaneScale scale = scale();
    double bottom = getHeight() - LanePainter.TICKS;
    state
        .loop()
        .ifPresent(loop -> {
          double from = scale.x(loop.first());
          pen.setFill(colours.loop());
          pen.fillRect(from, 0, scale.x(loop.last() + 1.0) - from, bottom);
        });
    double x = Math.round(scale.x(state.tick() + 0.5)) + 0.5;
    pen.setStroke(colours.cursor());
    pen.setLineWidth(2);
    pen.strokeLine(x, 0, x, bottom);
    pen.setFill(colours.cursor());
    pen.fillPolygon(
        new double[] {x - HANDLE, x + HANDLE, x + HANDLE, x, x - HANDLE},
        new double[] {0, 0, HANDLE + 1, 2 * HANDLE + 1, HANDLE + 1},
        5);
  }
}
