package dev.hindsight.trainer.run.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Python;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.ScalarEvents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What other programs logged is read with its steps, times and values, in bounded memory.
class LoggedMetricsTest {
  @TempDir private Path folder;

  private static RunProgress progress(long updates) {
    return new RunProgress(updates, 9, 10 * updates, 5, 1, Optional.empty(), 1, List.of());
  }

  private Path events(int updates, int tags) throws IOException {
    Path place = folder.resolve("events-" + updates + "-" + tags);
    try (ScalarEvents events = ScalarEvents.begin(place, 0)) {
      for (int update = 1; update <= updates; update++) {
        Map<String, Double> metrics = new LinkedHashMap<>();
        for (int tag = 0; tag < tags; tag++) {
          metrics.put("losses/" + tag, update + tag / 8.0);
        }
        events.add(new UpdateReport(update, 1, 1, List.of(), metrics), progress(update));
      }
    }
    return place;
  }

  private static Path only(Path place) throws IOException {
    try (Stream<Path> files = Files.list(place)) {
      return files.findFirst().orElseThrow();
    }
  }

  @Test
  void ourOwnEventFilesReadAsTheyWereWritten() throws IOException {
    LoggedMetrics read = LoggedMetrics.read(events(5, 3));
    LoggedSeries series = entry(read.scalars(), "losses/2");
    assertEquals(5, series.count());
    for (int i = 0; i < 5; i++) {
      assertEquals(i + 1, series.step(i));
      assertEquals(i + 1 + 2 / 8.0, series.value(i));
      assertTrue(series.time(i) > 1e9, "wall time, not the step: " + series.time(i));
    }
  }

  @Test
  void everyFlippedByteIsFoundByAChecksum() throws IOException {
    Path file = only(events(2, 2));
    byte[] bytes = Files.readAllBytes(file);
    for (int i = 0; i < bytes.length; i++) {
      byte[] damaged = bytes.clone();
      damaged[i] ^= 0x10;
      Files.write(file, damaged);
      assertThrows(Problem.class, () -> LoggedMetrics.read(file), "byte " + i);
    }
  }

  @Test
  void aRecordThatIsNotWholeYetIsLeftOut() throws IOException {
    Path file = only(events(3, 2));
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 5));
    assertEquals(2, entry(LoggedMetrics.read(file).scalars(), "losses/0").count());
  }

  @Test
  void twelveThousandTagsAreRead() throws IOException {
    LoggedMetrics read = LoggedMetrics.read(events(3, 12_345));
    assertTrue(read.scalars().size() >= 12_345);
  }

  @Test
  void aLongSeriesIsThinnedAndKeepsItsNewest() {
    LoggedSeries series = new LoggedSeries();
    for (int i = 0; i < 1000; i++) {
      series.add(i, i, i);
      if (i % 100 == 99) {
        series.halve();
      }
      assertEquals(i, series.step(series.count() - 1));
      for (int k = 1; k < series.count(); k++) {
        assertTrue(series.step(k) > series.step(k - 1));
      }
    }
    assertEquals(1000, series.logged());
    assertTrue(series.count() < 60, series.count() + " kept");
  }

  @Test
  void tablesOfStableBaselinesHaveTheirStepsAndTimes() throws IOException {
    Path progress = folder.resolve("progress.csv");
    Files.writeString(
        progress,
        """
        rollout/ep_rew_mean,time/total_timesteps,time/time_elapsed
        20.5,2048,3
        ,4096,6
        30,6144,9
        """);
    LoggedSeries reward = entry(LoggedMetrics.read(progress).scalars(), "rollout/ep_rew_mean");
    assertEquals(2, reward.count(), "an empty cell is no value");
    assertEquals(6144, reward.step(1));
    assertEquals(9, reward.time(1));
    Path monitor = folder.resolve("monitor.csv");
    Files.writeString(
        monitor,
        "#{\"t_start\": 1700000000.5, \"env_id\": \"x\"}\nr,l,t\n1.5,10,0.5\n2.5,30,1.5\n");
    LoggedSeries returns = entry(LoggedMetrics.read(monitor).scalars(), "episode/return");
    assertEquals(40, returns.step(1), "the steps of both episodes");
    assertEquals(1700000002.0, returns.time(1));
  }

  @Test
  void jsonLinesNameInnerNumbers() throws IOException {
    Path file = folder.resolve("log.jsonl");
    Files.writeString(
        file,
        """
        {"step":5,"loss":{"policy":0.5},"_timestamp":100}
        {"step":9,"loss":{"policy":0.25},"_timestamp":107,"note":"x"}
        """);
    LoggedMetrics read = LoggedMetrics.read(file);
    LoggedSeries series = entry(read.scalars(), "loss/policy");
    assertEquals(9, series.step(1));
    assertEquals(0.25, series.value(1));
    List<UpdateReport> reports = ImportedRun.reports(read);
    assertEquals(4, reports.get(1).agentSteps(), "from step 5 to 9");
    assertEquals(7, reports.get(1).seconds(), "wall time is time, steps are steps");
    Files.writeString(file, "{\"step\":5}\nnot json\n");
    Problem wrong = assertThrows(Problem.class, () -> LoggedMetrics.read(file));
    assertTrue(wrong.getMessage().contains("line 2"), wrong.getMessage());
    assertFalse(wrong.getMessage().contains("\n"), wrong.getMessage());
  }

  @Test
  void anImportedLogIsARunWithItsMetrics() throws IOException {
    RunLedger ledger = new RunLedger(folder.resolve("runs.jsonl"));
    Path place = events(4, 2);
    ImportedRun.enter(LoggedMetrics.read(place), place, folder.resolve("imported"), ledger);
    RunRecord run = ledger.runs().getFirst();
    List<UpdateReport> reports = MetricsLog.read(new RunFolder(run.start().folder()).metrics());
    assertEquals(4, reports.size());
    assertEquals(3 + 1 / 8.0, reports.get(2).metrics().get("losses/1"));
  }

  @Test
  void eventFilesOfTensorBoardsOwnWriterAreRead() throws Exception {
    Path place = folder.resolve("theirs");
    Python.runWith(
        "tensorboard",
        """
        import sys
        from tensorboard.summary.writer.event_file_writer import EventFileWriter
        from tensorboard.compat.proto.event_pb2 import Event
        from tensorboard.compat.proto.summary_pb2 import Summary, HistogramProto
        from tensorboard.compat.proto.tensor_pb2 import TensorProto
        w = EventFileWriter(sys.argv[1])
        for i in range(3):
            t = TensorProto(dtype=1, float_val=[i * 0.5])
            s = TensorProto(dtype=7, string_val=[b'hello %d' % i])
            h = HistogramProto(min=0, max=2, num=3, sum=3, sum_squares=5, bucket_limit=[1, 2], bucket=[1, 2])
            w.add_event(Event(step=10 * i, wall_time=1000.0 + i, summary=Summary(value=[
                Summary.Value(tag='old', simple_value=i), Summary.Value(tag='new', tensor=t),
                Summary.Value(tag='words', tensor=s), Summary.Value(tag='weights', histo=h)])))
        w.close()
        """,
        place.toString());
    LoggedMetrics read = LoggedMetrics.read(place);
    for (String tag : List.of("old", "new")) {
      LoggedSeries series = entry(read.scalars(), tag);
      assertEquals(3, series.count());
      assertEquals(20, series.step(2));
      assertEquals(1002, series.time(2));
      assertEquals(tag.equals("old") ? 2 : 1, series.value(2));
    }
    assertEquals(
        List.of(
            new LoggedText(0, "hello 0"),
            new LoggedText(10, "hello 1"),
            new LoggedText(20, "hello 2")),
        entry(read.history().texts(), "words"));
    List<LoggedBands> weights = entry(read.history().histograms(), "weights");
    assertEquals(List.of(0L, 10L, 20L), weights.stream().map(LoggedBands::step).toList());
    // One number in [0, 1], two in [1, 2]: half of them lie below 1.25.
    assertEquals(
        List.of(0.0, 1.25, 2.0),
        List.of(0, 4, 8).stream().map(weights.getLast().quantiles()::get).toList());
  }

  private static <V> V entry(Map<String, V> all, String name) {
    return Objects.requireNonNull(all.get(name), () -> name + " is none of " + all.keySet());
  }
}
