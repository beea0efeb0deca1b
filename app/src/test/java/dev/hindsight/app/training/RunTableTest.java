package dev.hindsight.app.training;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.app.training.RunTable.OrderedWords;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunTableTest {
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
