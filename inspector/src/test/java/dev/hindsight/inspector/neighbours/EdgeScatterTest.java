package dev.hindsight.inspector.neighbours;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.inspector.neighbours.EdgeScatter.NamePlace;
import org.junit.jupiter.api.Test;

class EdgeScatterTest {
  @Test
  void theNameOfTheAxisNeverCoversTheNumbersAtItsEnds() {
    assertEquals(NamePlace.BETWEEN_THE_ENDS, NamePlace.of(120, 100, 60));
    assertEquals(NamePlace.ABOVE, NamePlace.of(60, 100, 60));
    assertEquals(NamePlace.NOWHERE, NamePlace.of(60, 60, 60));
  }
}
