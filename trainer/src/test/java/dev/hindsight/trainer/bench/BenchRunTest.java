package dev.hindsight.trainer.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BenchRunTest {
  private static final BenchMachine MACHINE =
      new BenchMachine("a processor", 2, 24, "Linux 6 amd64", "25", 1, "-Xmx4g");

  @TempDir Path folder;

  @Test
  void aBaselineComesBackAsItWasWritten() {
    Path file = folder.resolve("new/baseline.json");
    BenchRun run = run();
    run.write(file);
    assertEquals(run, BenchRun.read(file));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.1, 0.5, 0.9, 0.99})
  void aHalfWrittenBaselineIsToldOfInOneLine(double part) throws IOException {
    Path file = folder.resolve("baseline.json");
    run().write(file);
    String whole = Files.readString(file);
    Files.writeString(file, whole.substring(0, (int) (part * whole.length())));
    refused(file);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "{}",
        "null",
        "7",
        "\"a\"",
        "{\"version\": 1}",
        "\u0000\u0000",
        "{\"version\":null,\"commit\":null,\"date\":null,\"machine\":null,\"benchmarks\":null}"
      })
  void aBaselineOfSomethingElseIsToldOfInOneLine(String text) throws IOException {
    Path file = folder.resolve("baseline.json");
    Files.writeString(file, text);
    refused(file);
  }

  @Test
  void aFolderIsNoBaseline() {
    refused(folder);
  }

  @Test
  void aBaselineThatCannotBeWrittenIsToldOf() throws IOException {
    Path file = folder.resolve("file");
    Files.writeString(file, "");
    assertThrows(Problem.class, () -> run().write(file.resolve("baseline.json")));
  }

  @Test
  void everythingThatMattersIsInTheFingerprint() {
    assertEquals(MACHINE.fingerprint(), copy(MACHINE.threads()).fingerprint());
    assertNotEquals(MACHINE.fingerprint(), copy(2).fingerprint());
  }

  @Test
  void theSameMachineAgainIsTheSame() {
    assertEquals(BenchMachine.here(), BenchMachine.here());
  }

  @Test
  void optionsThatChangeTheSpeedCountAndPathsDoNot() {
    assertEquals(
        "-XX:+UseSerialGC -Xmx4g -Dhindsight.mkl.fast=false",
        BenchMachine.options(
            List.of(
                "--add-modules=java.xml",
                "-XX:+UseSerialGC",
                "-Xmx4g",
                "-Xlog:aot=off",
                "-XX:AOTCache=/home/a/start.aot",
                "-Dhindsight.docs=/home/a/docs",
                "-Dhindsight.mkl.fast=false")));
  }

  @Test
  void quartilesLieBetweenTheirNeighbours() {
    BenchFigure figure = figure(4.0, 1.0, 3.0, 2.0);
    assertEquals(2.5, figure.median());
    assertEquals(1.75, figure.lowerQuartile());
    assertEquals(3.25, figure.upperQuartile());
  }

  @Test
  void whatWasNotMeasuredIsNoValue() {
    assertFalse(BenchFigure.less("memory", "MiB", Double.NaN).measured());
    assertTrue(figure(1.0).measured());
  }

  private static BenchMachine copy(int threads) {
    return new BenchMachine(
        MACHINE.cpu(),
        MACHINE.cores(),
        MACHINE.memoryGib(),
        MACHINE.os(),
        MACHINE.java(),
        threads,
        MACHINE.options());
  }

  private static void refused(Path file) {
    Problem problem = assertThrows(Problem.class, () -> BenchRun.read(file));
    assertFalse(problem.getMessage().contains("\n"), problem.getMessage());
    assertTrue(problem.getMessage().startsWith(file + ": this baseline cannot be read"));
  }

  private static BenchFigure figure(Double... values) {
    return new BenchFigure("seekMillis", "ms", BenchFigure.Better.LESS, List.of(values));
  }

  private static BenchRun run() {
    return new BenchRun(
        "0.1.0",
        "",
        "2026-11-29",
        MACHINE,
        List.of(new BenchRun.Benchmark("ui", "--seeks 100", List.of(figure(1.5, 2.0)))));
  }
}
