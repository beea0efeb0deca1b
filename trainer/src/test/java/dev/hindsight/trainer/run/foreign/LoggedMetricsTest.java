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
import dev.hindsight.trainer.run.ledger.RunLabel;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.ScalarEvents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.LongStream;
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
    LoggedMetrics read = LoggedMetrics.read(file);
    assertEquals(2, entry(read.scalars(), "losses/0").count());
    assertNoted(read, "ends in the middle of an event");
    Files.write(file, bytes);
    assertEquals(List.of(), LoggedMetrics.read(file).notes());
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
  void whatTrainingWentBackBehindIsNotCounted() {
    LoggedSeries series = new LoggedSeries();
    for (int step = 0; step < 10; step++) {
      series.add(step, step, step);
    }
    series.cut(4);
    series.add(4, 20, 7);
    assertEquals(5, series.logged());
    assertEquals(5, series.count());
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

  private LoggedMetrics read(String name, String text) throws IOException {
    return LoggedMetrics.read(Files.writeString(folder.resolve(name), text));
  }

  private static void assertNoted(LoggedMetrics read, String words) {
    assertTrue(
        read.notes().stream().anyMatch(note -> note.contains(words)), read.notes().toString());
  }

  private void assertRefused(String name, String text, String words) {
    Problem wrong = assertThrows(Problem.class, () -> read(name, text));
    assertTrue(wrong.getMessage().contains(words), wrong.getMessage());
  }

  private static List<Long> steps(LoggedMetrics read, String tag) {
    LoggedSeries series = entry(read.scalars(), tag);
    return LongStream.range(0, series.count()).mapToObj(i -> series.step((int) i)).toList();
  }

  @Test
  void ofSeveralColumnsOfStepsThePreferredOneIsTheStepAndNoRowIsLost() throws IOException {
    LoggedMetrics lightning =
        read("l.csv", "epoch,step,train_loss\n0,49,1.0\n0,99,0.8\n0,149,0.6\n1,199,0.5\n");
    assertEquals(List.of(49L, 99L, 149L, 199L), steps(lightning, "train_loss"));
    assertEquals(List.of(), lightning.notes());
    LoggedMetrics baselines = read("b.csv", "step,time/total_timesteps,loss\n1,2048,3\n2,4096,2\n");
    assertEquals(List.of(2048L, 4096L), steps(baselines, "loss"));
    LoggedMetrics updates = read("u.csv", "update,global_step,loss\n1,128,3\n2,256,2\n");
    assertEquals(List.of(128L, 256L), steps(updates, "loss"));
    LoggedMetrics rllib =
        read("r.jsonl", "{\"training_iteration\": 1, \"timesteps_total\": 100, \"loss\": 2}\n");
    assertEquals(List.of(100L), steps(rllib, "loss"));
    String steps = "num_env_steps_sampled_lifetime";
    LoggedMetrics newer =
        read("n.jsonl", "{\"training_iteration\": 1, \"" + steps + "\": 4000.0, \"loss\": 2}\n");
    assertEquals(List.of(4000L), steps(newer, "loss"));
    LoggedMetrics tune = read("n.csv", "training_iteration," + steps + ",loss\n1,4000,2\n");
    assertEquals(List.of(4000L), steps(tune, "loss"));
    LoggedMetrics often = read("o.csv", "time/total_timesteps,step,loss\n,1,3\n2048,2,2\n");
    assertEquals(List.of(1L, 2L), steps(often, "loss"), "the one that most rows have");
  }

  @Test
  void whatIsNoNumberIsNamedWithItsFirstLine() throws IOException {
    LoggedMetrics table = read("t.csv", "step,note,acc\n1,,0.5\n2,hello,\"1,5\"\n3,x,0.75\n");
    assertEquals(
        List.of("values that are not numbers are left out: note (line 3), acc (line 3)"),
        table.notes());
    LoggedMetrics lines =
        read(
            "t.jsonl",
            """
            {"step": 1, "a": null, "b": {"done": true}}
            [1, 2]
            {"step": 2, "b": {"done": false}, "names": ["x"]}
            7
            """);
    assertEquals(
        List.of(
            "lines that are not JSON objects are left out; the first is line 2",
            "values that are not numbers are left out: b/done (line 1), names (line 3)"),
        lines.notes());
  }

  @Test
  void aLossThatDivergedIsSeen() throws IOException {
    for (LoggedMetrics read :
        List.of(
            read("n.csv", "step,loss\n100,0.5\n200,nan\n300,inf\n400,-inf\n"),
            read(
                "n.jsonl",
                """
                {"step": 100, "loss": 0.5}
                {"step": 200, "loss": NaN}
                {"step": 300, "loss": Infinity}
                {"step": 400, "loss": "-Infinity"}
                """))) {
      assertNoted(read, "3 values are not finite: loss");
      assertEquals(
          List.of(0.5, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY),
          ImportedRun.reports(read).stream().map(each -> each.metrics().get("loss")).toList());
    }
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheFirstName() throws IOException {
    LoggedMetrics read = read("bom.csv", "\uFEFFstep,loss\r\n100,2\r\n200,3\r\n");
    assertEquals(200, entry(read.scalars(), "loss").step(1));
    assertEquals(7, entry(read("bom.jsonl", "\uFEFF{\"step\":7}").scalars(), "step").step(0));
    assertEquals(List.of(), read.notes());
  }

  @Test
  void valuesThatOthersReplaceAreCountedAndColumnsOfOneNameRefused() throws IOException {
    assertNoted(
        read("twice.csv", "step,loss\n1,2\n1,3\n2,4\n"),
        "2 values are logged again at the same step, where the last one counts: step, loss");
    assertRefused("names.csv", "step,loss,loss\n1,2,3\n", "two columns are named loss");
  }

  @Test
  void onlyAColumnOfWholeNumbersIsTheStep() throws IOException {
    for (String wrong : List.of("6.5", "1e20")) {
      LoggedMetrics read =
          read("s.jsonl", "{\"step\":%s,\"loss\":1}\n{\"loss\":2}\n".formatted(wrong));
      assertEquals(List.of(1L, 2L), read.steps());
      assertNoted(read, "step is not the step: in line 1 it is ");
    }
    LoggedMetrics fractions = read("epochs.csv", "epoch,step,loss\n0.5,10,1\n,,2\n1.0,20,3\n");
    assertEquals(List.of(10L, 20L), fractions.steps());
    assertNoted(fractions, "1 row without step");
    assertFalse(fractions.notes().toString().contains("epoch"), fractions.notes().toString());
  }

  @Test
  void theStepIsFoundHoweverItsNameIsWritten() throws IOException {
    LoggedMetrics board =
        read("board.csv", "Wall time,Step,Value\n1700000000.5,100,1\n1700000009.5,300,2\n");
    assertEquals(List.of(100L, 300L), steps(board, "Value"));
    assertEquals(1700000009.5, entry(board.scalars(), "Value").time(1));
    LoggedMetrics biases =
        read("biases.csv", "\"Step\",\"run - loss\",\"run - loss__MIN\"\n\"50\",\"2\",\"1\"\n");
    assertEquals(List.of(50L), steps(biases, "run - loss"));
    LoggedMetrics spaced = read("spaced.csv", "loss, Global Step\n0.5, 64\n0.25, 128\n");
    assertEquals(List.of(64L, 128L), steps(spaced, "loss"));
    LoggedMetrics quoted = read("quoted.csv", "\"loss\", \"step\"\n0.5, 64\n0.25, 128\n");
    assertEquals(List.of(64L, 128L), steps(quoted, "loss"));
    LoggedMetrics pandas = read("pandas.csv", ",_step,loss\n0,10,0.5\n1,20,0.25\n");
    assertEquals(List.of(10L, 20L), steps(pandas, "loss"));
    assertEquals(List.of("_step", "loss"), List.copyOf(pandas.scalars().keySet()));
    assertNoted(pandas, "a column without a name is left out; its first value is in line 2");
    LoggedMetrics keras = read("keras.jsonl", "{\"Epoch\": 3, \"loss\": 2}\n");
    assertEquals(List.of(3L), steps(keras, "loss"));
    LoggedMetrics unknown = read("unknown.csv", "frames,loss\n1000,2\n2000,1\n");
    assertEquals(List.of(1L, 2L), steps(unknown, "loss"));
    assertNoted(unknown, "rows are counted");
  }

  @Test
  void namesOfColumnsMayBeACommentAsNumPyWritesThem() throws IOException {
    LoggedMetrics saved = read("saved.csv", "# step,loss\n1.0e+02,5.0e-01\n2.0e+02,2.5e-01\n");
    assertEquals(List.of(100L, 200L), steps(saved, "loss"));
    assertEquals(0.25, entry(saved.scalars(), "loss").value(1));
    LoggedMetrics told = read("told.csv", "# seed 7\n# lr 3e-4\nstep,loss\n100,2\n\n200,x\n");
    assertEquals(List.of(100L), steps(told, "loss"));
    assertNoted(told, "loss (line 6)");
    LoggedMetrics gaps = read("gaps.csv", "# step,loss,phase\n1,,warm-up\n2,0.5,train\n");
    assertEquals(List.of(2L), steps(gaps, "loss"));
    assertNoted(gaps, "phase (line 2)");
    assertRefused("numbers.csv", "1,2\n3,4\n", "its columns have no names");
    assertRefused("wide.csv", "# step,loss\n1,2,3\n", "line 2 has 3 values");
  }

  @Test
  void whatOnlyJavaCallsANumberIsNone() throws IOException {
    LoggedMetrics read = read("ids.csv", "step,id,loss\n1,5f,1e-3\n2,7d,+2.\n3,0x1p3,.5\n");
    assertEquals(List.of("step", "loss"), List.copyOf(read.scalars().keySet()));
    assertEquals(0.001, entry(read.scalars(), "loss").value(0));
    assertNoted(read, "id (line 2)");
  }

  @Test
  void aTimeSinceTheStartOfTrainingIsNoDate() throws IOException {
    Path file = folder.resolve("progress.csv");
    Files.writeString(file, "time/time_elapsed,time/total_timesteps\n3,2048\n9,4096\n");
    LoggedMetrics read = LoggedMetrics.read(file);
    assertEquals(
        List.of(3.0, 6.0), ImportedRun.reports(read).stream().map(UpdateReport::seconds).toList());
    RunLedger ledger = new RunLedger(folder.resolve("runs.jsonl"));
    ImportedRun.enter(read, file, folder.resolve("imported"), ledger);
    assertTrue(
        ledger.runs().getFirst().begun().isAfter(Instant.parse("2020-01-01T00:00:00Z")),
        ledger.runs().getFirst().begun().toString());
    LoggedMetrics millis = read("ms.csv", "timestamp,step,loss\n1700000000500,1,2\n");
    assertEquals(1700000000.5, millis.begin());
  }

  @Test
  void ofALogThatIsCutOffTheWholeLinesAreRead() throws IOException {
    for (LoggedMetrics read :
        List.of(
            read("cut.csv", "step,loss\n1,2\n2"),
            read("cut.jsonl", "{\"step\":1,\"loss\":2}\n{\"step\":2,\"lo"))) {
      assertEquals(1, entry(read.scalars(), "loss").count());
      assertNoted(read, "is cut off and left out");
    }
    assertRefused("ended.csv", "step,loss\n1,2\n2\n", "line 3 has 1 value, the header 2 columns");
    assertRefused("quote.csv", "step,loss,kl\n1,\"2\n2,3\n4,5", "line 2 has 2 values");
    assertRefused("semicolons.csv", "step;loss\n1;2\n", "semicolons separate");
    assertRefused("two.jsonl", "{\"step\":1}{\"step\":2}\n", "line 1 is not JSON");
    for (String array : List.of("[{\"step\":1,\"loss\":2}]\n", "[\n  {\n \"step\": 1}\n]\n")) {
      assertRefused("array.json", array, "it is one JSON array instead of lines");
      assertRefused("array.json", array, "'jq -c .[] array.json'");
    }
  }

  @Test
  void logsThatAFolderHoldsBesideTheOneThatIsReadAreNamed() throws IOException {
    Path place = folder.resolve("place");
    Files.createDirectories(place.resolve("seed-1"));
    for (String name : List.of("progress.csv", "monitor.csv", "seed-1/progress.csv")) {
      Files.writeString(place.resolve(name), "step,loss\n5,2\n");
    }
    Files.writeString(place.resolve("result.json"), "{\"step\":9}\n");
    LoggedMetrics read = LoggedMetrics.read(place);
    assertEquals(List.of(5L), read.steps());
    assertNoted(read, "left out: monitor.csv, result.json");
    assertNoted(read, "subfolders are left out: seed-1");
    assertEquals(List.of(9L), LoggedMetrics.read(place.resolve("result.json")).steps());
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
  void aFolderOfManyLogsIsImportedAndAFewAreNamed() throws IOException {
    Path place = Files.createDirectories(folder.resolve("many"));
    Files.writeString(place.resolve("progress.csv"), "step,loss\n5,2\n");
    for (int log = 100; log < 200; log++) {
      Files.writeString(place.resolve(log + "-" + "x".repeat(200) + ".csv"), "step,loss\n5,2\n");
    }
    LoggedMetrics read = LoggedMetrics.read(place);
    assertNoted(read, " and 97 more");
    RunLedger ledger = new RunLedger(folder.resolve("runs.jsonl"));
    read.note("x".repeat(2 * RunLabel.LONGEST_NOTE));
    ImportedRun.enter(read, place, folder.resolve("imported"), ledger);
    String note = RunLabel.of(new RunFolder(ledger.runs().getFirst().start().folder())).note();
    assertEquals(RunLabel.LONGEST_NOTE, note.length());
    assertTrue(note.endsWith("…"), note);
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
        from tensorboard.compat.proto.summary_pb2 import Summary, SummaryMetadata, HistogramProto
        from tensorboard.compat.proto.tensor_pb2 import TensorProto
        w = EventFileWriter(sys.argv[1])
        def plugin(name):
            return SummaryMetadata(plugin_data=SummaryMetadata.PluginData(plugin_name=name))
        for i in range(3):
            t = TensorProto(dtype=1, float_val=[i * 0.5])
            s = TensorProto(dtype=7, string_val=[b'hello %d' % i])
            h = HistogramProto(min=0, max=2, num=3, sum=3, sum_squares=5, bucket_limit=[1, 2], bucket=[1, 2])
            w.add_event(Event(step=10 * i, wall_time=1000.0 + i, summary=Summary(value=[
                Summary.Value(tag='old', simple_value=i), Summary.Value(tag='new', tensor=t),
                Summary.Value(tag='words', tensor=s, metadata=plugin('text')), Summary.Value(tag='weights', histo=h),
                Summary.Value(tag='picture', tensor=TensorProto(dtype=7, string_val=[b'64', b'64', b'PNG']), metadata=plugin('images')),
                Summary.Value(tag='curve', tensor=TensorProto(dtype=1, float_val=[0, 1, 2, 3, 4, 5]), metadata=plugin('pr_curves') if i == 0 else None)])))
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
    assertEquals(List.of("words"), List.copyOf(read.history().texts().keySet()));
    assertEquals(List.of("weights"), List.copyOf(read.history().histograms().keySet()));
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
