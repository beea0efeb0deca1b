package dev.hindsight.trainer.rollout.foreign.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Python;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.nio.file.Path;
import java.util.List;
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
