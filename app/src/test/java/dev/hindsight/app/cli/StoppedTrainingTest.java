package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.trainer.policy.Checkpoints;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Work, most of it training, whose process receives a request to end, as by Ctrl-C or when a
/// service is stopped.
@Timeout(300)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there a process cannot be asked, only killed")
class StoppedTrainingTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /// A shell's exit code for a process that SIGTERM ended.
  private static final int TERMINATED = 128 + 15;

  @TempDir private Path folder;

  @Test
  void aRunThatIsAskedToEndKeepsItsLastUpdateSaysSoAndCanBeGoneOnWith() throws Exception {
    Process process = hindsight(train("1000000"));
    List<JsonNode> told = new ArrayList<>();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        told.add(JSON.readTree(line));
        if (told.getLast().path("update").asInt() == 2) {
          // The same as Process.destroy, which would also discard the printed output.
          assertTrue(process.toHandle().destroy());
        }
      }
    }
    assertTrue(process.waitFor(120, TimeUnit.SECONDS));
    assertEquals(TERMINATED, process.exitValue(), told::toString);
    JsonNode last = told.getLast();
    assertEquals("stopped", last.path("status").asText(), told::toString);
    Path checkpoint = Path.of(last.path("checkpoint").asText());
    JsonNode kept = Checkpoints.read(checkpoint).metadata().getOrDefault("run", JSON.missingNode());
    assertEquals(last.path("updates").asLong(), kept.at("/progress/updates").asLong());
    assertEquals(
        "hindsight: stopping after the current update; finished updates are saved",
        Files.readString(folder.resolve("err.txt")).lines().findFirst().orElse(""));
    assertEquals("stopped", shown(last.path("run").asText()).path("status").asText());
    try (Stream<Path> left = Files.list(folder)) {
      assertTrue(
          left.noneMatch(file -> file.getFileName().toString().startsWith("hs_err")),
          "the process crashed while it ended");
    }
  }

  @Test
  void aRecordingThatIsAskedToEndSaysThatItLeavesNothing() throws Exception {
    Path file = folder.resolve("long.rollout");
    Path part = folder.resolve("long.rollout.part");
    Process process =
        hindsight(
            List.of(
                "record",
                "--env",
                "darkroom",
                "--actions",
                "random",
                "--ticks",
                "100000000",
                "--out",
                file.toString()));
    while (process.isAlive() && !(Files.exists(part) && Files.size(part) > 0)) {
      Thread.onSpinWait();
    }
    assertTrue(process.toHandle().destroy());
    assertTrue(process.waitFor(120, TimeUnit.SECONDS));
    assertEquals(TERMINATED, process.exitValue());
    String told = Files.readString(folder.resolve("err.txt"));
    assertEquals("hindsight: cancelled; no unfinished file was left behind", told.strip());
    assertFalse(Files.exists(part));
  }

  /// PyTorch writes its warnings past Java, so only another process shows them.
  @Test
  void aResumedRunPrintsNoWarningOfPyTorch() throws Exception {
    JsonNode last = untilItsUpdate(hindsight(train("1000000")), 2);
    Process resumed = hindsight(List.of("resume", last.path("run").asText(), "--json"));
    JsonNode again = untilItsUpdate(resumed, last.path("updates").asInt() + 1);
    assertTrue(again.path("updates").asInt() > last.path("updates").asInt(), again.toString());
    String told = Files.readString(folder.resolve("err.txt"));
    assertFalse(told.contains("Warning"), told);
  }

  /// Asks a process to end after an update.
  ///
  /// @return its last words
  private static JsonNode untilItsUpdate(Process process, int update) throws Exception {
    JsonNode last = JSON.missingNode();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        last = JSON.readTree(line);
        if (last.path("update").asInt() == update) {
          assertTrue(process.toHandle().destroy());
        }
      }
    }
    assertTrue(process.waitFor(120, TimeUnit.SECONDS));
    return last;
  }

  private JsonNode shown(String run) throws IOException, InterruptedException {
    Process process = hindsight(List.of("runs", "show", run, "--json"));
    String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor());
    return JSON.readTree(told);
  }

  private Process hindsight(List<String> arguments) throws IOException {
    return ChildProcess.start(folder, arguments);
  }

  private List<String> train(String updates) {
    List<String> line = new ArrayList<>(List.of("train", "--env", "darkroom", "--json"));
    for (String setting :
        List.of("num_envs=64", "updates=" + updates, "hidden_size=16", "feed_forward=16")) {
      line.addAll(List.of("--set", setting));
    }
    line.addAll(List.of("--out", folder.resolve("runs").toString()));
    return line;
  }
}
