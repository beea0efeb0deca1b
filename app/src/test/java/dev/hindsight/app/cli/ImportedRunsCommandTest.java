package dev.hindsight.app.cli;

import static dev.hindsight.app.cli.CapturedCommand.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.app.OwnLedger;
import dev.hindsight.trainer.run.ledger.RunLedger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// What commands say of runs that were imported.
@ExtendWith(OwnLedger.class)
class ImportedRunsCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String LOG = "step,loss\n100,0.5\n200,nan\n";

  @TempDir private Path folder;

  private Path imported() throws IOException {
    Path log = Files.writeString(folder.resolve("n.csv"), LOG);
    CapturedCommand run = CapturedCommand.of("runs", "import", log.toString());
    assertEquals(0, run.exitCode(), run::toString);
    assertTrue(run.out().contains("1 value is not finite: loss"), run.out());
    return log;
  }

  @Test
  void anImportedRunShowsOnlyWhatItsLogSays() throws IOException {
    imported();
    JsonNode run = JSON.readTree(CapturedCommand.of("runs", "show", "n.csv", "--json").out());
    for (String invented :
        List.of("seed", "device", "seconds", "agentStepsPerSecond", "environmentSteps")) {
      assertFalse(run.has(invented), invented);
    }
    assertEquals(200, run.get("agentSteps").asLong());
    assertTrue(run.get("note").asText().contains("not finite: loss"), run.get("note").asText());
    String list = CapturedCommand.of("runs").out();
    assertFalse(list.contains("seed"), list);
  }

  @Test
  void anExportKeepsWhatDivergedAndSparesTheLog() throws IOException {
    Path log = imported();
    Path table = folder.resolve("table.csv");
    assertEquals(
        0, CapturedCommand.of("runs", "export", "n.csv", "--out", table.toString()).exitCode());
    assertTrue(Files.readString(table).contains("2,200,200,NaN,"), Files.readString(table));
    refused("writing it would destroy", "runs", "export", "n.csv", "--out", log.toString());
    assertEquals(LOG, Files.readString(log));
    refused(
        "no metric of the run begins with los/",
        "runs",
        "export",
        "n.csv",
        "--metric",
        "loss,los/",
        "--out",
        folder.resolve("x.csv").toString());
    assertFalse(Files.exists(folder.resolve("x.csv")));
  }

  @Test
  void commandsThatNeedAPolicySayThatTheRunWasImported() throws IOException {
    imported();
    for (String command : List.of("resume", "runs versions", "runs buckets", "runs buffer")) {
      refused("it was imported", (command + " n.csv").split(" "));
    }
  }

  @Test
  void aVersionOfARunWithoutCheckpointsIsRefusedWithoutOfferingItsLatest() throws IOException {
    imported();
    for (String version : List.of("n.csv", "n.csv@5", "n.csv@latest")) {
      refused(
          "choose another run; this one has no checkpoint",
          "record",
          "--env",
          "darkroom",
          "--checkpoint",
          version,
          "--out",
          folder.resolve("x.rollout").toString());
    }
  }

  @Test
  void aRunCannotHaveTheIdOfAnotherAsItsName() throws IOException {
    imported();
    String first = RunLedger.ofUser().runs().getFirst().id().text();
    Path other = Files.writeString(folder.resolve("o.csv"), LOG);
    assertEquals(0, CapturedCommand.of("runs", "import", other.toString()).exitCode());
    refused("it is the id of another run", "runs", "edit", "o.csv", "--name", first);
    assertEquals(0, CapturedCommand.of("runs", "edit", first, "--name", first).exitCode());
  }
}
