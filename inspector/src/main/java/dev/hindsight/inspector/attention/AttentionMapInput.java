package dev.hindsight.inspector.attention;

import dev.hindsight.inspector.attention.AttentionMapOptions.HeadLayout;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;

/// Pointer and keyboard input on a map: arrow keys and pointer highlight cells, + - and the wheel
/// zoom, dragging pans, 0 shows the whole map. A click or Enter moves the cursor to the query; with
/// Shift, to the key. On tiles, a click shows the head of that tile alone; 1 to 9 show one head,
/// Backspace shows all again. FX thread.
final class AttentionMapInput {
  private static final double CLOSER = 1.25;
  private static final double STILL = 4;
  private static final int FAR = 10;

  private final AttentionMap map;
  private final BiConsumer<AttentionMapCell, End> seek;
  private final Consumer<HeadLayout> turn;
  private Optional<MouseEvent> pressed = Optional.empty();
  private AttentionMapViewport grabbed = AttentionMapViewport.all(1, 1);

  /// Which of a cell's two ticks is meant.
  enum End {
    /// The tick that attends.
    QUERY,
    /// The tick that is attended to.
    KEY
  }

  /// @param seek moves the cursor to one of a cell's ticks
  /// @param turn shows other heads
  AttentionMapInput(
      AttentionMap map, BiConsumer<AttentionMapCell, End> seek, Consumer<HeadLayout> turn) {
    this.map = map;
    this.seek = seek;
    this.turn = turn;
  }

  void listen() {
    map.setOnMouseMoved(event -> map.look(map.cellAt(event.getX(), event.getY())));
    map.setOnMouseExited(_ -> map.look(Optional.empty()));
    map.addEventHandler(
        MouseEvent.MOUSE_PRESSED,
        event -> {
          map.requestFocus();
          pressed = Optional.of(event);
          grabbed = map.window();
        });
    map.setOnMouseDragged(this::drag);
    map.setOnMouseReleased(event -> {
      if (still(event)) {
        map.cellAt(event.getX(), event.getY())
            .ifPresent(cell -> click(cell, end(event.isShiftDown())));
      }
    });
    map.setOnScroll(this::scroll);
    map.addEventHandler(KeyEvent.KEY_PRESSED, this::key);
  }

  private void click(AttentionMapCell cell, End end) {
    if (map.tiled() && end == End.QUERY) {
      turn.accept(HeadLayout.one(cell.tile()));
    } else {
      seek.accept(cell, end);
    }
  }

  private static End end(boolean shifted) {
    return shifted ? End.KEY : End.QUERY;
  }

  /// Whether the pointer was released without a drag.
  private boolean still(MouseEvent released) {
    return pressed
        .map(event ->
            released.getButton() == MouseButton.PRIMARY
                && Math.hypot(released.getX() - event.getX(), released.getY() - event.getY())
                    < STILL)
        .orElse(false);
  }

  private void drag(MouseEvent event) {
    Optional<PixelBox> box = map.painted().flatMap(p -> p.order().boxes().stream().findFirst());
    if (box.isEmpty() || pressed.isEmpty() || still(event)) {
      return;
    }
    double slots = (grabbed.right() - grabbed.left()) / box.get().width();
    double queries = (grabbed.bottom() - grabbed.top()) / box.get().height();
    map.window(
        grabbed.panned(
            (pressed.get().getY() - event.getY()) * queries,
            (pressed.get().getX() - event.getX()) * slots,
            map.all()));
  }

  private void scroll(ScrollEvent event) {
    Optional<AttentionMapCell> cell = map.cellAt(event.getX(), event.getY());
    if (event.getDeltaY() != 0 && cell.isPresent()) {
      zoom(event.getDeltaY() > 0 ? CLOSER : 1 / CLOSER, cell.get());
      event.consume();
    }
  }

  private void zoom(double factor, AttentionMapCell about) {
    map.window(map.window().zoomed(factor, about.query() + 0.5, about.slot() + 0.5, map.all()));
  }

  /// The cell that keys act on before any cell is highlighted: the middle of the viewport.
  private AttentionMapCell here() {
    AttentionMapViewport window = map.window();
    return map.looked()
        .orElseGet(() ->
            new AttentionMapCell(
                0,
                (int) ((window.top() + window.bottom()) / 2),
                (int) ((window.left() + window.right()) / 2)));
  }

  private void key(KeyEvent event) {
    int step = event.isShiftDown() ? FAR : 1;
    boolean known = true;
    switch (event.getCode()) {
      case UP -> move(-step, 0);
      case DOWN -> move(step, 0);
      case LEFT -> move(0, -step);
      case RIGHT -> move(0, step);
      case PLUS, ADD, EQUALS -> zoom(CLOSER, here());
      case MINUS, SUBTRACT -> zoom(1 / CLOSER, here());
      case DIGIT0, NUMPAD0 -> map.window(map.all());
      case ENTER -> seek.accept(here(), end(event.isShiftDown()));
      case BACK_SPACE -> turn.accept(new HeadLayout.Tiles());
      default -> known = head(event);
    }
    if (known) {
      event.consume();
    }
  }

  private boolean head(KeyEvent event) {
    String digit = event.getCode().isDigitKey() ? event.getCode().getName() : "0";
    int head = digit.charAt(digit.length() - 1) - '1';
    boolean there = head >= 0 && head < Math.min(9, map.heads()) && !event.isShortcutDown();
    if (there) {
      turn.accept(HeadLayout.one(head));
    }
    return there;
  }

  private void move(int queries, int slots) {
    AttentionMapViewport all = map.all();
    map.look(Optional.of(here().moved(queries, slots, (int) all.bottom(), (int) all.right())));
  }
}
