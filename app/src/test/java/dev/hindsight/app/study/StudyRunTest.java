package dev.hindsight.app.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hindsight.app.RoomsStudy;
import dev.hindsight.trainer.study.plan.StudyFile;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class StudyRunTest {
  @TempDir private Path folder;

  /// The first run would train for days.
  @Test
  @Timeout(300)
  void theFirstFailureEndsAStudyWhoseOtherRunsStillTrain() throws IOException {
    Path file = folder.resolve("rooms.yaml");
    Files.writeString(file, "name: rooms\n" + RoomsStudy.yaml("seeds: [0]", 10_000_000));
    CountDownLatch trains = new CountDownLatch(1);
    StudyListener listener =
        new StudyListener() {
          @Override
          public void told(StudyEvent event) {
            if (event.arm().equals("no memory")) {
              await(trains);
              throw new IllegalStateException("planted");
            }
          }

          @Override
          public void updated(String arm, long seed, long update, long inAll) {
            trains.countDown();
          }
        };
    StudyRun study =
        new StudyRun(StudyFile.read(file), folder.resolve("study"), 2, listener, Optional.empty());
    IllegalStateException failure =
        assertThrows(
            IllegalStateException.class, () -> study.run(Progress.SILENT, new Cancellation()));
    assertEquals("planted", failure.getMessage());
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
