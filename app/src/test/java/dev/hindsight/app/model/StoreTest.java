package dev.hindsight.app.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoreTest {
  private final Store<Integer, Integer> sum = new Store<>(0, Integer::sum);
  private final List<Integer> heard = new ArrayList<>();

  @Test
  void watcherHearsThePresentStateAtOnce() {
    sum.watch(heard::add);

    assertEquals(List.of(0), heard);
  }

  @Test
  void watcherHearsOnlyOfChanges() {
    sum.watch(heard::add);

    sum.send(2);
    sum.send(0);
    sum.send(3);

    assertEquals(List.of(0, 2, 5), heard);
  }

  @Test
  void commandSentByAWatcherComesAfterEverybodyHasHeard() {
    sum.watch(state -> sum.send(state == 1 ? 10 : 0));
    sum.watch(heard::add);

    sum.send(1);

    assertEquals(List.of(0, 1, 11), heard);
  }

  @Test
  void endedWatchHearsNothing() {
    Runnable end = sum.watch(heard::add);

    end.run();
    sum.send(1);

    assertEquals(List.of(0), heard);
  }

  @Test
  void aWatcherThatThrowsTakesNothingFromTheOthers() {
    sum.watch(state -> {
      if (state == 1) {
        sum.send(10);
        throw new IllegalStateException("planted");
      }
    });
    sum.watch(heard::add);

    assertThrows(IllegalStateException.class, () -> sum.send(1));

    assertEquals(List.of(0, 1, 11), heard);
  }
}
