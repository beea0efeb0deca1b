package dev.hindsight.trainer.env.gym;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.action.ActionManifest;
import dev.hindsight.trainer.action.ActionSpace;
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

  /// A Python, with the recorder and the training loop in the folder.
  private Path python() throws IOException, InterruptedException {
    Path python = new RecorderScripts(folder).python();
    try (InputStream loop = PythonRecorderTest.class.getResourceAsStream("training_loop.py")) {
      Files.write(folder.resolve("training_loop.py"), Objects.requireNonNull(loop).readAllBytes());
    }
    return python;
  }

  private String run(String name, String script) throws IOException, InterruptedException {
    return new RecorderScripts(folder).run(name, script);
  }

  /// Where a recording differs from what the loop wrote down.
  private static List<String> differences(Rollout rollout, List<String> log) {
    List<String> wrong = new ArrayList<>();
    FinalObservationRows finals = FinalObservationRows.of(rollout.manifest()).orElseThrow();
    for (int tick = 0; tick < rollout.ticks(); tick++) {
      String[] told = log.get(tick).split(" ", -1);
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
          || (truncated && last.orElseThrow()[0] != Float.parseFloat(told[6]))) {
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

  @Test
  void aRecordingThatIsThereIsNotWrittenOver() throws Exception {
    String script =
        """
        import numpy as np
        from hindsight_recorder import Recorder
        for ticks in (3, 4, 5):
            with Recorder("again.rollout") as recorder:
                for tick in range(ticks):
                    recorder.step(np.zeros(2), 0, tick, False, False)
        """;
    Files.writeString(folder.resolve("again-2.rollout.part"), "of a killed script");
    String printed = run("again.py", script);
    assertEquals(
        """
        hindsight_recorder: again.rollout or its .part exists, so this recording is again-3.rollout
        hindsight_recorder: again.rollout or its .part exists, so this recording is again-4.rollout
        exit 0\
        """,
        printed);
    assertEquals("of a killed script", Files.readString(folder.resolve("again-2.rollout.part")));
    List<Integer> ticks = new ArrayList<>();
    for (String name : List.of("again", "again-3", "again-4")) {
      try (Rollout rollout = Rollouts.open(folder.resolve(name + ".rollout"))) {
        ticks.add(rollout.ticks());
      }
    }
    assertEquals(List.of(3, 4, 5), ticks);
  }

  @Test
  void whatIsRecordedBeforeAnArrayOfAnotherShapeIsKept() throws Exception {
    String script =
        """
        import numpy as np
        from hindsight_recorder import Recorder
        recorder = Recorder("shape.rollout")
        for tick in range(6):
            recorder.step(np.zeros(3 if tick < 4 else 5), 0, tick, False, False)
        recorder.close()
        """;
    String printed = run("shape.py", script);
    assertTrue(printed.contains("the observation has the shape [5] at tick 4, and had [3]"));
    assertEquals(2, printed.split("hindsight_recorder: the recording", -1).length, printed);
    try (Rollout rollout = Rollouts.open(folder.resolve("shape.rollout"))) {
      assertTrue(rollout.complete());
      assertEquals(4, rollout.ticks());
      assertEquals(3, number(rollout, "reward", 3));
    }
  }

  @Test
  void arraysThatComeInAnotherOrderOrLayoutAreTakenByTheirNames() throws Exception {
    String script =
        """
        import numpy as np
        from hindsight_recorder import Recorder
        with Recorder("order.rollout") as recorder:
            recorder.step({"a": np.array([1]), "b": np.array([2, 3])}, (2,), 0, False, False)
            recorder.step({"b": np.array([[2, 3]]), "a": np.array(1)}, (2,), 0, False, True,
                          final_observation={"b": [2, 3], "a": 1})
        """;
    assertEquals("exit 0", run("order.py", script));
    try (Rollout rollout = Rollouts.open(folder.resolve("order.rollout"))) {
      for (int i = 0; i < 3; i++) {
        assertEquals(i + 1, rollout.channel("observation").orElseThrow().value(1, i));
      }
      float[] last =
          FinalObservationRows.of(rollout.manifest())
              .orElseThrow()
              .observation(rollout, 1, 0)
              .orElseThrow();
      assertArrayEquals(new float[] {1, 2, 3}, last);
      assertEquals(1, rollout.channel("action").orElseThrow().rowShape().length);
    }
  }

  @Test
  void actionsOfSeveralPartsAreNumbersWithTheirNames() throws Exception {
    String script =
        """
        import numpy as np
        from hindsight_recorder import Recorder
        with Recorder("parts.rollout", agents=2) as recorder:
            recorder.step(np.zeros((2, 3)), {"gear": np.array([1, 2]), "pedals": np.ones((2, 2))},
                          np.zeros(2), np.ones(2, bool), np.zeros(2, bool))
        """;
    assertEquals("exit 0", run("parts.py", script));
    try (Rollout rollout = Rollouts.open(folder.resolve("parts.rollout"))) {
      ActionSpace space = ActionManifest.read(rollout.manifest()).orElseThrow();
      assertEquals(
          List.of("gear", "pedals_0", "pedals_1"), ((ActionSpace.Continuous) space).names());
      assertEquals(2, rollout.channel("action").orElseThrow().value(0, 3));
    }
  }

  @Test
  void aCallbackOfStableBaselinesRecordsWhatTheEnvironmentGotAndNestedObservations()
      throws Exception {
    String script =
        """
        import sys, types
        import numpy as np
        for name in ("stable_baselines3", "stable_baselines3.common",
                     "stable_baselines3.common.callbacks"):
            sys.modules[name] = types.ModuleType(name)
        sys.modules["stable_baselines3.common.callbacks"].BaseCallback = type("BaseCallback", (), {})
        from hindsight_recorder import sb3_callback

        for agents in (1, 2):
            callback = sb3_callback("baselines%d.rollout" % agents)
            callback.model = types.SimpleNamespace()
            callback.training_env = types.SimpleNamespace(num_envs=agents)
            callback._on_training_start()
            for step in range(4):
                over = step == 3
                seen = lambda t: {"t": np.full((agents, 2), t, "f4"), "flag": np.zeros((agents, 1))}
                info = {"TimeLimit.truncated": True,
                        "terminal_observation": {"t": np.full(2, 9.0), "flag": np.ones(1)}}
                callback.model._last_obs = seen(step)
                callback.locals = dict(
                    dones=np.full(agents, over), infos=[info if over else {}] * agents,
                    new_obs=seen(0 if over else step + 1), actions=np.full((agents, 1), 3.7),
                    rewards=np.ones(agents))
                if agents == 2:  # PPO, and below a replay buffer's algorithm
                    callback.locals |= dict(
                        clipped_actions=np.ones((agents, 1)), log_probs=np.full(agents, -0.5),
                        values=np.arange(agents)[:, None] + step)
                callback._on_step()
            callback._on_training_end()
        """;
    assertEquals("exit 0", run("baselines.py", script));
    for (int agents = 1; agents <= 2; agents++) {
      try (Rollout rollout = Rollouts.open(folder.resolve("baselines" + agents + ".rollout"))) {
        assertEquals(4, rollout.ticks());
        assertEquals(2, number(rollout, "observation", 2));
        float[] last =
            FinalObservationRows.of(rollout.manifest())
                .orElseThrow()
                .observation(rollout, 3, agents - 1)
                .orElseThrow();
        assertArrayEquals(new float[] {9, 9, 1}, last);
        assertEquals(agents == 1 ? 3.7f : 1f, (float) number(rollout, "action", 2));
        assertEquals(agents == 2, rollout.channel("value").isPresent());
        if (agents == 2) {
          assertEquals(3, rollout.channel("value").orElseThrow().value(2, 1));
          assertEquals(-0.5, number(rollout, "log_prob", 2));
        }
      }
    }
  }
}
