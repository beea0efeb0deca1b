package dev.hindsight.app.cli.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.app.CheckpointOfVersion;
import dev.hindsight.app.OwnLedger;
import dev.hindsight.app.cli.CapturedCommand;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Commands say before they begin that a checkpoint is of another version, or a run of other code.
@ExtendWith(OwnLedger.class)
class VersionWarningsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  @TempDir private Path folder;

  private RunRecord stoppedRun() {
    CapturedCommand.of(
        "train",
        "--env",
        "darkroom",
        "--set",
        "num_envs=8",
        "--set",
        "updates=2",
        "--set",
        "hidden_size=8",
        "--set",
        "feed_forward=8",
        "--set",
        "minibatches=2",
        "--break-when",
        "goal[a]",
        "--out",
        folder.resolve("runs").toString());
    return RunLedger.ofUser().runs().getLast();
  }

  private static List<JsonNode> lines(CapturedCommand run) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : run.out().lines().toList()) {
      lines.add(JSON.readTree(line));
    }
    return lines;
  }

  @Test
  void aRecordingOfAPolicyOfAnotherVersionSaysSoFirst() throws IOException {
    String old = CheckpointOfVersion.in(folder, "0").toString();
    String out = folder.resolve("x.rollout").toString();
    CapturedCommand words =
        CapturedCommand.of("record", "--env", "darkroom", "--checkpoint", old, "--out", out);
    assertEquals(0, words.exitCode(), words.err());
    assertTrue(words.out().startsWith("WARNING "), words.out());
    assertTrue(words.out().lines().findFirst().orElseThrow().contains("version 0"), words.out());
    CapturedCommand json =
        CapturedCommand.of(
            "record", "--env", "darkroom", "--checkpoint", old, "--out", out, "--json");
    assertTrue(lines(json).getLast().get("otherVersion").asText().contains("version 0"));
  }

  @Test
  void anEvaluationOfAPolicyOfAnotherVersionSaysSoFirst() throws IOException {
    String old = CheckpointOfVersion.in(folder, "0").toString();
    CapturedCommand words =
        CapturedCommand.of("evaluate", "--env", "darkroom", "--checkpoint", old, "--episodes", "2");
    assertEquals(0, words.exitCode(), words.err());
    assertTrue(words.out().startsWith("WARNING "), words.out());
    assertTrue(words.out().lines().findFirst().orElseThrow().contains("version 0"), words.out());
    CapturedCommand json =
        CapturedCommand.of(
            "evaluate", "--env", "darkroom", "--checkpoint", old, "--episodes", "2", "--json");
    assertTrue(lines(json).getLast().get("otherVersion").asText().contains("version 0"));
  }

  @Test
  void aPolicyOfThisVersionGivesNoWarning() throws IOException {
    String own = CheckpointOfVersion.in(folder, "2").toString();
    String out = folder.resolve("x.rollout").toString();
    for (String format : List.of("", "--json")) {
      List<String> record =
          new ArrayList<>(
              List.of("record", "--env", "darkroom", "--checkpoint", own, "--out", out));
      List<String> evaluate =
          new ArrayList<>(
              List.of("evaluate", "--env", "darkroom", "--checkpoint", own, "--episodes", "2"));
      for (List<String> line : List.of(record, evaluate)) {
        if (!format.isEmpty()) {
          line.add(format);
        }
        CapturedCommand command = CapturedCommand.of(line.toArray(String[]::new));
        assertEquals(0, command.exitCode(), command.err());
        assertFalse(command.out().contains("WARNING"), command.out());
        assertFalse(command.out().contains("otherVersion"), command.out());
      }
    }
  }

  @Test
  void aRunOfOtherCodeIsResumedWithAWarningBeforeItsFirstGate() throws IOException {
    RunRecord run = stoppedRun();
    Path ledger = RunLedger.ofUser().file();
    Files.writeString(
        ledger,
        Files.readString(ledger)
            .replace("\"codeVersion\":\"" + run.start().codeVersion(), "\"codeVersion\":\"0.0.9"));
    CapturedCommand resumed = CapturedCommand.of("resume", run.id().text());
    assertEquals(0, resumed.exitCode(), resumed.err());
    List<String> lines = resumed.out().lines().toList();
    List<String> warnings = lines.stream().filter(line -> line.startsWith("WARNING")).toList();
    assertEquals(1, warnings.size(), resumed.out());
    assertTrue(warnings.getFirst().contains("0.0.9"), warnings.toString());
    int gate =
        lines.indexOf(
            lines.stream().filter(line -> line.startsWith("PASS")).findFirst().orElseThrow());
    assertTrue(lines.indexOf(warnings.getFirst()) < gate, resumed.out());
  }

  @Test
  void aParentOfAnotherShapeIsRefusedBeforeTheRunBegins() {
    for (String algorithm : List.of("ppo", "sac")) {
      CapturedCommand refused =
          CapturedCommand.of(
              "train", "--env", "darkroom", "--algorithm", algorithm, "--from", "drive-near");
      assertEquals(1, refused.exitCode(), refused::toString);
      assertEquals("", refused.out());
      assertTrue(refused.err().contains("its weights do not match"), refused.err());
    }
    assertEquals(List.of(), RunLedger.ofUser().runs());
  }
}
