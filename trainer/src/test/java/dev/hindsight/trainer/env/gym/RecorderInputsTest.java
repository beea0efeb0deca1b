package dev.hindsight.trainer.env.gym;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever a training gives the recorder for Python, the file opens.
class RecorderInputsTest {
  @TempDir private Path folder;

  /// Runs a script that writes `x.rollout`, and returns what it printed.
  private String run(String script) throws Exception {
    return new RecorderScripts(folder)
        .run("script.py", "import numpy as np\nfrom hindsight_recorder import Recorder\n" + script);
  }

  private Rollout opened() {
    return Rollouts.open(folder.resolve("x.rollout"));
  }

  @Test
  void aSeedOrADurationThatNoRecordingHoldsIsReplacedWithAWarning() throws Exception {
    String printed =
        run(
            """
            with Recorder("x.rollout", seed=2**70, tick_seconds=0) as recorder:
                recorder.step(np.zeros(3), 0, 0, False, False)
            """);
    assertTrue(printed.contains("so the recording notes 0"), printed);
    assertTrue(printed.contains("script.py:3: RuntimeWarning"), printed);
    assertTrue(printed.contains("a tick cannot take 0 s"), printed);
    try (Rollout rollout = opened()) {
      assertEquals(0, rollout.manifest().seed());
      assertEquals(0.1, rollout.manifest().tickSeconds());
    }
    Files.delete(folder.resolve("x.rollout"));
    assertEquals(
        "exit 0",
        run(
            """
            with Recorder("x.rollout", seed=None) as recorder:
                recorder.step(np.zeros(3), 0, 0, False, False)
            """));
  }

  @Test
  void namesThatNoArchiveHoldsAreChanged() throws Exception {
    String columns = "{'../a': 1.0, 'b:c': 2.0, '': 3.0, 'loss/d': 4.0, 'final': 5.0}";
    assertEquals(
        "exit 0",
        run(
            """
            with Recorder("x.rollout") as recorder:
                recorder.step(np.zeros(3), 0, 0, False, True, np.ones(3), **%s)
            """
                .formatted(columns)));
    try (Rollout rollout = opened()) {
      List<String> names = List.of("_/a", "b_c", "_", "loss/d", "final");
      for (int i = 0; i < names.size(); i++) {
        assertEquals(i + 1, rollout.channel(names.get(i)).orElseThrow().value(0, 0));
      }
    }
  }

  @Test
  void namesThatAreChangedTakeNoOtherColumnsPlace() throws Exception {
    String columns = "{'a:b': 1.0, 'a_b': 2.0, 'trial:tick': 3.0}";
    assertEquals(
        "exit 0",
        run(
            """
            with Recorder("x.rollout") as recorder:
                for tick in range(2):
                    recorder.step(np.zeros(3), 0, 0, False, False, **%s)
            """
                .formatted(columns)));
    try (Rollout rollout = opened()) {
      List<String> names = List.of("a_b_2", "a_b", "trial_tick_2");
      for (int i = 0; i < names.size(); i++) {
        assertEquals(i + 1, rollout.channel(names.get(i)).orElseThrow().value(1, 0));
      }
      assertEquals(1, rollout.channel("trial_tick").orElseThrow().integer(1, 0));
    }
  }

  @Test
  void anObservationWithoutNumbersIsLeftOut() throws Exception {
    assertEquals(
        "exit 0",
        run(
            """
            with Recorder("x.rollout") as recorder:
                recorder.step(np.zeros(0), 1, 2.5, False, True, final_observation=np.zeros(0))
            """));
    try (Rollout rollout = opened()) {
      assertTrue(rollout.channel("observation").isEmpty());
      assertEquals(2.5, rollout.channel("reward").orElseThrow().value(0, 0));
    }
    Files.delete(folder.resolve("x.rollout"));
    assertEquals(
        "exit 0",
        run(
            """
            with Recorder("x.rollout") as recorder:
                recorder.step({"none": np.zeros(0), "two": np.ones(2)}, 1, 2.5, False, False)
            """));
    try (Rollout rollout = opened()) {
      assertEquals(2, rollout.channel("observation").orElseThrow().rowLength());
    }
  }

  @Test
  void aPictureBecomesPlanes() throws Exception {
    assertEquals(
        "exit 0",
        run(
            """
            pictures = np.arange(2 * 6 * 5 * 3, dtype=np.uint8).reshape(2, 6, 5, 3)
            with Recorder("x.rollout", agents=2) as recorder:
                recorder.step(pictures, np.zeros(2, int), np.zeros(2), np.zeros(2, bool),
                              np.zeros(2, bool))
            """));
    try (Rollout rollout = opened()) {
      assertEquals(
          List.of(3, 6, 5), rollout.manifest().observation().segments().getFirst().shape());
      assertEquals(
          90 + (4 * 5 + 2) * 3 + 1,
          rollout.channel("observation").orElseThrow().value(0, 90 + (6 + 4) * 5 + 2));
    }
  }

  @Test
  void aPictureOfTheOnlyEnvironmentOfAVectorBecomesPlanes() throws Exception {
    assertEquals(
        "exit 0",
        run(
            """
            pictures = np.arange(6 * 5 * 3, dtype=np.uint8).reshape(1, 6, 5, 3)
            with Recorder("x.rollout") as recorder:
                recorder.step(pictures, np.zeros(1, int), np.zeros(1), np.zeros(1, bool),
                              np.zeros(1, bool))
            """));
    try (Rollout rollout = opened()) {
      assertEquals(
          List.of(3, 6, 5), rollout.manifest().observation().segments().getFirst().shape());
      assertEquals(
          (4 * 5 + 2) * 3 + 1,
          rollout.channel("observation").orElseThrow().value(0, (6 + 4) * 5 + 2));
    }
  }

  @Test
  void numbersWithSixteenBitsOfTorchAreTaken() throws Exception {
    assertEquals(
        "exit 0",
        run(
            """
            class Short:
                dtype = "torch.bfloat16"
                def detach(self):
                    return self
                cpu = detach
                def numpy(self):
                    raise TypeError("Got unsupported ScalarType BFloat16")
                def float(self):
                    self.numpy = lambda: np.array(1.5, dtype=np.float32)
                    return self
            with Recorder("x.rollout") as recorder:
                recorder.step(np.zeros(3), 0, 0, False, False, value=Short())
            """));
    try (Rollout rollout = opened()) {
      assertEquals(1.5, rollout.channel("value").orElseThrow().value(0, 0));
    }
  }

  @Test
  void nothingWasRecordedWhereAFurtherColumnIsNaN() throws Exception {
    assertEquals(
        "exit 0",
        run(
            """
            with Recorder("x.rollout") as recorder:
                recorder.step(np.zeros(3), 0, 0, False, False, value=1.0, success=np.nan)
            """));
    try (Rollout rollout = opened()) {
      assertTrue(rollout.channel("success").orElseThrow().spec().absentRows());
      assertFalse(rollout.channel("value").orElseThrow().spec().absentRows());
    }
  }
}
