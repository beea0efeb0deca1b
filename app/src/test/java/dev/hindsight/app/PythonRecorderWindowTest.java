package dev.hindsight.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hindsight.app.settings.Preferences;
import dev.hindsight.app.settings.Theme;
import dev.hindsight.app.settings.WindowSize;
import dev.hindsight.app.workspace.Document;
import dev.hindsight.app.workspace.RecordingStatus;
import dev.hindsight.trainer.env.gym.ClientPython;
import dev.hindsight.trainer.env.gym.GymScript;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javafx.scene.control.TabPane;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The window beside a Python script that records slowly: it follows, and when the script is killed
/// it says so and keeps what there is.
class PythonRecorderWindowTest {
  /// Some fifty ticks a second. A line of the log is a tick that has been handed to the recorder.
  private static final String LOOP =
      """
      import sys, time
      import numpy as np
      from hindsight_recorder import Recorder

      recorder = Recorder(sys.argv[1], env="line")
      with open(sys.argv[2], "w") as log:
          for tick in range(100000):
              recorder.step(np.array([tick, 1], "f4"), 0, float(tick), False, False)
              log.write("%d\\n" % tick)
              log.flush()
              time.sleep(0.02)
      """;

  @TempDir private Path home;

  private int stepped() throws IOException {
    return Files.readAllLines(home.resolve("log")).size();
  }

  @Test
  void theWindowFollowsALoopAndKeepsItsRecordingWhenItIsKilled() throws Exception {
    Optional<Path> python = ClientPython.with("numpy");
    assumeTrue(python.isPresent(), "skipped: no Python with numpy (HINDSIGHT_PYTHON) is here");
    Files.writeString(home.resolve(GymScript.recorderFile()), GymScript.recorder());
    Files.writeString(home.resolve("loop.py"), LOOP);
    Path file = home.resolve("loop.rollout");
    Path part = home.resolve("loop.rollout.part");
    Process loop =
        new ProcessBuilder(
                python.get().toString(), "loop.py", file.toString(), home.resolve("log").toString())
            .directory(home.toFile())
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("printed").toFile())
            .start();
    try (TemporaryHome _ = new TemporaryHome(home);
        WindowUnderTest window =
            new WindowUnderTest(new Preferences(Theme.DARK, WindowSize.SMALLEST, List.of()))) {
      try {
        while (!Files.exists(part) || Files.size(part) < 1024) {
          assertFalse(loop.waitFor(20, TimeUnit.MILLISECONDS), "it ended");
        }
        Document document = window.open(file);
        assertTrue(window.onFx(document::live));
        assertEquals("loop.rollout (recording)", title(window));
        for (int round = 0; round < 4; round++) {
          int wanted = stepped() + 1;
          window.until(() -> document.rollout().ticks() >= wanted);
          window.until(() -> document.timeline().state().tick() >= wanted - 1);
        }
      } finally {
        // SIGKILL on Unix.
        loop.destroyForcibly();
        loop.waitFor();
      }
      Document document =
          window.onFx(() -> window.context().workspace().state().document().orElseThrow());
      window.until(() -> document.status().state() instanceof RecordingStatus.Incomplete);
      assertEquals("loop.rollout (cut off)", title(window));
      int shown = window.onFx(() -> document.rollout().ticks());
      assertEquals(
          shown - 1.0,
          window.onFx(
              () -> document.rollout().channel("reward").orElseThrow().value(shown - 1, 0)));
      try (Rollout kept = Rollouts.open(part)) {
        assertEquals(shown, kept.ticks());
      }
    }
  }

  private static String title(WindowUnderTest window) {
    return window.onFx(() ->
        ((TabPane) window.stage().getScene().getRoot().lookup(".hs-documents"))
            .getTabs()
            .getFirst()
            .getText());
  }
}
