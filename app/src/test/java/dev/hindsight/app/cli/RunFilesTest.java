package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hindsight.app.OwnLedger;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.run.ledger.RunLedger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// What commands read from the files of a run, and say when the files are not where they were.
@ExtendWith(OwnLedger.class)
class RunFilesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  @Test
  void aFifthWithoutAScoreIsADashAndTheReturnIsOverTheUpdatesOfTheScores() throws IOException {
    JsonNode run = trained();
    Path metrics = Path.of(run.get("checkpoint").asText()).resolveSibling("metrics.jsonl");
    List<String> lines = new ArrayList<>(Files.readAllLines(metrics));
    ObjectNode first = (ObjectNode) JSON.readTree(lines.getFirst());
    first.putArray("trialScores");
    lines.set(0, first.toString());
    Files.write(metrics, lines);
    double mean = 0;
    for (String line : lines) {
      mean += JSON.readTree(line).at("/metrics/episode~1return").asDouble() / lines.size();
    }
    String id = run.get("run").asText();
    String words = CapturedCommand.of("runs", "compare", id, id).out();
    assertTrue(
        words.lines().anyMatch(line -> line.matches("last trial, by fifths +– – – \\d.*")), words);
    String returned = NumberWords.decimals(mean, 2);
    assertTrue(
        words.lines().anyMatch(line -> line.matches("return +" + returned + " .*")),
        () -> returned + "\n" + words);
  }

  @Test
  void aRunWhoseFolderIsElsewhereIsSaidToBeGone() throws IOException {
    JsonNode run = trained();
    String id = run.get("run").asText();
    Path latest = Path.of(run.get("checkpoint").asText());
    Path table = folder.resolve("table.csv");
    Files.writeString(table, "mine");
    Path metrics = latest.resolveSibling("metrics.jsonl");
    List<String> lines = Files.readAllLines(metrics);
    Files.write(metrics, lines.subList(0, 2));
    CapturedCommand shorter =
        CapturedCommand.of("runs", "export", id, "--out", folder.resolve("short.csv").toString());
    assertEquals(0, shorter.exitCode());
    assertTrue(
        shorter.err().contains("it ends with update 2, but the ledger knows of 3 finished updates"),
        shorter.err());
    Path moved = folder.resolve("moved");
    Files.move(latest.getParent(), moved);
    for (String command : List.of("export", "versions")) {
      List<String> line = new ArrayList<>(List.of("runs", command, id));
      if (command.equals("export")) {
        line.addAll(List.of("--out", table.toString()));
      }
      CapturedCommand refused = CapturedCommand.of(line.toArray(String[]::new));
      assertEquals(1, refused.exitCode(), refused::toString);
      assertTrue(refused.err().contains("the run's folder is gone"), refused.err());
    }
    assertEquals("mine", Files.readString(table));
    assertTrue(
        CapturedCommand.of("runs", "compare", id, id).err().contains("the run's folder is gone"));
    CapturedCommand deleted = CapturedCommand.of("runs", "delete", id);
    assertEquals(
        "removed "
            + id
            + " from the list; no file was deleted, because the folder "
            + latest.getParent()
            + " is gone",
        deleted.out().strip());
  }

  @Test
  void aFolderThatWasMovedCanBeReadWhereItIsNow() throws IOException {
    JsonNode run = trained();
    String id = run.get("run").asText();
    Path home = Path.of(run.get("checkpoint").asText()).getParent();
    Path moved = folder.resolve("moved");
    Files.move(home, moved);
    JsonNode shown = JSON.readTree(done("runs", "show", moved.toString(), "--json"));
    assertEquals(id, shown.get("run").asText());
    assertEquals(moved.toString(), shown.get("folder").asText());
    String table = folder.resolve("table.csv").toString();
    assertTrue(
        done("runs", "export", moved.toString(), "--out", table).startsWith("3 updates in "));
    JsonNode versions = JSON.readTree(done("runs", "versions", moved.toString(), "--json"));
    String version = versions.at("/versions/0/checkpoint").asText();
    assertTrue(version.startsWith(moved + "@"), version);
    for (String checkpoint : List.of(moved.toString(), version, moved + "@latest")) {
      done("evaluate", "--env", "darkroom", "--checkpoint", checkpoint, "--episodes", "1");
    }
    Files.delete(RunLedger.ofUser().file());
    done("evaluate", "--env", "darkroom", "--checkpoint", moved.toString(), "--episodes", "1");
    assertEquals(shown, JSON.readTree(done("runs", "show", moved.toString(), "--json")));
    Files.delete(moved.resolve("ledger.jsonl"));
    CapturedCommand unknown = CapturedCommand.of("runs", "show", moved.toString());
    assertTrue(unknown.err().contains("not in this machine's ledger"), unknown.err());
  }

  @Test
  void aRunIsEditedAndDeletedWhereItsFolderIsNow() throws IOException {
    JsonNode run = trained();
    String id = run.get("run").asText();
    Path moved = folder.resolve("moved");
    Files.move(Path.of(run.get("checkpoint").asText()).getParent(), moved);

    done("runs", "edit", moved.toString(), "--name", "small");

    assertEquals(id, JSON.readTree(done("runs", "edit", "small", "--json")).get("run").asText());
    JsonNode shown = JSON.readTree(done("runs", "show", id, "--json"));
    assertEquals(moved.toString(), shown.get("folder").asText());

    Path again = Files.move(moved, folder.resolve("again"));
    done("runs", "delete", again.toString());

    assertTrue(Files.notExists(again));
    assertTrue(Files.isDirectory(folder.resolve(".deleted").resolve(id)));
    done("runs", "restore", id);
    assertTrue(Files.isDirectory(again));
  }

  @Test
  void aCopyOfARunIsNeitherEditedNorDeleted() throws IOException {
    JsonNode run = trained();
    Path latest = Path.of(run.get("checkpoint").asText());
    Path copy = Files.createDirectory(folder.resolve("copy"));
    Files.copy(latest, copy.resolve("latest.safetensors"));
    for (String[] line :
        List.of(
            new String[] {"runs", "edit", copy.toString(), "--name", "x"},
            new String[] {"runs", "delete", copy.toString()})) {
      CapturedCommand refused = CapturedCommand.of(line);
      assertEquals(1, refused.exitCode(), refused::toString);
      assertTrue(
          refused.err().contains("this is a copy of the run in " + latest.getParent()),
          refused.err());
    }
    assertTrue(Files.exists(copy.resolve("latest.safetensors")));
  }

  @Test
  void aStoppedRunGoesOnWhereItsFolderIsNow() throws IOException {
    JsonNode run = trained();
    String id = run.get("run").asText();
    Path home = Path.of(run.get("checkpoint").asText()).getParent();
    // As if it had been killed after its last checkpoint.
    Path ledger = RunLedger.ofUser().file();
    List<String> entries = Files.readAllLines(ledger);
    Files.write(ledger, entries.subList(0, entries.size() - 1));
    Path moved = Files.move(home, folder.resolve("moved"));

    CapturedCommand gone = CapturedCommand.of("resume", id);
    assertEquals(
        "hindsight: "
            + home
            + ": the run's folder is gone - move it back to this place, or resume it where it is"
            + " now with 'hindsight resume FOLDER'",
        gone.err().strip());
    JsonNode resumed =
        JSON.readTree(done("resume", moved.toString(), "--json").lines().toList().getLast());

    assertEquals(id, resumed.get("run").asText());
    assertEquals(
        moved.resolve("latest.safetensors").toString(), resumed.get("checkpoint").asText());
    JsonNode shown = JSON.readTree(done("runs", "show", id, "--json"));
    assertEquals(moved.toString(), shown.get("folder").asText());
    assertEquals("finished", shown.get("status").asText());
  }

  @Test
  void theVersionThatActedIsKnownWhereTheLatestStateWasRecorded() throws IOException {
    String id = trained("history_every=1").get("run").asText();
    String out = folder.resolve("x.rollout").toString();
    done(
        "record",
        "--env",
        "darkroom",
        "--checkpoint",
        id + "@latest",
        "--ticks",
        "40",
        "--out",
        out);
    JsonNode versions =
        JSON.readTree(done("versions", out, "--checkpoint", id + "@all", "--json")).get("versions");
    assertEquals(3, versions.size());
    for (JsonNode version : versions) {
      assertEquals(
          version.get("checkpoint").asText().endsWith("@3"),
          version.get("acted").asBoolean(),
          version::toString);
    }
    List<String> words = done("runs", "versions", id).lines().toList();
    assertEquals(
        1, words.stream().filter(line -> line.endsWith("  best")).count(), words::toString);
  }

  private static String done(String... line) {
    CapturedCommand command = CapturedCommand.of(line);
    assertEquals(0, command.exitCode(), command::toString);
    return command.out();
  }

  private JsonNode trained(String... settings) throws IOException {
    List<String> line = new ArrayList<>(List.of("train", "--env", "darkroom", "--json"));
    for (String setting :
        List.of("num_envs=8", "updates=3", "hidden_size=8", "feed_forward=8", "minibatches=2")) {
      line.addAll(List.of("--set", setting));
    }
    for (String setting : settings) {
      line.addAll(List.of("--set", setting));
    }
    line.addAll(List.of("--out", folder.resolve("runs").toString()));
    CapturedCommand run = CapturedCommand.of(line.toArray(String[]::new));
    return JSON.readTree(run.out().lines().toList().getLast());
  }
}
