package dev.hindsight.trainer.rollout.foreign.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Python;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What h5py writes with its filters and layouts opens with equal numbers, and what holds no
/// numbers is named.
class WrittenByPythonTest {
  private static final String WRITE =
      """
      import sys, h5py, numpy as np
      ways = {"contiguous": {}, "gzip": dict(chunks=True, compression="gzip", compression_opts=9),
        "lzf": dict(chunks=True, compression="lzf"), "checked": dict(chunks=True, fletcher32=True),
        "all": dict(chunks=(1, 3), compression="gzip", shuffle=True, fletcher32=True)}
      def write(name, way):
        with h5py.File(sys.argv[1] + "/" + name + ".hdf5", "w") as f:
          for e, n in enumerate([3, 2]):
            g = f.create_group(f"episode_{e}")
            rows = 100 * e + np.arange(n + 1)[:, None] + np.arange(3)[None, :] / 8
            o = g.create_group("observations")
            o.create_dataset("nested/big", data=rows.astype(">f8"), **way)
            o.create_dataset("nested/half", data=rows.astype("f2"), **way)
            g["actions"] = np.arange(n)
            g["rewards"] = np.arange(n) / 8
            g["terminations"] = np.arange(n) == n - 1
            g["truncations"] = np.zeros(n, bool)
            g["infos/wide"] = np.arange(n + 1).astype("u8") + np.uint64(2**40)
            o["mission"] = ["go"] * (n + 1)
            ragged = o.create_dataset("ragged", (n + 1,), dtype=h5py.vlen_dtype("f4"))
            for i in range(n + 1):
              ragged[i] = np.arange(i + 1)
            g["infos/pair"] = np.zeros(n + 1, dtype=[("x", "f4"), ("y", "i4")])
      for name, way in ways.items():
        write(name, way)
      """;

  @TempDir private Path folder;

  @Test
  void everyFilterGivesEqualNumbersAndTextsAreNamed() throws Exception {
    String _ = Python.runWith("h5py", WRITE, folder.toString());

    for (String name : List.of("contiguous", "gzip", "lzf", "checked", "all")) {
      Path file = folder.resolve(name + ".hdf5");
      Datasets.EpisodeTable table = Datasets.table(file);
      assertEquals(
          List.of("infos/pair", "observations/mission", "observations/ragged"),
          table.leftOut().stream().sorted().toList(),
          name);
      try (Rollout rollout = Rollouts.open(Datasets.converted(file, folder.resolve("cache")))) {
        expect(rollout, name);
      }
    }
  }

  private static final String VERSIONS =
      """
      import itertools, os, sys, h5py, numpy as np
      os.chdir(sys.argv[1])
      known = ["earliest", "v108", "v110", "v112", "v114", "v200", "latest"]
      def write(name, bounds):
        with h5py.File(name + ".hdf5", "w", libver=bounds) as f:
          g = f.create_group("episode_0")
          g.attrs["id"] = 0
          g["observations"] = np.arange(9.0, dtype="f4").reshape(3, 3)
          g["actions"], g["rewards"] = np.arange(2), np.arange(2) / 8
          g["terminations"], g["truncations"] = np.arange(2) == 1, np.zeros(2, bool)
          g.create_dataset("infos/packed", data=np.arange(2) * 3, chunks=(1,), compression="gzip")
      for low, high in itertools.combinations_with_replacement(known, 2):
        if high != "earliest":
          try:
            write(low + " " + high, (low, high))
          except (ValueError, KeyError):  # a bound that this h5py does not know
            pass
      if os.path.exists("latest latest.hdf5"):
        os.rename("latest latest.hdf5", "old.hdf5")
        exec(open("convert.txt").read())
      """;

  @Test
  void readersUpToHdf5110AreWrittenForOrRefusedAndConvertedAsTheManualSays() throws Exception {
    Files.writeString(folder.resolve("convert.txt"), conversion());
    String _ = Python.runWith("h5py", VERSIONS, folder.toString());

    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(file -> file.toString().endsWith(".hdf5")).sorted().toList();
    }
    assertTrue(files.size() > 10, files.toString());
    for (Path file : files) {
      String name = String.valueOf(file.getFileName());
      if (name.matches("(earliest|v108|v110|new)\\b.*")) {
        try (Rollout rollout = Rollouts.open(Datasets.converted(file, folder.resolve("cache")))) {
          for (int i = 0; i < 6; i++) {
            Channel observation = rollout.channel("observation").orElseThrow();
            assertEquals(i, observation.value(i / 3, i % 3), name);
          }
          assertEquals(3, rollout.channel("infos/packed").orElseThrow().value(1, 0), name);
          assertEquals(1, rollout.channel("terminal").orElseThrow().integer(1, 0), name);
        }
      } else {
        refusesWithTheConversion(file);
      }
    }
  }

  /// One step of an episode whose flags are truth values, written by h5py 3.16 with
  /// `libver="latest"`.
  @Test
  void aFileForNewerReadersIsRefusedInOneLine() throws Exception {
    refusesWithTheConversion(
        Path.of(
            Objects.requireNonNull(WrittenByPythonTest.class.getResource("libver-latest.hdf5"))
                .toURI()));
  }

  private static void refusesWithTheConversion(Path file) {
    Problem problem = assertThrows(Problem.class, () -> Datasets.table(file), file.toString());
    assertTrue(problem.getMessage().contains("HDF5 1.12"), problem.getMessage());
    assertTrue(problem.getMessage().contains("create_dataset"), problem.getMessage());
    assertFalse(problem.getMessage().contains("\n"), problem.getMessage());
  }

  /// The lines of the manual that convert `old.hdf5` into `new.hdf5`.
  private static String conversion() throws IOException {
    String page =
        Files.readString(
            Path.of(System.getProperty("hindsight.root", "..")).resolve("docs/exchange.md"));
    Matcher code = Pattern.compile("(?s)```python\n(with h5py.*?)```").matcher(page);
    assertTrue(code.find());
    return code.group(1);
  }

  private static void expect(Rollout rollout, String name) {
    Channel wide = rollout.channel("infos/wide").orElseThrow();
    Channel exact = rollout.channel("source/observations/nested/big").orElseThrow();
    for (int tick = 0; tick < 5; tick++) {
      int episode = tick < 3 ? 0 : 1;
      int step = tick - 3 * episode;
      assertEquals(0x1p40 + step, wide.value(tick, 0), name);
      for (int i = 0; i < 3; i++) {
        double number = 100 * episode + step + i / 8.0;
        assertEquals(number, exact.value(tick, i), name);
        assertEquals(number, rollout.channel("observation").orElseThrow().value(tick, i), name);
      }
    }
  }
}
