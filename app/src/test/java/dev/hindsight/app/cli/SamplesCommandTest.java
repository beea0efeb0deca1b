package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplesCommandTest {
  @TempDir private Path folder;

  @Test
  void recordsTheSamplesThatAreNamed() {
    Path there = folder.resolve("new");
    CapturedCommand run = CapturedCommand.of("samples", "--out", there.toString(), "darkroom");

    assertEquals(0, run.exitCode(), run.err());
    Path file = there.resolve("darkroom.rollout");
    assertEquals(file.toString(), run.out().strip());
    try (Rollout sample = Rollouts.open(file)) {
      assertTrue(sample.complete());
      assertEquals("darkroom", sample.manifest().environment().id());
    }
  }

  @Test
  void aNameThatIsNoneIsOneLineWithThoseThereAre() {
    CapturedCommand run = CapturedCommand.of("samples", "--out", folder.toString(), "darkrom");

    assertEquals(1, run.exitCode());
    assertTrue(
        run.err()
            .startsWith("hindsight: the samples: there is no sample 'darkrom' - choose one of"),
        run.err());
    assertEquals(1, run.err().lines().count());
  }
}
