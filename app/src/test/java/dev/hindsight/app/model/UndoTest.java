package dev.hindsight.app.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class UndoTest {
  private final Store<Integer, Integer> one = new Store<>(0, (_, next) -> next);
  private final Store<Integer, Integer> other = new Store<>(0, (_, next) -> next);
  private final Undo undo = new Undo();

  UndoTest() {
    undo.track(
        (_, now) -> "one to " + now,
        one,
        Function.identity(),
        Objects::equals,
        (_, before) -> before);
    undo.track((_, _) -> "other", other, n -> n / 10, Objects::equals, (_, before) -> before * 10);
  }

  @Test
  void whatChangedLastIsUndoneFirstWhicheverStoreItWasIn() {
    one.send(1);
    other.send(20);
    one.send(3);

    undo.undo();
    assertEquals(Optional.of("other"), undo.undoes());
    undo.undo();

    assertEquals(1, one.state());
    assertEquals(0, other.state());
    undo.redo();
    undo.redo();
    assertEquals(3, one.state());
    assertEquals(20, other.state());
  }

  @Test
  void undoingIsNoStepOfItsOwn() {
    one.send(1);
    undo.undo();
    undo.undo();

    assertEquals(0, one.state());
    assertEquals(Optional.empty(), undo.undoes());
    assertEquals(Optional.of("one to 1"), undo.redoes());
  }

  @Test
  void aChangeTooSmallForAStepIsNone() {
    other.send(3);

    assertEquals(Optional.empty(), undo.undoes());
  }
}
