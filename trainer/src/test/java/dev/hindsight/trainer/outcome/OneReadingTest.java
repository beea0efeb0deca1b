package dev.hindsight.trainer.outcome;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Only this package reads the columns with results of actions.
class OneReadingTest {
  private static final Path ROOT = Path.of(System.getProperty("hindsight.root", ".."));

  private static final Pattern OWN_READING =
      Pattern.compile(
          "\\.channel\\(\\s*\"(event|removed|collision|goal_reached|conflict|loss|terminal"
              + "|truncation|trial_ended|trial_score)\"");

  /// The index of trials lies below this package; replays read the columns they compare with as
  /// they stand, and want all of them.
  private static final List<String> BELOW =
      List.of(
          "/trainer/outcome/", "/rollout/ColumnedRollout.java", "/record/AblationSchedule.java");

  @Test
  void nothingElseReadsThemByItself() throws IOException {
    List<String> others = new ArrayList<>();
    for (String module : List.of("trainer", "render", "inspector", "app")) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
        for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
          String name = file.toString().replace('\\', '/');
          if (BELOW.stream().noneMatch(name::contains)
              && OWN_READING.matcher(Files.readString(file)).find()) {
            others.add(name);
          }
        }
      }
    }

    assertEquals(List.of(), others, "use AgentColumn, Limbo or TickEvents there");
  }

  @Test
  void theSearchFindsAnOwnReading() {
    assertTrue(OWN_READING.matcher("rollout.channel(\"removed\").orElseThrow()").find());
    assertTrue(OWN_READING.matcher(".rollout()\n  .channel(\n \"event\")").find());
    assertFalse(OWN_READING.matcher("AgentColumn.of(rollout, \"removed\")").find());
  }
}
