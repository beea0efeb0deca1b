package dev.hindsight.trainer.run.ledger;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.task.TaskHandle;
import dev.hindsight.trainer.task.Tasks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunLedgerTest {
  private static final Instant NOW = Instant.parse("2026-11-21T19:30:15.123456789Z");
  private static final RunId RUN = new RunId("darkroom-20261121-193015");

  /// The keys with which every line begins.
  private static final String HEAD =
      "\"run\":\"darkroom-20261121-193015\",\"time\":\"2026-11-21T19:30:15.123456789Z\"";

  @TempDir private Path folder;
  private RunLedger runLedger;

  @BeforeEach
  void open() {
    runLedger = new RunLedger(folder.resolve("deep").resolve("ledger.jsonl"));
  }

  @Test
  void aTextThatNoFileCanHaveAsItsNameIsNoRunEither() {
    assertEquals(Optional.empty(), runLedger.lookup("a\0b"));
    assertThrows(Problem.class, () -> runLedger.find("a\0b"));
  }

  @Test
  void everyKindOfEntryComesBackAsItWas() {
    List<LedgerEntry> entries = all();
    entries.forEach(runLedger::append);
    assertEquals(entries, runLedger.entries());
  }

  /// The file is read by versions and programs that know these lines alone.
  private static final List<String> LINES =
      List.of(
          """
          "kind":"begun","start":{"environment":"darkroom","preset":"5x5","algorithm":"ppo","seed":7,\
          "device":"cpu","codeVersion":"0.1.0","parent":"a parent","parentSha256":"1f",\
          "coPlayer":"scripted","coPlayerSha256":"2e","folder":"FOLDER",\
          "updatesInAll":150,"scenarios":["a map"],"mapSha256":{"a map":"3d"},\
          "typed":{"updates":"150"},"difference":{"ppo.updates":["100","150"]},\
          "effective":{"ppo.updates":"150"}}\
          """,
          """
          "kind":"taken-up","updates":5,\
          "process":{"pid":12,"startedMillis":34,"host":"elsewhere"}\
          """,
          """
          "kind":"gate","gate":{"name":"engine","verdict":"PASS","detail":"\\"2.7\\"\\n"}\
          """,
          """
          "kind":"progress","progress":{"updates":3,"updatesInAll":150,"agentSteps":1000,\
          "environmentSteps":900,"seconds":1.5,"bestScore":0.75,"learningRateFactor":0.5,\
          "trialScores":[0.25,0.75]}\
          """,
          """
          "kind":"changed","what":"learning_rate_factor","value":0.5,"update":2\
          """,
          "\"kind\":\"changed\",\"what\":\"alarm_kl\",\"value\":0.5,\"update\":2,"
              + "\"words\":\"The KL is \\\"high\\\"\"",
          "\"kind\":\"deleted\"",
          "\"kind\":\"restored\"",
          """
          "kind":"ended","status":"gate_failed","reason":"","progress":{"updates":0,\
          "updatesInAll":1,"agentSteps":0,"environmentSteps":0,"seconds":0.0,\
          "learningRateFactor":1.0,"trialScores":["NaN"]}\
          """);

  @Test
  void everyKindOfEntryIsWrittenWithTheseKeysInThisOrder() {
    List<LedgerEntry> entries = new ArrayList<>(all());
    entries.set(1, new LedgerEntry.TakenUp(RUN, NOW, new RunProcess(12, 34, "elsewhere"), 5));
    entries.set(
        entries.size() - 1,
        new LedgerEntry.Ended(
            RUN,
            NOW,
            RunStatus.GATE_FAILED,
            "",
            new RunProgress(0, 1, 0, 0, 0, Optional.empty(), 1, List.of(Double.NaN))));
    String runFolder = start().folder().toString().replace("\\", "\\\\");
    for (int i = 0; i < entries.size(); i++) {
      String line = "{" + HEAD + "," + LINES.get(i).replace("FOLDER", runFolder) + "}";
      assertEquals(line, LedgerJson.line(entries.get(i)));
      assertEquals(Optional.of(entries.get(i)), LedgerJson.entry(line));
    }
  }

  @Test
  void linesOfEarlierAndLaterVersionsAreRead() {
    LedgerEntry begun =
        LedgerJson.entry(
                """
                {%s,"kind":"begun","start":{"environment":"drive","algorithm":"ppo","seed":7,\
                "device":"gpu","folder":"/runs/a","updatesInAll":2,"scenarios":[],"typed":{},\
                "difference":{},"effective":{},"mood":"good"},"later":{"a":[1]}}\
                """
                    .formatted(HEAD))
            .orElseThrow();
    RunStart start = ((LedgerEntry.Begun) begun).start();
    assertEquals("", start.preset() + start.codeVersion() + start.parent() + start.coPlayer());
    assertEquals(Map.of(), start.mapSha256());
    assertEquals(Path.of("/runs/a"), start.folder());
    assertEquals(TrainingTask.Device.GPU, start.device());
    assertEquals(
        Optional.of(new LedgerEntry.Changed(RUN, NOW, "paused", 0, -1, "")),
        LedgerJson.entry(
            "{%s,\"kind\":\"changed\",\"what\":\"paused\",\"value\":0}".formatted(HEAD)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{}",
        "{%s}",
        "{%s,\"kind\":\"begun\"}",
        "{%s,\"kind\":\"begun\",\"start\":{}}",
        "{%s,\"kind\":\"taken-up\",\"updates\":1}",
        "{%s,\"kind\":\"gate\"}",
        "{%s,\"kind\":\"progress\",\"progress\":{\"updates\":1}}",
        "{%s,\"kind\":\"changed\",\"what\":\"paused\"}",
        "{%s,\"kind\":\"ended\",\"status\":\"asleep\"}",
        "{\"run\":\"a/b\",\"time\":\"2026-11-21T19:30:15Z\",\"kind\":\"deleted\"}",
        "{\"run\":\"a\",\"time\":\"yesterday\",\"kind\":\"deleted\"}",
        "{\"time\":\"2026-11-21T19:30:15Z\",\"kind\":\"deleted\"}"
      })
  void aDamagedLineIsNoEntry(String line) {
    assertEquals(Optional.empty(), LedgerJson.entry(line.replace("%s", HEAD)));
  }

  @Test
  void halfALineIsPassedOverAndEndedByTheNextEntry() throws IOException {
    List<LedgerEntry> entries = all();
    runLedger.append(entries.getFirst());
    String torn = LedgerJson.line(entries.get(1));
    Files.writeString(
        runLedger.file(), torn.substring(0, torn.length() / 2), StandardOpenOption.APPEND);
    assertEquals(List.of(entries.getFirst()), runLedger.entries());
    runLedger.append(entries.get(2));
    assertEquals(List.of(entries.getFirst(), entries.get(2)), runLedger.entries());
  }

  /// One line with a null must not hide all runs.
  @Test
  void aLineWithANullAnywhereIsPassedOverOrRead() throws IOException {
    runLedger.append(all().getFirst());
    String begun = Files.readString(runLedger.file());
    for (LedgerEntry entry : all()) {
      String line = LedgerJson.line(entry);
      Matcher value = Pattern.compile(":(\"[^\"]*\"|[-0-9.E]+|\\[[^\\]]*\\])").matcher(line);
      while (value.find()) {
        String changed = line.substring(0, value.start(1)) + "null" + line.substring(value.end(1));
        Files.writeString(runLedger.file(), begun + changed + "\n");
        assertEquals(1, runLedger.runs().size(), changed);
        assertDoesNotThrow(() -> runLedger.runs().getFirst().toString(), changed);
        assertDoesNotThrow(() -> runLedger.lookup("nothing"), changed);
      }
    }
  }

  @Test
  void kindsOfALaterVersionArePassedOver() throws IOException {
    runLedger.append(all().getFirst());
    Files.writeString(
        runLedger.file(),
        "{\"run\":\"a\",\"time\":\"2026-11-21T19:30:15Z\",\"kind\":\"dreamt\"}\n",
        StandardOpenOption.APPEND);
    assertEquals(1, runLedger.entries().size());
  }

  @Test
  void entriesOfManyThreadsDoNotTearEachOther() {
    LedgerEntry entry = all().getFirst();
    List<TaskHandle<Boolean>> writers = new ArrayList<>();
    try (Tasks tasks = new Tasks(4)) {
      for (int i = 0; i < 4; i++) {
        writers.add(
            tasks.start(
                "writer",
                (_, _) -> {
                  for (int n = 0; n < 10; n++) {
                    runLedger.append(entry);
                  }
                  return true;
                }));
      }
      writers.forEach(TaskHandle::await);
    }
    assertEquals(40, runLedger.entries().size());
  }

  @Test
  void aRunWhoseProcessIsGoneHasDied() {
    runLedger.append(all().getFirst());
    RunProcess here = RunProcess.current();
    runLedger.append(new LedgerEntry.TakenUp(RUN, NOW, here, 0));
    assertEquals(RunStatus.RUNNING, runLedger.find(RUN.text()).status());
    // The number is in use, by a process that began at another time.
    RunProcess former = new RunProcess(here.pid(), here.startedMillis() - 5000, here.host());
    runLedger.append(new LedgerEntry.TakenUp(RUN, NOW, former, 0));
    assertEquals(RunStatus.DIED, runLedger.find(RUN.text()).status());
    runLedger.append(new LedgerEntry.TakenUp(RUN, NOW, new RunProcess(1, 1, "elsewhere"), 0));
    assertEquals(RunStatus.ELSEWHERE, runLedger.find(RUN.text()).status());
  }

  @Test
  void anEndCountsUntilTheRunIsTakenUpAgain() {
    all().forEach(runLedger::append);
    assertEquals(RunStatus.STOPPED, runLedger.find(RUN.text()).status());
    runLedger.append(new LedgerEntry.TakenUp(RUN, NOW, RunProcess.current(), 3));
    RunRecord record = runLedger.find(RUN.text());
    assertEquals(RunStatus.RUNNING, record.status());
    assertEquals(2, record.takenUp());
    assertEquals(progress(), record.progress().orElseThrow());
  }

  @Test
  void aRunIsFoundByTheBeginningOfItsNameAndByItsFolder() {
    all().forEach(runLedger::append);
    assertEquals(RUN, runLedger.find("darkroom-2026").id());
    assertEquals(RUN, runLedger.find("/runs/" + RUN).id());
    assertEquals(RUN, runLedger.find("/runs").id());
    for (String blank : List.of("", " ")) {
      Problem unnamed = assertThrows(Problem.class, () -> runLedger.find(blank));
      assertEquals("the ledger has no such run", unnamed.what());
    }
    Problem problem = assertThrows(Problem.class, () -> runLedger.find("drive"));
    assertEquals("the ledger has no such run", problem.what());
  }

  @Test
  void aLedgerThatIsNotThereIsEmpty() {
    assertEquals(List.of(), runLedger.runs());
  }

  private static List<LedgerEntry> all() {
    return List.of(
        new LedgerEntry.Begun(RUN, NOW, start()),
        new LedgerEntry.TakenUp(RUN, NOW, RunProcess.current(), 0),
        new LedgerEntry.Checked(RUN, NOW, new Gate("engine", Gate.Status.PASS, "\"2.7\"\n")),
        new LedgerEntry.Advanced(RUN, NOW, progress()),
        new LedgerEntry.Changed(RUN, NOW, RunRecord.LEARNING_RATE_FACTOR, 0.5, 2),
        new LedgerEntry.Changed(RUN, NOW, RunRecord.ALARM + "kl", 0.5, 2, "The KL is \"high\""),
        new LedgerEntry.Deleted(RUN, NOW),
        new LedgerEntry.Restored(RUN, NOW),
        new LedgerEntry.Ended(RUN, NOW, RunStatus.STOPPED, "stopped by the user", progress()));
  }

  private static RunProgress progress() {
    return new RunProgress(3, 150, 1000, 900, 1.5, Optional.of(0.75), 0.5, List.of(0.25, 0.75));
  }

  private static RunStart start() {
    return new RunStart(
        "darkroom",
        "5x5",
        "ppo",
        List.of("a map"),
        Map.of("a map", "3d"),
        Map.of("updates", "150"),
        Map.of("ppo.updates", "150"),
        Map.of("ppo.updates", List.of("100", "150")),
        7,
        TrainingTask.Device.CPU,
        "0.1.0",
        "a parent",
        "1f",
        "scripted",
        "2e",
        Path.of("/runs").resolve(RUN.text()),
        150);
  }
}
