package dev.hindsight.trainer.run.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.rollout.Python;
import dev.hindsight.trainer.run.FleetState;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.FleetLog;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a run with workers reports and stores of them.
class FleetRunTest {
  /// Prints every scalar of the workers: update, name, value.
  private static final String READ_EVENTS =
      """
      import sys
      from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
      events = EventAccumulator(sys.argv[1], size_guidance={'scalars': 0})
      events.Reload()
      for tag in sorted(events.Tags()['scalars']):
          if tag.startswith('fleet/'):
              for one in events.Scalars(tag):
                  print(one.step, tag, repr(one.value))
      """;

  @TempDir private Path folder;
  private SmallRun runs;

  @BeforeEach
  void place() {
    runs = new SmallRun(folder);
  }

  private static TrainingRequest request() {
    return SmallRun.request().with(Map.of("policy", "mlp", "fleet_workers", "2"));
  }

  private RunFolder folderOf(TrainingResult result) {
    return new RunFolder(runs.ledger().find(result.run().text()).start().folder());
  }

  private static Map<String, Double> ofWorkers(Map<String, Double> metrics) {
    Map<String, Double> some = new TreeMap<>(metrics);
    some.keySet().removeIf(name -> !name.startsWith("fleet/"));
    return some;
  }

  @Test
  void theStateAfterEveryUpdateIsReportedAndStoredAndIsTheSource() {
    TrainingResult result = runs.run(request());
    RunFolder files = folderOf(result);
    List<FleetState> stored = FleetLog.read(files.fleet());
    List<UpdateReport> reports = MetricsLog.read(files.metrics());

    assertEquals(
        LongStream.rangeClosed(1, result.progress().updates()).boxed().toList(),
        stored.stream().map(FleetState::update).toList());
    for (int u = 0; u < stored.size(); u++) {
      assertEquals(
          (double) stored.get(u).books().accepted(),
          reports.get(u).metrics().get("fleet/accepted"));
      assertEquals(
          (double) stored.get(u).books().lost(),
          reports.get(u).metrics().get("fleet/ends_infra_crash"));
      assertEquals(2, stored.get(u).workers().size());
    }
    assertEquals(result.fleet().orElseThrow(), stored.getLast().books());
    List<FleetState> reported = new ArrayList<>();
    runs.events()
        .forEach(event -> {
          if (event instanceof TrainingEvent.FleetChanged(FleetState now)) {
            reported.add(now);
          }
        });
    assertTrue(reported.containsAll(stored));
  }

  @Test
  void aResumedRunGoesOnBehindTheLinesThatAreThere() throws Exception {
    TrainingResult stopped = runs.run(request(), 2, new TrainingCommand.Stop());
    RunFolder files = folderOf(stopped);
    List<String> before = Files.readAllLines(files.fleet());
    assertEquals(2, before.size());

    TrainingResult resumed = runs.resume(stopped.run());

    List<String> after = Files.readAllLines(files.fleet());
    assertEquals(before, after.subList(0, 2));
    assertEquals(resumed.progress().updates(), after.size());
  }

  @Test
  void aCommandAboutAWorkerIsExecutedAndNotedAndOneAboutNoneIsNot() {
    TrainingResult result =
        runs.run(
            request(),
            1,
            new TrainingCommand.KillWorker(1),
            new TrainingCommand.DrainWorker(0),
            new TrainingCommand.KillWorker(2),
            new TrainingCommand.KillWorker(-1));

    assertEquals(1, result.fleet().orElseThrow().failures());
    assertEquals(1, result.fleet().orElseThrow().recycled());
    assertTrue(result.fleet().orElseThrow().balanced());
    assertEquals(
        List.of(RunRecord.WORKER_KILLED + " 2.0", RunRecord.WORKER_DRAINED + " 1.0"),
        runs.ledger().find(result.run().text()).changes().stream()
            .map(change -> change.what() + " " + change.value())
            .toList());
  }

  @Test
  void aRunWithoutWorkersHasNoFileAboutThem() {
    TrainingResult result = runs.run(SmallRun.request(), 1, new TrainingCommand.KillWorker(0));

    assertTrue(Files.notExists(folderOf(result).fleet()));
    assertEquals(List.of(), runs.ledger().find(result.run().text()).changes());
  }

  /// The real TensorBoard checks lengths and checksums, and reads the numbers.
  @Test
  void tensorBoardReadsTheNumbersOfTheWorkers() throws Exception {
    RunFolder files = folderOf(runs.run(request()));

    String read = Python.runWith("tensorboard", READ_EVENTS, files.tensorBoard().toString());

    Map<Long, Map<String, Double>> byUpdate = new TreeMap<>();
    read.lines()
        .filter(line -> line.contains(" fleet/"))
        .map(line -> line.split(" "))
        .forEach(parts ->
            byUpdate
                .computeIfAbsent(Long.parseLong(parts[0]), _ -> new TreeMap<>())
                .put(parts[1], Double.parseDouble(parts[2])));
    List<UpdateReport> reports = MetricsLog.read(files.metrics());
    assertEquals(reports.size(), byUpdate.size());
    for (UpdateReport report : reports) {
      Map<String, Double> expected = ofWorkers(report.metrics());
      expected.replaceAll((_, value) -> (double) value.floatValue());
      assertEquals(expected, byUpdate.get(report.update()));
    }
  }
}
