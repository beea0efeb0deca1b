package dev.hindsight.app.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HistoryTest {
  @Test
  void whatWasUndoneCanBeDoneAgainUntilSomethingNewIsDone() {
    History<String> two = History.<String>empty().after("a").after("b");

    assertEquals(two, two.back().forth());
    assertEquals(Optional.of("b"), two.back().next());
    assertEquals(Optional.of("a"), two.back().last());
    assertEquals(new History<>(List.of("a", "c"), List.of()), two.back().after("c"));
  }

  @Test
  void nothingDoneLeavesNothingToUndo() {
    assertEquals(History.empty(), History.<String>empty().back().forth());
  }

  @Test
  void theOldestStepsAreForgotten() {
    History<Integer> history =
        IntStream.range(0, History.MOST_UNDO_STEPS + 5)
            .boxed()
            .reduce(History.<Integer>empty(), History::after, (_, later) -> later);

    assertEquals(History.MOST_UNDO_STEPS, history.done().size());
    assertEquals(5, history.done().getFirst());
  }
}
