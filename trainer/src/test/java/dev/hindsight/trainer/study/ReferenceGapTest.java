package dev.hindsight.trainer.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.study.ReferenceGap.GapRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReferenceGapTest {
  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("reference.json"), text);
  }

  @Test
  void theGapIsRelativeToTheReferenceOfEachScenario() throws IOException {
    ReferenceGap reference =
        ReferenceGap.read(file("{\"suite\": \"rooms\", \"reference\": {\"a\": 2, \"b\": -4}}"));

    GapRow row = reference.row(20, 19, Map.of("a", 2.5, "b", -3.0));

    assertEquals(Map.of("a", 0.25, "b", 0.25), row.gaps());
    assertEquals(0.25, row.mean());
    assertEquals("rooms", row.suite());
    assertEquals(20, row.epoch());
    assertEquals(19, row.version());
    assertTrue(row.alert());
  }

  @Test
  void exactlyTheLimitDoesNotAlert() {
    assertFalse(new GapRow(0, 0, "s", Map.of("a", 0.15), 0.15).alert());
    assertTrue(new GapRow(0, 0, "s", Map.of("a", 0.16), Math.nextUp(0.15)).alert());
  }

  @Test
  void aReferenceOfZeroGivesANumber() {
    GapRow row = new ReferenceGap("s", Map.of("a", 0.0)).row(0, 0, Map.of("a", 1e-9));

    assertEquals(0.1, row.mean(), 1e-12);
  }

  @Test
  void aScenarioThatWasNotSimulatedIsNoGapOfZero() {
    ReferenceGap reference = new ReferenceGap("s", Map.of("a", 1.0));

    assertThrows(IllegalArgumentException.class, () -> reference.row(0, 0, Map.of("b", 1.0)));
  }

  @Test
  void aFileThatIsNoReferenceIsExplained() throws IOException {
    for (String text :
        List.of(
            "nonsense",
            "{\"suite\": \"s\"}",
            "{\"reference\": {\"a\": 1}}",
            "{\"suite\": \"s\", \"reference\": {\"a\": \"high\"}}")) {
      Path file = file(text);
      Problem problem = assertThrows(Problem.class, () -> ReferenceGap.read(file));
      assertTrue(problem.getMessage().contains("reference.json"), problem.getMessage());
    }
    assertThrows(Problem.class, () -> ReferenceGap.read(folder.resolve("missing.json")));
  }
}
