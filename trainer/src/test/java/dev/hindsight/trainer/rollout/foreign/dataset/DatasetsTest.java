package dev.hindsight.trainer.rollout.foreign.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.outcome.FinalObservationRows;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Python;
import dev.hindsight.trainer.rollout.RequestedTicks;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import io.jhdf.HdfFile;
import io.jhdf.WritableHdfFile;
import io.jhdf.api.WritableGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Datasets become recordings with equal numbers, and recordings become datasets.
class DatasetsTest {
  private static final int EPISODES = 11;

  @TempDir private Path folder;

  /// What a fault in a writer or reader would do to a dataset.
  private enum Fault {
    NONE,
    SWAPPED_ENDS,
    LATE_BY_ONE
  }

  private static int steps(int episode) {
    return 2 + episode % 4;
  }

  private static float position(int episode, int row, int i) {
    return 100 * episode + row + i / 10f;
  }

  private static double reward(int episode, int step) {
    return episode + step / 3.0;
  }

  /// A Minari file with nested observations and episodes of different lengths; episode 10 must not
  /// come before episode 2.
  private Path minari(Fault fault) {
    Path file = folder.resolve(fault + ".hdf5");
    try (WritableHdfFile hdf = HdfFile.write(file)) {
      for (int episode = 0; episode < EPISODES; episode++) {
        int steps = steps(episode);
        WritableGroup group = hdf.putGroup("episode_" + episode);
        group.putAttribute("seed", 40 + episode);
        float[][] positions = new float[steps + 1][2];
        int[] modes = new int[steps + 1];
        for (int row = 0; row <= steps; row++) {
          int shown = fault == Fault.LATE_BY_ONE ? Math.max(0, row - 1) : row;
          positions[row] = new float[] {position(episode, shown, 0), position(episode, shown, 1)};
          modes[row] = row % 3;
        }
        WritableGroup observations = group.putGroup("observations");
        observations.putGroup("robot").putDataset("position", positions);
        observations.putDataset("mode", modes);
        int[] actions = new int[steps];
        double[] rewards = new double[steps];
        byte[] terminations = new byte[steps];
        byte[] truncations = new byte[steps];
        for (int step = 0; step < steps; step++) {
          actions[step] = (episode + step) % 5;
          rewards[step] = reward(episode, step);
        }
        (episode % 2 == 0 ? terminations : truncations)[steps - 1] = 1;
        boolean swapped = fault == Fault.SWAPPED_ENDS;
        group.putDataset("actions", actions);
        group.putDataset("rewards", rewards);
        group.putDataset("terminations", swapped ? truncations : terminations);
        group.putDataset("truncations", swapped ? terminations : truncations);
      }
    }
    return file;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void rewardsOfSomeEpisodesAloneAreNotLeftOutInSilence(int rewarded) {
    Path file = folder.resolve("some.hdf5");
    try (WritableHdfFile hdf = HdfFile.write(file)) {
      for (int episode = 0; episode < 2; episode++) {
        WritableGroup group = hdf.putGroup("episode_" + episode);
        group.putDataset("observations", new float[3][2]);
        group.putDataset("actions", new int[2]);
        group.putDataset("terminations", new int[2]);
        group.putDataset("truncations", new int[2]);
        if (episode == rewarded) {
          group.putDataset("rewards", new float[2]);
        }
      }
    }
    Problem problem = assertThrows(Problem.class, () -> open(file));
    assertTrue(problem.what().contains("rewards"), problem.getMessage());
  }

  private Rollout open(Path file) {
    return Rollouts.open(Datasets.converted(file, folder.resolve("cache")));
  }

  /// Where a recording differs from what the dataset should hold.
  private static List<String> differences(Rollout rollout) {
    List<String> found = new ArrayList<>();
    int tick = 0;
    for (int episode = 0; episode < EPISODES; episode++) {
      int stretch = rollout.trials().stretchAt(tick);
      if (rollout.trials().start(stretch) != tick
          || rollout.trials().end(stretch) != tick + steps(episode)) {
        found.add("episode " + episode + " begins at " + rollout.trials().start(stretch));
        return found;
      }
      for (int step = 0; step < steps(episode); step++, tick++) {
        boolean last = step == steps(episode) - 1;
        expect(found, rollout, "reward", tick, 0, (float) reward(episode, step));
        expect(found, rollout, "source/rewards", tick, 0, reward(episode, step));
        expect(found, rollout, "action", tick, 0, (episode + step) % 5);
        expect(found, rollout, "terminal", tick, 0, last && episode % 2 == 0 ? 1 : 0);
        expect(found, rollout, "truncation", tick, 0, last && episode % 2 == 1 ? 1 : 0);
        expect(found, rollout, "trial_ended", tick, 0, last ? 1 : 0);
        expect(found, rollout, "episode_seed", tick, 0, 40 + episode);
        int at = rollout.manifest().observation().named("robot/position").orElseThrow().offset();
        for (int i = 0; i < 2; i++) {
          expect(found, rollout, "observation", tick, at + i, position(episode, step, i));
        }
      }
    }
    if (tick != rollout.ticks()) {
      found.add(rollout.ticks() + " ticks");
    }
    return found;
  }

  private static void expect(
      List<String> found, Rollout rollout, String name, int tick, int index, double wanted) {
    Channel channel = rollout.channel(name).orElseThrow(() -> new AssertionError(name));
    if (channel.value(tick, index) != wanted) {
      found.add(name + " of tick " + tick + " is " + channel.value(tick, index));
    }
  }

  @Test
  void aMinariFileOpensWithEqualNumbersAndNestedNames() {
    try (Rollout rollout = open(minari(Fault.NONE))) {
      assertEquals(List.of(), differences(rollout));
      int last = steps(0) - 1;
      float[] after =
          FinalObservationRows.of(rollout.manifest())
              .orElseThrow()
              .observation(rollout, last, 0)
              .orElseThrow();
      int at = rollout.manifest().observation().named("robot/position").orElseThrow().offset();
      assertEquals(position(0, last + 1, 1), after[at + 1], "the final observation");
    }
  }

  @Test
  void swappedEndsAreFound() {
    try (Rollout rollout = open(minari(Fault.SWAPPED_ENDS))) {
      assertFalse(differences(rollout).isEmpty());
    }
  }

  @Test
  void observationsThatAreLateByOneAreFound() {
    try (Rollout rollout = open(minari(Fault.LATE_BY_ONE))) {
      assertFalse(differences(rollout).isEmpty());
    }
  }

  @Test
  void theTableListsEpisodesInTheirOrderAndEachOpensAlone() {
    Path file = minari(Fault.NONE);
    Datasets.EpisodeTable table = Datasets.table(file);
    assertEquals("Minari", table.form());
    assertEquals(EPISODES, table.rows().size());
    for (Datasets.EpisodeRow row : table.rows()) {
      assertEquals("episode_" + row.number(), row.name());
      assertEquals(steps(row.number()), row.steps());
      assertEquals(row.number() % 2 == 0, row.terminated());
      assertEquals(row.number() % 2 == 1, row.truncated());
      double earned = 0;
      for (int step = 0; step < row.steps(); step++) {
        earned += reward(row.number(), step);
      }
      assertEquals(earned, row.earned(), 1e-9);
    }
    Path tenth = Path.of(file + "#10");
    assertTrue(Datasets.looksLike(tenth));
    try (Rollout rollout = open(tenth)) {
      assertEquals(steps(10), rollout.ticks());
      assertEquals(50, rollout.channel("episode_seed").orElseThrow().integer(0, 0));
    }
    Path none = Path.of(file + "#11");
    assertThrows(Problem.class, () -> open(none));
  }

  @Test
  void episodesOneAfterTheOtherEndWhereTheirFlagsSay() {
    Path file = folder.resolve("d4rl.hdf5");
    try (WritableHdfFile hdf = HdfFile.write(file)) {
      int[] terminals = new int[10];
      int[] timeouts = new int[10];
      terminals[3] = 1;
      timeouts[7] = 1;
      float[][] observations = new float[10][3];
      float[] rewards = new float[10];
      for (int i = 0; i < 10; i++) {
        observations[i][0] = i;
        rewards[i] = i;
      }
      hdf.putDataset("observations", observations);
      hdf.putDataset("rewards", rewards);
      hdf.putDataset("terminals", terminals);
      hdf.putDataset("timeouts", timeouts);
    }
    Datasets.EpisodeTable table = Datasets.table(file);
    assertEquals("D4RL", table.form());
    assertEquals(List.of(4, 4, 2), table.rows().stream().map(Datasets.EpisodeRow::steps).toList());
    assertEquals(
        List.of(true, false, false),
        table.rows().stream().map(Datasets.EpisodeRow::terminated).toList());
    assertEquals(
        List.of(false, true, false),
        table.rows().stream().map(Datasets.EpisodeRow::truncated).toList());
    try (Rollout rollout = open(file)) {
      assertEquals(3, rollout.trials().count());
      assertEquals(4, rollout.trials().start(1), "the step after the terminal one");
      assertEquals(4, rollout.channel("observation").orElseThrow().value(4, 0));
    }
  }

  @Test
  void aDatasetThatIsWrittenAgainIsTheSame() {
    Path again = folder.resolve("again.hdf5");
    try (Rollout rollout = open(minari(Fault.NONE))) {
      MinariExport.Report report =
          new MinariExport(rollout, OptionalInt.empty(), RequestedTicks.ALL, again)
              .run(Progress.SILENT, new Cancellation());
      assertEquals(EPISODES, report.episodes());
      assertEquals(rollout.ticks(), report.steps());
    }
    try (Rollout rollout = open(again)) {
      assertEquals(List.of(), differences(rollout));
    }
  }

  @Test
  void junkAndCutFilesAreRefusedInOneLine() throws IOException {
    Path whole = minari(Fault.NONE);
    byte[] bytes = Files.readAllBytes(whole);
    Path junk = folder.resolve("junk.hdf5");
    for (int length : new int[] {0, 7, 100, 700, bytes.length / 2}) {
      Files.write(junk, Arrays.copyOf(bytes, length));
      Problem refused = assertThrows(Problem.class, () -> open(junk), length + " bytes");
      assertFalse(refused.getMessage().contains("\n"), refused.getMessage());
    }
    Random random = new Random(3);
    for (int round = 0; round < 200; round++) {
      byte[] damaged = bytes.clone();
      for (int i = 0; i < 20; i++) {
        damaged[random.nextInt(round % 2 == 0 ? 4000 : damaged.length)] = (byte) random.nextInt();
      }
      Files.write(junk, damaged);
      try (Rollout rollout = open(junk)) {
        assertTrue(rollout.ticks() >= 0);
      } catch (Problem refused) {
        assertFalse(refused.getMessage().contains("\n"), refused.getMessage());
      }
    }
  }

  @Test
  void h5pyReadsWhatIsWrittenAndHostileFilesOfItAreRefused() throws Exception {
    Path out = folder.resolve("written.hdf5");
    try (Rollout rollout = open(minari(Fault.NONE))) {
      new MinariExport(rollout, OptionalInt.empty(), RequestedTicks.ALL, out)
          .run(Progress.SILENT, new Cancellation());
    }
    String read =
        Python.runWith(
            "h5py",
            """
            import h5py, sys
            with h5py.File(sys.argv[1]) as f:
                g = f['episode_10']
                print(g.attrs['seed'], g['observations/robot/position'].shape, g['rewards'][1], bool(g['terminations'][-1]), bool(g['truncations'][-1]), len(f))
            """,
            out.toString());
    assertEquals("50 (5, 2) " + reward(10, 1) + " True False 11", read);
    Python.runWith(
        "h5py",
        """
        import h5py, os, sys
        import numpy as np
        os.chdir(sys.argv[1])
        def start(name):
            f = h5py.File(name, 'w'); g = f.create_group('episode_0')
            g['terminations'] = np.zeros(3, bool); g['truncations'] = np.zeros(3, bool)
            return f, g
        f, g = start('external.hdf5'); g['rewards'] = h5py.ExternalLink('/etc/passwd', '/x'); f.close()
        f, g = start('soft.hdf5'); g['rewards'] = h5py.SoftLink('/nowhere'); f.close()
        f, g = start('cycle.hdf5'); g['rewards'] = np.zeros(3); o = g.create_group('observations'); o['o'] = o; f.close()
        f, g = start('bomb.hdf5'); g.create_dataset('rewards', shape=(1 << 40,), chunks=(1 << 20,), compression='gzip', dtype='f8'); f.close()
        f, g = start('empty.hdf5'); g.create_dataset('rewards', shape=(1 << 27,), chunks=(1 << 20,), compression='gzip', dtype='f4'); f.close()
        f, g = start('outside.hdf5'); g.create_dataset('rewards', shape=(3,), dtype='u1', external=[('/etc/passwd', 0, 3)]); f.close()
        f, g = start('virtual.hdf5'); v = h5py.VirtualLayout(shape=(3,), dtype='f4'); v[:] = h5py.VirtualSource('/tmp/o.h5', 'x', shape=(3,)); g.create_virtual_dataset('rewards', v); f.close()
        """,
        folder.toString());
    for (String hostile :
        List.of("external", "soft", "cycle", "bomb", "empty", "outside", "virtual")) {
      Path file = folder.resolve(hostile + ".hdf5");
      assertTrue(Files.exists(file));
      Problem refused = assertThrows(Problem.class, () -> open(file), hostile);
      assertFalse(refused.getMessage().contains("\n"), refused.getMessage());
    }
  }
}
