package dev.hindsight.inspector.live;

import java.util.Optional;
import java.util.function.Consumer;
import javafx.scene.input.KeyEvent;

/// Ticks from left to right between names and numbers. The pointer and the arrow keys highlight
/// one; a click or Enter goes there. FX thread.
public abstract class TickStrip extends CanvasRegion {
  private final double before;
  private final double after;
  private final Consumer<Optional<Integer>> lookedAt;
  private final Consumer<Integer> seek;
  private Optional<Integer> looked = Optional.empty();

  /// @param before units reserved for names, on the left
  /// @param after units reserved for numbers, on the right
  /// @param lookedAt receives the tick at the pointer or the keyboard focus
  /// @param seek moves the cursor to a tick
  @SuppressWarnings("this-escape") // Nothing calls back before it is part of a scene.
  protected TickStrip(
      String id,
      String name,
      double before,
      double after,
      Consumer<Optional<Integer>> lookedAt,
      Consumer<Integer> seek) {
    super(id, name);
    this.before = before;
    this.after = after;
    this.lookedAt = lookedAt;
    this.seek = seek;
    setFocusTraversable(true);
    setOnMouseMoved(event -> look(tickAt(x(event))));
    setOnMouseExited(_ -> look(Optional.empty()));
    setOnMouseClicked(event -> {
      requestFocus();
      tickAt(x(event)).ifPresent(seek);
    });
    addEventHandler(KeyEvent.KEY_PRESSED, this::key);
  }

  /// The first tick shown.
  protected abstract int first();

  /// The tick after the last one shown.
  protected abstract int end();

  /// The last tick that can be highlighted; empty while there is none.
  protected abstract Optional<Integer> last();

  /// The tick that the keys start from.
  protected abstract int query();

  /// The highlighted tick.
  protected final Optional<Integer> looked() {
    return looked;
  }

  /// The x of a tick's left edge, in units.
  protected final double x(int tick) {
    return before + (double) (tick - first()) / Math.max(1, end() - first()) * wide();
  }

  /// The width of all ticks together, in units.
  protected final double wide() {
    return Math.max(1, width() - before - after);
  }

  private Optional<Integer> tickAt(double x) {
    int tick = first() + (int) Math.floor((x - before) / wide() * (end() - first()));
    return last().filter(last -> x >= before && tick >= first() && tick <= last).map(_ -> tick);
  }

  private void look(Optional<Integer> tick) {
    if (!tick.equals(looked)) {
      looked = tick;
      lookedAt.accept(tick);
      repaint();
    }
  }

  private void key(KeyEvent event) {
    if (last().isEmpty()) {
      return;
    }
    int last = last().get();
    int here = looked.orElseGet(this::query);
    switch (event.getCode()) {
      case LEFT -> look(Optional.of(Math.max(first(), here - 1)));
      case RIGHT -> look(Optional.of(Math.min(last, here + 1)));
      case HOME -> look(Optional.of(first()));
      case END -> look(Optional.of(last));
      case ENTER -> seek.accept(here);
      default -> {
        return;
      }
    }
    event.consume();
  }
}
