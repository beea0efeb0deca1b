package dev.hindsight.trainer.run.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.run.UpdateReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsLogTest {
  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void write() {
    file = folder.resolve("metrics.jsonl");
    try (MetricsLog log = MetricsLog.open(file, 0)) {
      log.append(report(1));
      log.append(report(2));
      log.append(report(3));
    }
  }

  @Test
  void everyUpdateComesBackWhole() {
    assertEquals(List.of(report(1), report(2), report(3)), MetricsLog.read(file));
  }

  @Test
  void manyUpdatesAddedTogetherComeBackWhole() {
    List<UpdateReport> many =
        LongStream.rangeClosed(4, 2600).mapToObj(MetricsLogTest::report).toList();
    try (MetricsLog log = MetricsLog.open(file, 3)) {
      log.appendAll(many);
    }
    assertEquals(many, MetricsLog.read(file).subList(3, 2600));
  }

  @Test
  void aLineHasTheseKeysInThisOrder() throws IOException {
    UpdateReport report =
        new UpdateReport(4, 100, 90, List.of(0.5, 1e-9), Map.of("kl", Double.NaN));
    String line =
        """
        {"update":4,"agentSteps":100,"environmentSteps":90,"trialScores":[0.5,1.0E-9],\
        "metrics":{"kl":"NaN"}}\
        """;
    assertEquals(line, MetricsLog.line(report));
    Files.writeString(
        file,
        line.replace("\"metrics\"", "\"later\":[1],\"metrics\"")
            + "\n{}\nnull\n\n[]\n{\"update\":4}");
    assertEquals(List.of(report), MetricsLog.read(file));
  }

  @Test
  void updatesTheCheckpointDoesNotHoldAreCutOff() {
    try (MetricsLog log = MetricsLog.open(file, 2)) {
      assertEquals(List.of(report(1), report(2)), MetricsLog.read(file));
      log.append(report(3));
    }
    assertEquals(List.of(report(1), report(2), report(3)), MetricsLog.read(file));
  }

  /// A kill at any point must leave one of the two: the log as it was, or the shorter one. The link
  /// shows that the old file was not cut off in place.
  @Test
  void cuttingOffReplacesTheLogWhole() throws IOException {
    Path before = Files.createLink(folder.resolve("before"), file);
    MetricsLog.open(file, 2).close();
    assertEquals(2, MetricsLog.read(file).size());
    assertEquals(List.of(report(1), report(2), report(3)), MetricsLog.read(before));
  }

  @Test
  void aLogWithNothingToCutOffIsContinuedInPlace() throws IOException {
    Path before = Files.createLink(folder.resolve("before"), file);
    try (MetricsLog log = MetricsLog.open(file, 3)) {
      log.append(report(4));
    }
    assertEquals(MetricsLog.read(file), MetricsLog.read(before));
    assertEquals(4, MetricsLog.read(file).size());
  }

  @Test
  void halfALineIsPassedOverAndCutOff() throws IOException {
    Files.writeString(file, "{\"update\":4,\"agentSt", StandardOpenOption.APPEND);
    assertEquals(3, MetricsLog.read(file).size());
    try (MetricsLog log = MetricsLog.open(file, 3)) {
      log.append(report(4));
    }
    assertEquals(report(4), MetricsLog.read(file).getLast());
  }

  private static UpdateReport report(long update) {
    return new UpdateReport(
        update,
        100 * update,
        90 * update,
        List.of(0.1 * update, 1.0 / 3),
        Map.of("losses/entropy", 1.0 / update, "performance/learn", 1e-300));
  }
}
