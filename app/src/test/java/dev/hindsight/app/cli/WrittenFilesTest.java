package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.TemporaryHome;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import java.io.IOException;
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
    spared(room, "evaluate", "--checkpoint", file, "--worst", "1", "--suite", file);
  }

  @Test
  void aFolderOfModulesMayHoldWhatIsMadeWithThemButNoModuleIsReplaced() throws Exception {
    Path module = Files.writeString(folder.resolve("world.py"), "x = 1");
    Path old = Files.writeString(folder.resolve("old.rollout"), "an earlier recording");
    String[] command = {
      "record", "--env", "gym", "--set", "path=" + folder, "--set", "python=/no/python", "--actions"
    };
    for (Path out : List.of(module, old)) {
      List<String> line = new ArrayList<>(List.of(command));
      line.addAll(List.of("random", "--out", out.toString()));
      CapturedCommand run = CapturedCommand.of(line.toArray(String[]::new));
      assertEquals(1, run.exitCode());
      assertEquals(out.equals(module), run.err().contains("would destroy"), run.err());
    }
    assertEquals("x = 1", Files.readString(module));
  }

  @Test
  void twoResultsDoNotReplaceEachOther() {
    Path file = folder.resolve("both");
    refusedAsOne(file, file);
  }

  @Test
  void aLinkToANewFileAndThatFileAreOneResult() throws IOException {
    Path file = folder.resolve("both");
    refusedAsOne(file, Files.createSymbolicLink(folder.resolve("link"), file));
  }

  @Test
  void aLinkToAFileOfARunIsNotWrittenThrough() throws Exception {
    Path run = Files.createDirectory(folder.resolve("run"));
    Path metrics = Files.writeString(run.resolve("metrics.jsonl"), "{}\n");
    Path link = Files.createSymbolicLink(folder.resolve("x.csv"), metrics);
    spared(metrics, "runs", "export", "any", "--out", link.toString());
  }

  private static void refusedAsOne(Path suite, Path csv) {
    CapturedCommand run =
        CapturedCommand.of(
            "evaluate",
            "--env",
            "darkroom",
            "--checkpoint",
            "darkroom-5x5",
            "--episodes",
            "1",
            "--worst",
            "1",
            "--suite",
            suite.toString(),
            "--csv",
            csv.toString());
    assertEquals(1, run.exitCode(), run.out());
    assertTrue(run.err().contains("two results would be one file"), run.err());
    assertFalse(Files.exists(csv));
  }

  @Test
  void noResultReplacesTheLedgerOrWhatARunKeeps() throws Exception {
    try (TemporaryHome _ = TemporaryHome.ofData(folder.resolve("data"))) {
      CapturedCommand trained =
          CapturedCommand.of(
              "train", "--env", "darkroom", "--set", "updates=1", "--set", "num_envs=2");
      assertEquals(0, trained.exitCode(), trained::toString);
      RunRecord run = RunLedger.ofUser().runs().getLast();
      Path metrics = new RunFolder(run.start().folder()).metrics();
      for (Path precious : List.of(metrics, RunLedger.ofUser().file())) {
        spared(precious, "runs", "export", run.id().text(), "--out", precious.toString());
      }
      Path copy = folder.resolve("metrics.csv");
      CapturedCommand exported =
          CapturedCommand.of("runs", "export", run.id().text(), "--out", copy.toString());
      assertEquals(0, exported.exitCode(), exported::toString);
      assertTrue(exported.out().startsWith("1 update in "), exported.out());
    }
  }

  @Test
  void anEvaluationThatCannotBeWrittenIsRefusedBeforeItRuns() {
    for (String[] more :
        List.of(
            new String[] {"--csv", folder.resolve("no/x.csv").toString()},
            new String[] {"--csv", folder.toString()},
            new String[] {"--worst", "1", "--suite", folder.resolve("no/x.json").toString()},
            new String[] {"--sort", "nothing"})) {
      List<String> line =
          new ArrayList<>(List.of("evaluate", "--env", "darkroom", "--checkpoint", "darkroom-5x5"));
      line.addAll(List.of("--episodes", "100000000"));
      line.addAll(List.of(more));
      CapturedCommand run = CapturedCommand.of(line.toArray(String[]::new));
      assertEquals(1, run.exitCode(), run.out());
      assertEquals(1, run.err().lines().count(), run.err());
    }
  }

  @Test
  void aFrameIsAPng() {
    CapturedCommand run =
        CapturedCommand.of(
            "frame", room.toString(), "--tick", "1", "--out", folder.resolve("x.gif").toString());
    assertEquals(1, run.exitCode(), run.out());
    assertTrue(run.err().contains("a frame is a PNG"), run.err());
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
