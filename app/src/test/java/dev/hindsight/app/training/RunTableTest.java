package dev.hindsight.app.training;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.app.training.RunTable.OrderedWords;
import dev.hindsight.trainer.run.ledger.RunProgress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunTableTest {
  @Test
  void aRunWithoutScoresIsShownWithItsReturn() {
    RunProgress unscored =
        new RunProgress(
            3,
            9,
            10,
            10,
            1,
            Optional.empty(),
            1,
            List.of(),
            Optional.of(-90.5),
            Optional.of(-110.25));
    assertEquals("-110.25", RunTable.earned(unscored).replace('−', '-'));
    assertEquals(
        "–", RunTable.earned(new RunProgress(3, 9, 10, 10, 1, Optional.of(0.5), 1, List.of(0.5))));
  }

  @Test
  void cellsSortByTheirNumbersNotByTheirWordsAndEmptyOnesComeLast() {
    List<OrderedWords> cells =
        List.of(
            new OrderedWords("–", Double.NaN),
            new OrderedWords("10 / 10", 10),
            new OrderedWords("9 / 10", 9),
            new OrderedWords("1,200 / 2,000", 1200));
    assertEquals(
        List.of("9 / 10", "10 / 10", "1,200 / 2,000", "–"),
        cells.stream().sorted().map(OrderedWords::toString).toList());
  }
}
