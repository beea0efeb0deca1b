package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A command that is asked to write over what it reads refuses and leaves everything as it was.
class WrittenFilesTest {
  @TempDir private Path folder;
  private Path room = Path.of("room.rollout");

  @BeforeEach
  void record() {
    room = folder.resolve("room.rollout");
    CapturedCommand run =
        CapturedCommand.of(
            "record",
            "--env",
            "darkroom",
            "--actions",
            "random",
            "--ticks",
            "20",
            "--out",
            room.toString());
    assertEquals(0, run.exitCode(), run.err());
  }

  private void spared(Path input, String... arguments) throws Exception {
    byte[] before = Files.readAllBytes(input);
    CapturedCommand run = CapturedCommand.of(arguments);
    assertEquals(1, run.exitCode(), run.out());
    assertTrue(run.err().contains("would destroy"), run.err());
    assertEquals(1, run.err().lines().count(), run.err());
    assertArrayEquals(before, Files.readAllBytes(input));
  }

  @Test
  void recordSparesMapCheckpointAndPartners() throws Exception {
    Path input = Files.writeString(folder.resolve("c.pt"), "precious");
    for (String option : List.of("--map", "--checkpoint", "--partners", "--actions")) {
      spared(input, "record", option, input.toString(), "--out", input.toString());
    }
  }

  @Test
  void commandsSpareTheRecordingTheyRead() throws Exception {
    String file = room.toString();
    spared(room, "branch", file, "--at", "3", "--action", "0=south", "--out", file);
    spared(room, "film", file, "--out", file);
    spared(room, "film", file, file, "--out", folder.resolve("./room.rollout").toString());
    spared(room, "frame", file, "--tick", "1", "--out", file);
    spared(room, "export", file, "--channel", "reward", "--out", file);
    spared(room, "evaluate", "--checkpoint", file, "--csv", file);
  }

  @Test
  void aRecordingDoesNotReplaceAFolderAndSaysSoBeforeItRuns() {
    List<String> line =
        new ArrayList<>(List.of("record", "--env", "darkroom", "--actions", "random"));
    line.addAll(List.of("--ticks", "100000000", "--out", folder.toString()));
    CapturedCommand run = CapturedCommand.of(line.toArray(String[]::new));
    assertEquals(1, run.exitCode());
    assertTrue(run.err().contains("it is a folder"), run.err());
  }
}
