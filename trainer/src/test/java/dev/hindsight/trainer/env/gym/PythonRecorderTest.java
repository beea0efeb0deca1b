package dev.hindsight.trainer.env.gym;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hindsight.trainer.outcome.FinalObservationRows;
import dev.hindsight.trainer.rollout.FollowedRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.RolloutGrowth;
import dev.hindsight.trainer.rollout.Rollouts;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The recorder for Python scripts around a training loop of a hundred lines.
class PythonRecorderTest {
  private static final int ENOUGH = 600;

  @TempDir private Path folder;

  private Path python() throws IOException, InterruptedException {
    Optional<Path> python = ClientPython.with("numpy");
    assumeTrue(python.isPresent(), "skipped: no Python with numpy (HINDSIGHT_PYTHON) is here");
    Files.writeString(folder.resolve(GymScript.recorderFile()), GymScript.recorder());
    try (InputStream loop = PythonRecorderTest.class.getResourceAsStream("training_loop.py")) {
      Files.write(folder.resolve("training_loop.py"), Objects.requireNonNull(loop).readAllBytes());
    }
    return python.get();
  }

  /// Where a recording differs from what the loop wrote down.
  private static List<String> differences(Rollout rollout, List<String> log) {
    List<String> wrong = new ArrayList<>();
    FinalObservationRows finals = FinalObservationRows.of(rollout.manifest()).orElseThrow();
    for (int tick = 0; tick < rollout.ticks(); tick++) {
      String[] told = log.get(tick).split(" ");
      boolean truncated = told[5].equals("1");
      List<Double> recorded =
          List.of(
              (double) tick,
              number(rollout, "observation", tick),
              number(rollout, "action", tick),
              number(rollout, "reward", tick),
              number(rollout, "terminal", tick),
              number(rollout, "truncation", tick));
      for (int i = 0; i < recorded.size(); i++) {
        if ((float) Double.parseDouble(told[i]) != recorded.get(i).floatValue()) {
          wrong.add(
              "number " + i + " of step " + tick + ": " + recorded.get(i) + ", not " + told[i]);
        }
      }
      Optional<float[]> last = finals.observation(rollout, tick, 0);
      if (last.isPresent() != truncated
          || truncated && last.orElseThrow()[0] != Float.parseFloat(told[6])) {
        wrong.add("final observation of step " + tick);
      }
    }
    return wrong;
  }

  private static double number(Rollout rollout, String channel, int tick) {
    return rollout.channel(channel).orElseThrow().value(tick, 0);
  }

  @Test
  void aLoopIsFollowedWhileItRunsAndAfterAKillItsRecordingOpensWithEqualNumbers() throws Exception {
    Path python = python();
    Path file = folder.resolve("loop.rollout");
    Path part = folder.resolve("loop.rollout.part");
    Path log = folder.resolve("loop.log");
    Process loop =
        new ProcessBuilder(python.toString(), "training_loop.py", file.toString(), log.toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("printed").toFile())
            .start();
    try {
      while (!Files.exists(part) || Files.size(part) < 4096) {
        assertFalse(loop.waitFor(20, TimeUnit.MILLISECONDS), "it ended");
      }
      FollowedRollout followed = Rollouts.follow(file);
      List<Integer> seen = new ArrayList<>();
      RolloutGrowth growth = RolloutGrowth.GROWING;
      while (followed.ticks() < ENOUGH) {
        assertFalse(loop.waitFor(20, TimeUnit.MILLISECONDS), "it ended");
        growth = followed.refresh();
        assertEquals(RolloutGrowth.GROWING, growth);
        if (seen.isEmpty() || seen.getLast() < followed.ticks()) {
          seen.add(followed.ticks());
        }
      }
      assertTrue(seen.size() > 1, "it grew while it was followed");
      assertEquals(List.of(), differences(followed, Files.readAllLines(log)));
    } finally {
      // SIGKILL on Unix.
      loop.destroyForcibly();
      loop.waitFor();
    }
    try (Rollout rollout = Rollouts.open(part)) {
      assertTrue(rollout.ticks() >= ENOUGH);
      assertFalse(rollout.complete());
      assertEquals(List.of(), differences(rollout, Files.readAllLines(log)));
    }
  }

  @Test
  void aFinishedLoopLeavesACompleteRecordingAndAWrongNumberInItIsFound() throws Exception {
    Path python = python();
    Path file = folder.resolve("whole.rollout");
    Path log = folder.resolve("whole.log");
    String printed =
        ClientPython.run(
            python, folder, List.of("training_loop.py", file.toString(), log.toString(), "700"));

    assertTrue(printed.endsWith("exit 0"), printed);
    assertFalse(printed.contains("Warning"), printed);
    Rollouts.verify(file);
    try (Rollout rollout = Rollouts.open(file)) {
      assertTrue(rollout.complete());
      assertEquals(700, rollout.ticks());
      List<String> told = new ArrayList<>(Files.readAllLines(log));
      assertEquals(List.of(), differences(rollout, told));
      told.set(333, told.get(333).replaceFirst(" [01] ", " 7 "));
      assertEquals(1, differences(rollout, told).size());
    }
  }

  @Test
  void aFullDiskDropsTheRecordingWithOneWarningAndTheTrainingEndsWell() throws Exception {
    Path python = python();
    Path file = folder.resolve("full.rollout");
    String printed =
        ClientPython.run(
            python,
            folder,
            List.of(
                "training_loop.py",
                file.toString(),
                folder.resolve("full.log").toString(),
                "20000",
                "40000"));

    assertTrue(printed.endsWith("exit 0"), printed);
    assertTrue(printed.contains("trained 20000 steps"), printed);
    assertEquals(2, printed.split("hindsight_recorder: the recording", -1).length, printed);
    assertFalse(Files.exists(file));
    try (Rollout rollout = Rollouts.open(folder.resolve("full.rollout.part"))) {
      assertTrue(rollout.ticks() > 0);
    }
  }
}
