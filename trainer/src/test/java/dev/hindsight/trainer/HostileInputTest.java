package dev.hindsight.trainer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.CaseFile;
import dev.hindsight.trainer.env.airspace.scenario.ScenarioFile;
import dev.hindsight.trainer.env.airspace.scenario.ScenarioNumbers;
import dev.hindsight.trainer.env.drive.map.DriveMaps;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/// Input that once ended in a stack trace, or not at all, is a problem in one line that names the
/// file.
@Timeout(120)
class HostileInputTest {
  private static final String DIGITS = "1".repeat(1_001);
  private static final String DEEP = "[".repeat(1_001) + "]".repeat(1_001);

  @TempDir private Path folder;

  private static Problem refused(Executable reading) {
    Problem problem = assertThrows(Problem.class, reading);
    assertEquals(1, problem.getMessage().lines().count());
    assertTrue(problem.getMessage().length() < 13_000);
    return problem;
  }

  private void mapIsRefused(byte[] bytes) {
    Problem problem = refused(() -> DriveMaps.read(bytes, "a.json"));
    assertEquals("a.json", problem.where());
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void jsonBeyondTheLimitsOfItsReader() throws IOException {
    for (String value : List.of(DIGITS, DEEP, "1e" + DIGITS, "-" + DIGITS + ".5")) {
      mapIsRefused(utf8("{\"objects\": [{\"width\": " + value + "}]}"));
      mapIsRefused(utf8("{\"other\": " + value + "}"));
      Path file = folder.resolve("case.json");
      Files.writeString(file, "{\"a\": " + value + "}");
      try {
        double _ = CaseFile.read(file).finite("a");
      } catch (Problem problem) {
        assertTrue(problem.where().startsWith(file.toString()), problem.getMessage());
      }
    }
  }

  @Test
  void jsonWhoseTextIsBroken() throws IOException {
    byte[] wide = "{\"objects\": []}".getBytes(Charset.forName("UTF-32BE"));
    wide[21] = 0x7f;
    wide[20] = 0x7f;
    // A map that begins with a brace only after zeros is none to the reader; a case file may be.
    Files.write(folder.resolve("wide.json"), wide);
    Problem problem = refused(() -> CaseFile.read(folder.resolve("wide.json")));
    assertTrue(problem.where().endsWith("wide.json"), problem.getMessage());
    byte[] little = "{\"objects\": []}".getBytes(Charset.forName("UTF-32LE"));
    little[23] = 0x7f;
    mapIsRefused(little);
  }

  private static String road(String points) {
    return "{\"objects\": [], \"roads\": [{\"id\": 1, \"type\": \"lane\", \"geometry\": ["
        + points
        + "]}]}";
  }

  @Test
  void aMapWithAPointFarAway() {
    String near = "{\"x\": 0, \"y\": 0, \"z\": 0}, {\"x\": 10, \"y\": 10, \"z\": 0}";
    assertEquals(1, DriveMaps.read(utf8(road(near)), "a.json").roads().size());
    for (String far : List.of("20000", "1e30", "-3e38")) {
      Problem problem =
          refused(() ->
              DriveMaps.read(
                  utf8(road(near + ", {\"x\": " + far + ", \"y\": " + far + ", \"z\": 0}")),
                  "a.json"));
      assertTrue(problem.what().contains("far away"), problem.getMessage());
    }
  }

  @Test
  void aScenarioWithATimeBeyondAllHours() {
    refused(() -> ScenarioFile.read(List.of("99999999999:00:00>OP"), "a.scn"));
    refused(() -> ScenarioFile.read(List.of("1".repeat(100_000) + ">OP"), "a.scn"));
  }

  /// A pattern that tries every shorter number after a failure takes hours for this.
  @Test
  void aScenarioWithAVeryLongNumber() {
    String digits = "1".repeat(100_000);
    for (String number : List.of(digits + "x", digits + "." + digits + "x", "-" + digits + "..")) {
      refused(() -> ScenarioNumbers.plain(number, "speed"));
    }
    assertEquals(12.5, ScenarioNumbers.plain("12.5", "speed"));
    assertEquals(12, ScenarioNumbers.plain("12.", "speed"));
    assertEquals(-0.5, ScenarioNumbers.plain("-.5", "speed"));
  }

  @Test
  void aScenarioAboveAllAir() {
    refused(() -> ScenarioNumbers.altitude("31000000"));
    refused(() -> ScenarioNumbers.altitude("FL310000"));
    assertEquals(31_000 * 0.3048, ScenarioNumbers.altitude("FL310"), 1e-9);
  }

  @Test
  void aVeryLongNameIsComparedWithFewOperations() {
    String name = "a".repeat(10_000_000);
    assertEquals("aaab, b", NameSuggestions.closest(name, List.of("b", "aaab")));
  }

  @Test
  void aPathWithAZero() {
    RuntimeException failure = assertThrows(RuntimeException.class, () -> Path.of("a\0b"));
    Problem problem = Problem.behind(failure).orElseThrow();
    assertFalse(problem.getMessage().contains("\0"));
  }

  @Test
  void noPartOfAProblemReachesTheTerminalAsACommand() {
    Problem problem =
        new Problem("\u001b[2J\u009b31m\u202ewhat\n", "\u0000where\u2028", "x".repeat(100_000));
    assertTrue(problem.getMessage().chars().noneMatch(Character::isISOControl));
    assertFalse(problem.getMessage().contains("\u202e"));
    assertTrue(problem.remedy().length() < 5_000);
  }
}
