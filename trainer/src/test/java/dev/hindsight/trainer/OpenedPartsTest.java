package dev.hindsight.trainer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenedPartsTest {
  private final List<String> closed = new ArrayList<>();

  @Test
  void thePartsOfAnIncompleteObjectAreClosedTheLastOneFirst() {
    try (OpenedParts parts = new OpenedParts()) {
      parts.add("first", closed::add);
      parts.add("second", closed::add);
    }
    assertEquals(List.of("second", "first"), closed);
  }

  @Test
  void aCompleteObjectKeepsItsParts() {
    try (OpenedParts parts = new OpenedParts()) {
      parts.add("first", closed::add);
      parts.handOver();
    }
    assertEquals(List.of(), closed);
  }

  @Test
  void thePartsBeforeOneThatCannotBeClosedAreClosedToo() {
    OpenedParts parts = new OpenedParts();
    parts.add("first", closed::add);
    parts.add("second", OpenedPartsTest::refuse);
    parts.add("third", closed::add);
    Problem problem = assertThrows(Problem.class, parts::close);
    assertEquals("second", problem.where());
    assertEquals(List.of("third", "first"), closed);
    parts.close();
    assertEquals(List.of("third", "first"), closed, "once");
  }

  private static void refuse(String part) {
    throw new Problem("it does not close", part, "leave it");
  }
}
