package dev.hindsight.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.env.drive.map.BuiltInMaps;
import dev.hindsight.trainer.record.RecordingRequest;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The number of PyTorch's threads changes the last bits of a policy's outputs.
class RecordedThreadsTest {
  private final Optional<String> before =
      Optional.ofNullable(System.getProperty(RecordingRequest.TORCH_THREADS));

  @TempDir private Path folder;

  @AfterEach
  void restore() {
    before.ifPresentOrElse(
        threads -> System.setProperty(RecordingRequest.TORCH_THREADS, threads),
        () -> System.clearProperty(RecordingRequest.TORCH_THREADS));
  }

  private Optional<JsonNode> recorded(String threads) {
    System.setProperty(RecordingRequest.TORCH_THREADS, threads);
    Path file = folder.resolve(threads + ".rollout");
    CapturedCommand run =
        CapturedCommand.of(
            "record",
            "--map",
            BuiltInMaps.names().iterator().next(),
            "--checkpoint",
            "scripted",
            "--ticks",
            "3",
            "--out",
            file.toString());
    assertEquals(0, run.exitCode(), run.err());
    try (Rollout rollout = Rollouts.open(file)) {
      return Optional.ofNullable(rollout.manifest().policy().extra().get("torchThreads"));
    }
  }

  @Test
  void aRecordingHoldsThemUnlessThereIsOne() {
    assertEquals(Optional.empty(), recorded("1"));
    assertEquals(Optional.of(2), recorded("2").map(JsonNode::asInt));
  }
}
