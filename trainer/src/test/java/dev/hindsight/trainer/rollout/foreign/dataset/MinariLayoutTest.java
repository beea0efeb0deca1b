package dev.hindsight.trainer.rollout.foreign.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Python;
import dev.hindsight.trainer.rollout.RequestedTicks;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A dataset laid out as Minari's storage writes it, with nested observations and actions, texts,
/// infos, seeds and options: every path to it opens, and its export has the same names and numbers.
/// `minari.py` writes it with h5py; Minari itself could not be installed.
class MinariLayoutTest {
  private static final List<Integer> LENGTHS = List.of(3, 1, 4);

  /// Compares an export with its original: names, shapes, numbers; of `infos` all rows but the
  /// last.
  private static final String COMPARE =
      """
      import sys, h5py
      a, b = h5py.File(sys.argv[1]), h5py.File(sys.argv[2])
      assert list(a) == sorted(b), list(b)
      left = []
      def same(name, item):
        if not isinstance(item, h5py.Dataset):
          return
        if name not in b:
          left.append(name.split("/", 1)[1])
          return
        x, y = item[()], b[name][()]
        x = x[:-1] if "/infos/" in name else x
        assert x.shape == y.shape and (x == y).all(), (name, x, y)
      a.visititems(same)
      for name, group in a.items():
        for key in ("id", "seed", "total_steps"):
          assert group.attrs[key] == b[name].attrs[key], (name, key)
      print(sorted(set(left)))
      """;

  @TempDir private Path folder;

  static Path written(Path to, String infos) throws Exception {
    Path script =
        Path.of(Objects.requireNonNull(MinariLayoutTest.class.getResource("minari.py")).toURI());
    String _ = Python.runWith("h5py", Files.readString(script), to.toString(), infos);
    return to.resolve("room/mixed-v0");
  }

  /// The same dataset, without Python.
  static Path kept(Path to) throws IOException {
    Path data = Files.createDirectories(to.resolve("room/mixed-v0/data"));
    unpack("minari.hdf5.gz", data.resolve("main_data.hdf5"));
    Files.writeString(
        data.resolve("metadata.json"), "{\"env_spec\": \"{\\\"id\\\": \\\"Room-v3\\\"}\"}");
    return to.resolve("room/mixed-v0");
  }

  private static void unpack(String resource, Path to) throws IOException {
    try (InputStream in =
        new GZIPInputStream(
            Objects.requireNonNull(MinariLayoutTest.class.getResourceAsStream(resource)))) {
      Files.copy(in, to);
    }
  }

  private Rollout open(Path path) {
    assertTrue(Datasets.looksLike(path), path.toString());
    return Rollouts.open(Datasets.converted(path, folder.resolve("cache")));
  }

  @Test
  void everyPathToItOpensWithItsNumbers() throws Exception {
    Path dataset = kept(folder.resolve("a"));
    for (String path : List.of("", "data", "data/main_data.hdf5")) {
      Datasets.EpisodeTable table = Datasets.table(dataset.resolve(path));
      assertEquals("Room-v3", table.environment());
      assertEquals(LENGTHS, table.rows().stream().map(row -> row.steps()).toList());
      assertEquals(
          List.of("infos/note", "observations/mission"),
          table.leftOut().stream().sorted().toList());
      try (Rollout rollout = open(dataset.resolve(path))) {
        expect(rollout);
      }
    }
    try (Rollout rollout = open(dataset.resolve("data/main_data.hdf5#2"))) {
      assertEquals(4, rollout.ticks());
      assertEquals(207, value(rollout, "observation/where", 3, 1));
    }
    assertFalse(Datasets.looksLike(dataset.resolveSibling("")), "a folder above it");
  }

  private static void expect(Rollout rollout) {
    int tick = 0;
    for (int episode = 0; episode < LENGTHS.size(); episode++) {
      for (int step = 0; step < LENGTHS.get(episode); step++, tick++) {
        double begin = 100.0 * episode;
        assertEquals(7 + episode, value(rollout, "observation/camera", tick, 11));
        assertEquals(begin + 2 * step + 1, value(rollout, "observation/where", tick, 1));
        assertEquals(begin + 3 * step + 2, value(rollout, "observation/hand/_index_0", tick, 2));
        assertEquals(step % 2, value(rollout, "observation/hand/_index_1/held", tick, 0));
        assertEquals(step % 3, value(rollout, "action/_index_0", tick, 0));
        assertEquals(
            (float) (begin + 2 * step + 1) / 1000, value(rollout, "action/_index_1", tick, 1));
        assertEquals(step / 8.0, value(rollout, "reward", tick, 0));
        assertEquals(begin + step, value(rollout, "infos/distance", tick, 0));
        assertEquals(step, value(rollout, "infos/inner/hits", tick, 0));
        assertEquals(70 + episode, value(rollout, "episode_seed", tick, 0));
        boolean last = step == LENGTHS.get(episode) - 1;
        assertEquals(last && episode != 1 ? 1 : 0, value(rollout, "terminal", tick, 0));
        assertEquals(last && episode == 1 ? 1 : 0, value(rollout, "truncation", tick, 0));
      }
    }
    assertEquals(tick, rollout.ticks());
  }

  private static double value(Rollout rollout, String name, int tick, int index) {
    Channel channel = rollout.channel(name).orElseThrow(() -> new AssertionError(name));
    return channel.value(tick, index);
  }

  @Test
  void itsExportOpensWithTheSameNumbers() throws Exception {
    Path again = folder.resolve("again.hdf5");
    List<Segment> segments;
    try (Rollout rollout = open(kept(folder.resolve("a")))) {
      segments = rollout.manifest().observation().segments();
      new MinariExport(rollout, OptionalInt.empty(), RequestedTicks.ALL, again)
          .run(Progress.SILENT, new Cancellation());
    }
    try (Rollout rollout = open(again)) {
      expect(rollout);
      assertEquals(segments, rollout.manifest().observation().segments());
    }
  }

  @Test
  void aFileThatWasCutOffSaysHowLongItShouldBe() throws IOException {
    Path file = folder.resolve("whole.hdf5");
    try (WritableHdfFile to = HdfFile.write(file)) {
      to.putDataset("a", new double[1000]);
    }
    byte[] whole = Files.readAllBytes(file);
    Path cut = folder.resolve("cut.hdf5");
    for (int bytes : new int[] {50, 300, 4000}) {
      Files.write(cut, Arrays.copyOf(whole, bytes));
      assertEquals("it was cut off: it should have " + whole.length + " bytes", fault(cut));
    }
    byte[] damaged = whole.clone();
    Arrays.fill(damaged, 48, damaged.length, (byte) 0);
    Files.write(cut, damaged);
    assertFalse(fault(cut).contains("Exception"), fault(cut));
  }

  private static String fault(Path file) {
    return assertThrows(
            Problem.class,
            () -> {
              try (Hdf5 read = Hdf5.open(file)) {
                read.arrays(read.root());
              }
            })
        .what();
  }

  @Test
  void membersOfATupleFollowTheirNumbersAndOthersTheirNames() {
    Path file = folder.resolve("tuple.hdf5");
    List<String> names = List.of("b", "_index_10", "_index_2", "_index_0", "a");
    try (WritableHdfFile to = HdfFile.write(file)) {
      names.forEach(name -> to.putDataset(name, new double[] {1, 2}));
    }
    try (Hdf5 read = Hdf5.open(file)) {
      assertEquals(
          List.of("a", "b", "_index_0", "_index_2", "_index_10"),
          List.copyOf(read.members(read.root()).keySet()));
    }
  }

  @Test
  void whatH5pyWritesNowOpensToo() throws Exception {
    try (Rollout rollout = open(written(folder.resolve("a"), "nested"))) {
      expect(rollout);
    }
  }

  @Test
  void itsExportHasTheSameNamesShapesAndNumbersForH5py() throws Exception {
    Path dataset = written(folder.resolve("b"), "nested");
    Path again = folder.resolve("again.hdf5");
    try (Rollout rollout = open(dataset)) {
      new MinariExport(rollout, OptionalInt.empty(), RequestedTicks.ALL, again)
          .run(Progress.SILENT, new Cancellation());
    }
    String left =
        Python.runWith(
            "h5py", COMPARE, dataset.resolve("data/main_data.hdf5").toString(), again.toString());
    assertEquals("['infos/note', 'observations/mission']", left);
  }

  @Test
  void infosAsTextsAreNamed() throws Exception {
    Path dataset = written(folder.resolve("c"), "json");
    assertEquals(
        List.of("infos", "observations/mission"),
        Datasets.table(dataset).leftOut().stream().sorted().toList());
  }

  /// `minari_short.hdf5` is h5py's: episodes of 0, 2 and 4 steps.
  @Test
  void anEpisodeWithoutStepsHasNoTicks() throws IOException {
    Path file = folder.resolve("short.hdf5");
    unpack("minari_short.hdf5.gz", file);
    assertEquals(
        List.of(0, 2, 4), Datasets.table(file).rows().stream().map(row -> row.steps()).toList());
    try (Rollout rollout = open(file)) {
      assertEquals(6, rollout.ticks());
      assertEquals(2, rollout.trials().episodes());
      assertEquals(Dtype.I4, rollout.channel("action").orElseThrow().spec().type());
      assertTrue(rollout.channel("source/rewards").isPresent());
    }
  }
}
