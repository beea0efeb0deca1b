package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.app.OwnLedger;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunStatus;
import dev.hindsight.trainer.run.session.RunGap;
import dev.hindsight.trainer.study.ReferenceGap;
import dev.hindsight.trainer.study.ReferenceGap.GapRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Runs that compare themselves with reference numbers, and `hindsight fleet reference`.
@ExtendWith(OwnLedger.class)
class FleetReferenceCommandTest {
  @TempDir private Path home;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(
        home.resolve("rooms.json"),
        "{\"environment\": \"darkroom\", \"settings\": {},"
            + " \"worlds\": [{\"seed\": 5}, {\"seed\": 6}, {}]}");
  }

  private CapturedCommand train(String... settings) {
    List<String> line = new ArrayList<>(List.of("train", "--env", "darkroom"));
    for (String setting :
        List.of("num_envs=8", "policy=mlp", "hidden_size=8", "update_epochs=1", "updates=4")) {
      line.addAll(List.of("--set", setting));
    }
    for (String setting : settings) {
      line.addAll(List.of("--set", setting));
    }
    return CapturedCommand.of(line.toArray(String[]::new));
  }

  private static RunRecord last() {
    return RunLedger.ofUser().runs().getLast();
  }

  private static List<GapRow> rows() {
    return RunGap.read(new RunFolder(last().start().folder()));
  }

  private String reference() {
    return "gap_reference=" + home.resolve("reference.json");
  }

  private void write(RunRecord run) {
    CapturedCommand written =
        CapturedCommand.of(
            "fleet",
            "reference",
            "--checkpoint",
            new RunFolder(run.start().folder()).latest().toString(),
            "--suite",
            home.resolve("rooms.json").toString(),
            "--out",
            home.resolve("reference.json").toString());
    assertEquals(0, written.exitCode(), written::toString);
  }

  @Test
  void aPolicyIsNoDistanceFromItsOwnNumbersAlsoWhereItsTrainingIsRandomised() {
    assertEquals(0, train("randomise=slip").exitCode());
    write(last());
    assertEquals(
        List.of("seed 5", "seed 6", "world"),
        List.copyOf(ReferenceGap.read(home.resolve("reference.json")).reference().keySet()));
    CapturedCommand again = train("randomise=slip", reference(), "gap_every=4");
    assertEquals(0, again.exitCode(), again::toString);
    GapRow row = rows().getLast();
    assertEquals(4, row.epoch());
    assertEquals("rooms.json", row.suite());
    assertEquals(0, row.mean());
  }

  @Test
  void aRunThatIsFarFromItsReferenceStopsAndGoesOnWhenToldTo() throws IOException {
    Files.writeString(
        home.resolve("reference.json"),
        "{\"suite\": \"rooms.json\","
            + " \"reference\": {\"seed 5\": 100, \"seed 6\": 100, \"world\": 100}}");
    CapturedCommand stopped = train(reference(), "gap_every=2");
    assertEquals(13, stopped.exitCode(), stopped::toString);
    assertTrue(
        (stopped.out() + stopped.err()).contains("far from the reference"), stopped::toString);
    RunRecord run = last();
    assertEquals(RunStatus.STOPPED, run.status());
    assertEquals(List.of(2L), rows().stream().map(GapRow::epoch).toList());
    // It goes on to the next comparison, and with none to the end.
    CapturedCommand next = CapturedCommand.of("resume", run.id().text());
    assertEquals(13, next.exitCode(), next::toString);
    assertEquals(List.of(2L, 4L), rows().stream().map(GapRow::epoch).toList());
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(last().start().folder())) {
      return all.sorted().toList();
    }
  }

  @Test
  void aResumedRunMayCompareNoMore() throws IOException {
    Files.writeString(
        home.resolve("reference.json"),
        "{\"suite\": \"rooms.json\","
            + " \"reference\": {\"seed 5\": 100, \"seed 6\": 100, \"world\": 100}}");
    assertEquals(13, train(reference(), "gap_every=1").exitCode());
    List<Path> files = files();
    byte[] ledger = Files.readAllBytes(RunLedger.ofUser().file());
    for (String setting : List.of("size=7", "learning_rate=NaN", "learnig_rate=1", "num_envs=4")) {
      CapturedCommand refused = CapturedCommand.of("resume", last().id().text(), "--set", setting);
      assertEquals(1, refused.exitCode(), setting);
      assertEquals("", refused.out());
      assertEquals(1, refused.err().lines().count(), refused.err());
      assertEquals(files, files(), "a refused setting changes no run");
      assertArrayEquals(ledger, Files.readAllBytes(RunLedger.ofUser().file()));
    }
    CapturedCommand rest = CapturedCommand.of("resume", last().id().text(), "--set", "gap_every=0");
    assertEquals(0, rest.exitCode(), rest::toString);
    assertEquals(RunStatus.FINISHED, last().status());
  }

  @Test
  void aReferenceForOtherScenariosIsRefusedBeforeTheRunBegins() throws IOException {
    Files.writeString(
        home.resolve("reference.json"),
        "{\"suite\": \"rooms.json\", \"reference\": {\"seed 5\": 1}}");
    CapturedCommand refused = train(reference());
    assertEquals(1, refused.exitCode(), refused::toString);
    assertTrue(refused.err().contains("other scenarios"), refused::toString);
    assertEquals(List.of(), RunLedger.ofUser().runs());
  }
}
