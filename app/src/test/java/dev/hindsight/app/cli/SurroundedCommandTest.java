package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hindsight.trainer.record.SampleRecordings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What surrounds a command: a result that does not fit where it is redirected to, a locale that
/// lacks letters.
@Timeout(120)
@EnabledOnOs(value = OS.LINUX, disabledReason = "only there is a device that is always full")
class SurroundedCommandTest {
  @TempDir private Path folder;

  @Test
  void aResultThatCouldNotBeWrittenIsAFailure() throws Exception {
    Path recording = SampleRecordings.darkRoom(folder, Map.of(), 5);
    List<String> full = List.of("sh", "-c", "exec \"$@\" >/dev/full", "sh");
    Process process =
        ChildProcess.start(
            folder, full, List.of(), List.of("info", recording.toString(), "--json"));
    assertEquals(1, process.waitFor());
    String told = Files.readString(folder.resolve("err.txt"));
    assertTrue(told.contains("hindsight: the result could not be written"), told);
  }

  /// As in an installed program, whose launcher does not choose the locale.
  @Test
  void aLocaleThatLacksTheLettersOfANameSaysSo() throws Exception {
    assumeTrue("UTF-8".equals(System.getProperty("sun.jnu.encoding")), "these tests need UTF-8");
    List<String> ascii = List.of("env", "LC_ALL=C");
    Process process =
        ChildProcess.start(folder, ascii, List.of(), List.of("info", "übung.rollout"));
    assertEquals(2, process.waitFor());
    String told = Files.readString(folder.resolve("err.txt"));
    assertTrue(told.contains("LC_ALL=C.UTF-8"), told);
    assertEquals(1, told.lines().count(), told);
  }
}
