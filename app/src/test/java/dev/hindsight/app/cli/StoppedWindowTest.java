package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.PreferencesFile;
import dev.hindsight.trainer.record.SampleRecordings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// A window whose process is ended from outside, as when a desktop shuts down.
@Timeout(300)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there a process cannot be asked, only killed")
class StoppedWindowTest {
  /// A shell's exit code for a process that SIGTERM ended.
  private static final int TERMINATED = 128 + 15;

  @TempDir private Path folder;

  private Optional<Process> child = Optional.empty();

  @AfterEach
  void leaveNoWindow() {
    child.ifPresent(Process::destroyForcibly);
  }

  private Process opened(Path recording) throws IOException, InterruptedException {
    Process process =
        ChildProcess.start(
            folder,
            List.of(),
            List.of(
                "-Dglass.platform=Headless",
                "-Dhindsight.config=" + folder.resolve("config"),
                "-Xmx400m"),
            List.of("open", recording.toString()));
    child = Optional.of(process);
    while (process.isAlive() && !remembered().recent().contains(recording)) {
      process.waitFor(50, TimeUnit.MILLISECONDS);
    }
    return process;
  }

  private Preferences remembered() {
    return new PreferencesFile(folder.resolve("config")).read();
  }

  @Test
  void aWindowThatIsKilledHasRememberedWhatItOpened() throws Exception {
    Path recording = SampleRecordings.darkRoom(folder, Map.of(), 5);
    Process process = opened(recording);
    process.destroyForcibly().waitFor();
    assertEquals(List.of(recording), remembered().recent(), this::trouble);
  }

  @Test
  void aWindowThatIsAskedToEndClosesAndLeavesNothingHalfWritten() throws Exception {
    Path recording = SampleRecordings.darkRoom(folder, Map.of(), 5);
    Process process = opened(recording);
    assertTrue(process.toHandle().destroy());
    assertTrue(process.waitFor(120, TimeUnit.SECONDS));
    assertEquals(TERMINATED, process.exitValue(), this::trouble);
    try (Stream<Path> left = Files.walk(folder)) {
      assertEquals(
          List.of(),
          left.map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".part") || name.startsWith("hs_err"))
              .toList());
    }
  }

  private String trouble() {
    try {
      return Files.readString(folder.resolve("err.txt"));
    } catch (IOException none) {
      return none.toString();
    }
  }
}
