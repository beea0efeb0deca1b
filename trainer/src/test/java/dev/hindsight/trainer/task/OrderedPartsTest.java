package dev.hindsight.trainer.task;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderedPartsTest {
  @Test
  void partsAreTakenInTheirOrderAsSoonAsAllEarlierOnesAreThere() {
    List<String> taken = new ArrayList<>();
    OrderedParts<String> parts = new OrderedParts<>(taken::add);
    parts.add(1, "b");
    assertEquals(List.of(), taken);
    parts.add(0, "a");
    assertEquals(List.of("a", "b"), taken);
    parts.add(3, "d");
    assertEquals(List.of("a", "b"), taken);
    assertEquals(List.of("d"), parts.rest());
    assertEquals(List.of(), parts.rest());
  }
}
