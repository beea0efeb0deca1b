package dev.hindsight.app.cli.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.hindsight.app.cli.CapturedCommand;
import dev.hindsight.app.process.OwnProgram;
import dev.hindsight.trainer.bench.BenchFigure;
import dev.hindsight.trainer.bench.BenchMachine;
import dev.hindsight.trainer.bench.BenchRun;
import dev.hindsight.trainer.task.Cancellation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchAllTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final BenchMachine MACHINE = BenchMachine.here();

  private static final BenchSuite.Entry EXCAVATION =
      new BenchSuite.Entry(
          "excavation", List.of("excavation", "--seconds", "0.01"), List.of(), List.of());

  private static final BenchSuite.Entry BROKEN =
      new BenchSuite.Entry("broken", List.of("broken"), List.of(), List.of());

  @TempDir Path folder;

  @Test
  void aRealBenchmarkIsRepeatedCollectedStoredAndComparedWithItself() throws Exception {
    BenchCollection collection = collected(List.of(EXCAVATION), 2);
    BenchRun run = run(collection.benchmarks(List.of(EXCAVATION), false, "a map"));
    Path file = folder.resolve("baseline.json");
    run.write(file);

    BenchReport report = BenchReport.of(run, Optional.of(BenchRun.read(file)), Map.of());

    assertEquals(
        List.of("excavation.n32.stepsPerSecond", "excavation.n64.stepsPerSecond"),
        report.lines().stream().map(line -> line.figure().name()).toList());
    assertTrue(report.lines().stream().allMatch(line -> line.figure().values().size() == 2));
    assertTrue(
        report.lines().stream()
            .allMatch(line -> line.figure().better() == BenchFigure.Better.MORE));
    assertTrue(report.words().contains("0 better, 2 within noise, 0 worse"), report.words());
    assertFalse(report.worse());
  }

  @Test
  void aSlowerBenchmarkIsWorse() {
    BenchReport report = report(run(figures("--seconds 1", 70)), run(figures("--seconds 1", 100)));
    assertTrue(report.worse());
    assertTrue(report.words().contains("-30 %, worse"), report.words());
  }

  @Test
  void otherOptionsAreNotComparedAndSaySo() {
    BenchReport report = report(run(figures("--seconds 1", 70)), run(figures("--seconds 2", 100)));
    assertFalse(report.worse());
    assertTrue(report.words().contains("a is not compared"), report.words());
    assertTrue(report.words().contains("--seconds 2"), report.words());
  }

  @Test
  void aBaselineOfAnotherMachineIsNotComparedAndSaysSo() {
    BenchMachine other = new BenchMachine("another", 64, 512, "Linux", "25", 1, "");
    BenchRun before = new BenchRun("1", "", "", other, figures("--seconds 1", 100));
    BenchReport report = report(run(figures("--seconds 1", 70)), before);
    assertFalse(report.worse());
    assertTrue(report.words().contains("Nothing is compared: the baseline is of another machine"));
  }

  @Test
  void withoutABaselineItSaysHowToStoreOne() {
    BenchReport report =
        BenchReport.of(run(figures("--seconds 1", 70)), Optional.empty(), Map.of());
    assertTrue(report.words().contains("--save-baseline"), report.words());
  }

  @Test
  void aBenchmarkThatFailsIsLeftOutAndTheOthersGoOn() throws Exception {
    BenchCollection collection = collected(List.of(BROKEN, EXCAVATION), 2);
    assertEquals(List.of("broken"), List.copyOf(collection.failures().keySet()));
    assertEquals(
        List.of("excavation"),
        collection.benchmarks(List.of(BROKEN, EXCAVATION), false, "m").stream()
            .map(BenchRun.Benchmark::name)
            .toList());
  }

  @Test
  void outputWithoutFiguresIsAFailure() {
    for (String printed : List.of("", "{}", "not JSON", "{\"figures\": 3}")) {
      assertThrows(BenchCollection.Failure.class, () -> BenchCollection.read(printed), printed);
    }
  }

  @Test
  void everyBenchmarkIsCalledAsItsCommandUnderstands() {
    for (BenchSuite.Entry entry : BenchSuite.all()) {
      for (boolean quick : new boolean[] {false, true}) {
        List<String> call =
            new ArrayList<>(entry.arguments(quick, "intersection-1", Path.of("a.rollout")));
        call.add("--help");
        CapturedCommand help = CapturedCommand.of(call.toArray(String[]::new));
        assertEquals(0, help.exitCode(), call + help.err());
      }
    }
  }

  @Test
  void quickOptionsReplaceTheOthers() {
    BenchSuite.Entry entry =
        new BenchSuite.Entry(
            "a",
            List.of("a", "--seconds", "2", "MAP", "RECORDING"),
            List.of("--seconds", "1", "--rounds", "3"),
            List.of());
    assertEquals("a --seconds 2 town RECORDING", entry.options(false, "town"));
    assertEquals("a --seconds 1 town RECORDING --rounds 3", entry.options(true, "town"));
  }

  @Test
  void anUnknownBenchmarkIsRefused() {
    CapturedCommand refused = CapturedCommand.of("bench", "all", "--only", "fim");
    assertEquals(1, refused.exitCode());
    assertTrue(refused.err().contains("there is no benchmark fim"), refused.err());
    assertTrue(refused.err().contains("film"), refused.err());
  }

  @Test
  void aDamagedBaselineIsToldOfBeforeAnythingRuns() throws IOException {
    Path file = Files.writeString(folder.resolve("baseline.json"), "{\"version\": \"0");
    CapturedCommand refused =
        CapturedCommand.of("bench", "all", "--only", "excavation", "--baseline", file.toString());
    assertEquals(1, refused.exitCode());
    assertEquals(1, refused.err().lines().count(), refused.err());
    assertTrue(refused.err().contains("this baseline cannot be read"), refused.err());
  }

  @Test
  void theCommitOfACheckoutIsFound() throws IOException {
    String hash = "0123456789abcdef0123456789abcdef01234567";
    Path git = Files.createDirectories(folder.resolve(".git"));
    Path classes = folder.resolve("app/target/classes");
    Files.writeString(git.resolve("HEAD"), "ref: refs/heads/main\n");
    assertEquals(Optional.empty(), CheckoutCommit.of(classes));
    Files.writeString(git.resolve("packed-refs"), "# pack-refs\n" + hash + " refs/heads/main\n");
    assertEquals(Optional.of(hash), CheckoutCommit.of(classes));
    Files.writeString(git.resolve("HEAD"), hash + "\n");
    assertEquals(Optional.of(hash), CheckoutCommit.of(classes));
    Files.writeString(git.resolve("HEAD"), "something else");
    assertEquals(Optional.empty(), CheckoutCommit.of(classes));
  }

  @Test
  void theMarkOfALauncherIsNotHandedOn() {
    Map<String, String> environment =
        new java.util.HashMap<>(Map.of("_JPACKAGE_LAUNCHER", "1", "A", "B"));
    OwnProgram.unmarked(environment);
    assertEquals(Map.of("A", "B"), environment);
  }

  /// The whole command, with processes of its own.
  @Test
  @Tag("slow")
  void aBaselineThatIsSavedIsComparedWithTheNextTime() throws IOException {
    String file = folder.resolve("baseline.json").toString();
    String[] call = {
      "bench",
      "all",
      "--only",
      "excavation,replay",
      "--quick",
      "--rounds",
      "1",
      "--json",
      "--baseline",
      file,
      "--save-baseline",
      "--fail-if-worse"
    };
    Files.writeString(Path.of(file), "half a fi");
    CapturedCommand first = CapturedCommand.of(call);
    assertEquals(0, first.exitCode(), first.err());
    assertTrue(first.err().contains("2 / 2: replay, round 1 of 1"), first.err());

    CapturedCommand second = CapturedCommand.of(call);
    JsonNode json = JSON.readTree(second.out());
    assertEquals(1, second.out().lines().count());
    assertTrue(json.path("notCompared").isNull(), second.out());
    for (JsonNode figure : json.path("figures")) {
      assertTrue(figure.path("verdict").isTextual(), figure.toString());
    }
    assertEquals(json.path("worse").asInt() > 0 ? 1 : 0, second.exitCode());
  }

  private static BenchCollection collected(List<BenchSuite.Entry> entries, int rounds)
      throws Exception {
    BenchCollection collection = new BenchCollection();
    collection.run(
        entries,
        rounds,
        entry -> {
          CapturedCommand captured =
              CapturedCommand.of(
                  entry.arguments(false, "m", Path.of("a.rollout")).toArray(String[]::new));
          if (captured.exitCode() != 0) {
            throw new BenchCollection.Failure(captured.err());
          }
          return captured.out();
        },
        _ -> {},
        new Cancellation());
    return collection;
  }

  private static BenchReport report(BenchRun now, BenchRun before) {
    return BenchReport.of(now, Optional.of(before), Map.of());
  }

  private static BenchRun run(List<BenchRun.Benchmark> benchmarks) {
    return new BenchRun("1", "", "2026-11-29", MACHINE, benchmarks);
  }

  private static List<BenchRun.Benchmark> figures(String options, double speed) {
    BenchFigure figure =
        new BenchFigure(
            "speed", "1/s", BenchFigure.Better.MORE, List.of(speed, speed + 1, speed - 1));
    return List.of(new BenchRun.Benchmark("a", options, List.of(figure)));
  }
}
