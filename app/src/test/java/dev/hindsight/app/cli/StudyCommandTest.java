package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hindsight.app.RoomsStudy;
import dev.hindsight.app.TemporaryHome;
import dev.hindsight.trainer.FolderDeletion;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.study.plan.StudyFile;
import dev.hindsight.trainer.study.plan.StudyFolder;
import dev.hindsight.trainer.study.plan.StudySpec;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Studies from the command line, as a user types them: two arms, three seeds, in the dark room.
@Timeout(600)
class StudyCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String RECOMPUTE = "/dev/hindsight/app/study/recompute.py";

  @TempDir private Path folder;
  private TemporaryHome data;

  @BeforeEach
  void useTheLedgerOfTheChildProcesses() {
    data = TemporaryHome.ofData(folder.resolve("data"));
  }

  @AfterEach
  void leaveItAsItWas() {
    data.close();
  }

  @Test
  void aStudyReportsEveryRunAndAnotherProgramFindsTheSameNumbers() throws Exception {
    CapturedCommand run = study(rooms("seeds: [0, 1, 2]", 3), "rooms");
    assertEquals("", run.err());
    assertEquals(0, run.exitCode());
    assertEquals(6, events(run, "trained"));
    assertEquals(6, events(run, "evaluated"));
    Path out = folder.resolve("rooms");
    JsonNode report = JSON.readTree(out.resolve("report.json").toFile());
    assertEquals(List.of("memory", "no memory"), report.get("arms").findValuesAsText("arm"));
    assertEquals(3, report.get("arms").get(0).get("runs").size());
    String page = Files.readString(out.resolve("report.md"));
    String sentence = report.get("comparisons").get(0).get("sentence").asText();
    assertTrue(page.contains(sentence), page);
    assertTrue(run.out().contains(JSON.writeValueAsString(sentence)), run.out());
    // 6 runs, 10 episodes, 4 trials, and the names of the columns.
    assertEquals(241, Files.readAllLines(out.resolve("scores.csv")).size());
    CapturedCommand again = study(rooms("seeds: [0, 1, 2]", 3), "rooms");
    assertEquals(0, events(again, "trains") + events(again, "evaluated"), again.out());
    assertEquals(page, Files.readString(out.resolve("report.md")));

    assumeTrue(python("-c", "pass") == 0, "python3 is missing");
    assertEquals(0, recomputed(out));
    Path planted = Files.createDirectories(folder.resolve("planted"));
    Files.copy(out.resolve("report.json"), planted.resolve("report.json"));
    String scores = Files.readString(out.resolve("scores.csv"));
    String flipped = scores.replaceFirst(",4,0\\.0,", ",4,1.0,");
    assertFalse(flipped.equals(scores));
    Files.writeString(planted.resolve("scores.csv"), flipped);
    assertEquals(1, recomputed(planted), "one score of 60 changed");
  }

  @Test
  void aStudyThatIsKilledGoesOnWhereItWas() throws Exception {
    Path file = rooms("seeds: [0, 1]", 40);
    Path out = folder.resolve("killed");
    Process process =
        ChildProcess.start(
            folder, List.of("study", file.toString(), "--out", out.toString(), "--json"));
    boolean killed = false;
    try (BufferedReader events = process.inputReader(StandardCharsets.UTF_8)) {
      int trains = 0;
      for (String line = events.readLine(); line != null; line = events.readLine()) {
        trains += line.contains("\"event\":\"trains\"") ? 1 : 0;
        if (trains == 3 && !killed) {
          Path third = out.resolve("runs").resolve("memory-seed-1");
          while (process.isAlive() && !hasCheckpoint(third)) {
            Thread.onSpinWait();
          }
          killed = process.toHandle().destroyForcibly();
        }
      }
    }
    assertTrue(process.waitFor(120, TimeUnit.SECONDS));
    assertTrue(killed);
    assertFalse(Files.exists(out.resolve("report.md")));

    CapturedCommand rest = study(file, "killed");
    assertEquals("", rest.err());
    assertEquals(1, events(rest, "resumes"), rest.out());
    assertEquals(1, events(rest, "trains"), rest.out());
    CapturedCommand whole = study(file, "whole", "--at-once", "2");
    assertEquals("", whole.err());
    // Runs that begin in the same second have different names, or the ledger would lose one.
    assertEquals(8, RunLedger.ofUser().runs().size());
    for (String name : List.of("scores.csv", "report.json", "report.md")) {
      assertEquals(
          Files.readString(folder.resolve("whole").resolve(name)),
          Files.readString(out.resolve(name)),
          name);
    }
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there a process cannot be asked, only killed")
  void aStudyThatIsAskedToEndSaysHowFarItIsAndHowToGoOn() throws Exception {
    Path out = folder.resolve("stopped");
    Process process =
        ChildProcess.start(
            folder,
            List.of(
                "study",
                rooms("seeds: [0, 1]", 300).toString(),
                "--out",
                out.toString(),
                "--json"));
    try (BufferedReader events = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = events.readLine(); line != null; line = events.readLine()) {
        if (line.contains("\"event\":\"trains\"")) {
          assertTrue(process.toHandle().destroy());
        }
      }
    }
    assertTrue(process.waitFor(120, TimeUnit.SECONDS));
    assertEquals(
        List.of(
            "hindsight: stopping after the current update or evaluation; what is finished is saved",
            "hindsight: "
                + out
                + ": stopped after 0 of 4 runs - run the same command again to go on"),
        Files.readAllLines(folder.resolve("err.txt")));
    assertTrue(StudyFolder.isStudy(out));
  }

  private static boolean hasCheckpoint(Path home) throws IOException {
    if (!Files.isDirectory(home)) {
      return false;
    }
    try (Stream<Path> runs = Files.list(home)) {
      return runs.anyMatch(run -> Files.exists(run.resolve("latest.safetensors")));
    }
  }

  @Test
  void aRunThatDivergesIsNamedAndTheOthersAreReported() throws IOException {
    Path file = folder.resolve("diverges.yaml");
    Files.writeString(
        file,
        RoomsStudy.yaml("seeds: [0]", 3)
            .replace(
                "policy: mlp",
                "policy: mlp\n    adam_beta2: 0\n    adam_eps: 1e-30\n    learning_rate: 1"));
    CapturedCommand run = study(file, "diverges");
    assertEquals(12, run.exitCode(), run.err());
    String page = Files.readString(folder.resolve("diverges/report.md"));
    assertTrue(page.contains("**no memory, seed 0: training ended"), page);
    assertTrue(page.contains("| memory | 0 |"), page);
    assertTrue(page.contains(" (one run) |"), page);
  }

  @Test
  void anotherRequestForARunThatExistsIsRefused() throws IOException {
    Path file = rooms("seeds: [0]", 1);
    assertEquals(0, study(file, "rooms").exitCode());
    Files.writeString(file, Files.readString(file).replace("updates: 1", "updates: 2"));
    CapturedCommand changed = study(file, "rooms");
    assertEquals(1, changed.exitCode());
    assertTrue(changed.err().contains("settings.updates: 1; the file now says 2"), changed.err());
    // More seeds are no change.
    CapturedCommand more = study(rooms("seeds: [0, 5]", 1), "rooms");
    assertEquals("", more.err());
    assertEquals(2, events(more, "trained"), more.out());
  }

  @Test
  void theFolderOfAnotherStudyIsRefusedAndStaysAsItIs() throws IOException {
    assertEquals(0, study(rooms("seeds: [0]", 1), "rooms").exitCode());
    Path report = folder.resolve("rooms/report.json");
    String before = Files.readString(report);
    Map<String, String> others =
        Map.of(
            RoomsStudy.yaml("seeds: [0]\nname: other", 1),
            "it holds another study: rooms",
            RoomsStudy.yaml("seeds: [7]", 1),
            "the study it holds has no run in common with rooms");
    for (Map.Entry<String, String> other : others.entrySet()) {
      Path file = Files.writeString(folder.resolve("rooms.yaml"), other.getKey());
      CapturedCommand refused = study(file, "rooms");
      assertEquals(1, refused.exitCode());
      assertTrue(refused.err().contains(other.getValue()), refused.err());
      assertEquals(before, Files.readString(report));
    }
  }

  @Test
  void evaluatedRunsThatAStudyLeavesOutAreNamedInItsReport() throws IOException {
    assertEquals(0, study(rooms("seeds: [0, 1]", 1), "rooms").exitCode());
    CapturedCommand fewer = study(rooms("seeds: [1]", 1), "rooms");
    assertEquals(0, fewer.exitCode(), fewer.err());
    String page = Files.readString(folder.resolve("rooms/report.md"));
    assertTrue(page.contains("not in this report: memory, seed 0; no memory, seed 0"), page);
    assertEquals(0, study(rooms("seeds: [0, 1]", 1), "rooms").exitCode());
    page = Files.readString(folder.resolve("rooms/report.md"));
    assertFalse(page.contains("not in this report"), page);
    // After one update no run has scored yet.
    assertTrue(page.contains("(all equal)"), page);
  }

  @Test
  void missingScoresAreEvaluatedAgainAsLongAsThereIsACheckpoint() throws IOException {
    Path file = rooms("seeds: [0]", 1);
    assertEquals(0, study(file, "rooms").exitCode());
    Path scores = folder.resolve("rooms/scores/memory-seed-0.csv");
    String before = Files.readString(scores);
    Files.delete(scores);
    assertEquals(1, events(study(file, "rooms"), "evaluated"));
    assertEquals(before, Files.readString(scores));
    Files.delete(scores);
    try (Stream<Path> files = Files.walk(folder.resolve("rooms/runs/memory-seed-0"))) {
      for (Path each : files.filter(one -> one.endsWith("latest.safetensors")).toList()) {
        Files.delete(each);
      }
    }
    CapturedCommand lost = study(file, "rooms");
    assertEquals(1, lost.exitCode());
    assertTrue(lost.err().contains("the checkpoint of a run and its scores"), lost.err());
  }

  @Test
  void aStudyWhoseFolderWasDeletedIsTrainedAnewThere() throws IOException {
    Path file = rooms("seeds: [0]", 1);
    assertEquals(0, study(file, "rooms").exitCode());
    FolderDeletion.delete(folder.resolve("rooms"));
    CapturedCommand again = study(file, "rooms");
    assertEquals("", again.err());
    assertEquals(0, again.exitCode());
    assertEquals(2, events(again, "trains"), again.out());
    assertEquals(2, events(again, "evaluated"), again.out());
  }

  @Test
  void aFinishedRunThatLostItsFilesBeforeItsEvaluationIsNamed() throws IOException {
    Path file = rooms("seeds: [0]", 1);
    assertEquals(0, study(file, "rooms").exitCode());
    for (String part : List.of("runs", "scores")) {
      FolderDeletion.delete(folder.resolve("rooms").resolve(part));
    }
    Path ledger = StudyFolder.ledger(folder.resolve("rooms"));
    Files.writeString(
        ledger, Files.readString(ledger).replaceAll("(\"evaluated\" : )\"[^\n]*\"", "$1\"\""));
    CapturedCommand lost = study(file, "rooms");
    assertEquals(1, lost.exitCode());
    assertTrue(lost.err().contains("the checkpoint of a run and its scores"), lost.err());
  }

  @Test
  void aWrongSettingIsFoundBeforeAnythingRuns() throws IOException {
    Path file = rooms("seeds: [0]", 1);
    Files.writeString(file, Files.readString(file).replace("policy: mlp", "polici: mlp"));
    CapturedCommand wrong = study(file, "rooms");
    assertEquals(1, wrong.exitCode());
    assertTrue(wrong.err().contains(file + ": arm no memory"), wrong.err());
    assertTrue(wrong.err().contains("polici"), wrong.err());
    assertFalse(Files.exists(folder.resolve("rooms")));
  }

  @Test
  void partnersWithoutAnAgentToDriveAreFoundBeforeAnythingRuns() throws IOException {
    Path file = folder.resolve("crowded.yaml");
    Files.writeString(
        file,
        """
        environment: drive
        preset: near
        seeds: [0]
        partners: ["scripted:bold"]
        arms:
          all learn: {}
        """);
    CapturedCommand wrong = study(file, "crowded");
    assertEquals(1, wrong.exitCode());
    assertTrue(wrong.err().contains("every agent is an ego"), wrong.err());
    assertTrue(wrong.err().contains("scripted:bold"), wrong.err());
    assertFalse(Files.exists(folder.resolve("crowded")));
  }

  @Test
  void theExampleOfThePageIsAStudy() throws IOException {
    Path page = Path.of(System.getProperty("hindsight.root", ".."), "docs", "study.md");
    String text = Files.readString(page);
    int begin = text.indexOf("```yaml\n") + "```yaml\n".length();
    String example = text.substring(begin, text.indexOf("```", begin));
    Path file = folder.resolve("rooms.yaml");
    Files.writeString(file, example.replace("# partners", "partners"));
    StudySpec spec = StudyFile.read(file);
    assertEquals("rooms", spec.name());
    assertEquals(6, spec.runs().size());
    assertEquals(200, spec.evaluation().episodes());
    for (String key : StudyFile.keys()) {
      assertTrue(example.contains(key + ":"), "the example explains " + key);
    }
  }

  private Path rooms(String seeds, int updates) throws IOException {
    Path file = folder.resolve("rooms.yaml");
    Files.writeString(file, RoomsStudy.yaml(seeds, updates));
    return file;
  }

  private CapturedCommand study(Path file, String out, String... more) {
    List<String> line =
        new ArrayList<>(
            List.of("study", file.toString(), "--out", folder.resolve(out).toString(), "--json"));
    line.addAll(Arrays.asList(more));
    return CapturedCommand.of(line.toArray(String[]::new));
  }

  private static long events(CapturedCommand run, String event) {
    return run.out().lines().filter(line -> line.contains("\"event\":\"" + event + "\"")).count();
  }

  private int recomputed(Path out) throws Exception {
    Path script = folder.resolve("recompute.py");
    try (var source = StudyCommandTest.class.getResourceAsStream(RECOMPUTE)) {
      Files.write(script, java.util.Objects.requireNonNull(source).readAllBytes());
    }
    return python(script.toString(), out.toString());
  }

  private static int python(String... arguments) throws InterruptedException {
    List<String> line = new ArrayList<>(List.of("python3"));
    line.addAll(Arrays.asList(arguments));
    try {
      Process process = new ProcessBuilder(line).inheritIO().start();
      assertTrue(process.waitFor(120, TimeUnit.SECONDS));
      return process.exitValue();
    } catch (IOException _) {
      return 127;
    }
  }
}
