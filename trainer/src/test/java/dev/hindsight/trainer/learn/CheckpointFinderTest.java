package dev.hindsight.trainer.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.rollout.ForwardingRollout;
import dev.hindsight.trainer.rollout.Manifest;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.run.ledger.RunLedger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A checkpoint is found at its recorded path if its content is unchanged.
class CheckpointFinderTest {
  @TempDir private Path folder;

  private Path checkpoint = Path.of("");

  /// A recording that lies in a folder.
  private record Lying(Rollout real, Path file) implements ForwardingRollout {}

  @BeforeEach
  void writeACheckpointFarFromTheRecording() throws IOException {
    checkpoint = Files.createDirectories(folder.resolve("weights")).resolve("mine.safetensors");
    write(checkpoint, 1);
    Files.createDirectories(folder.resolve("recordings"));
  }

  private static void write(Path file, float weight) {
    Tensor tensor = new Tensor("w", new int[] {1}, new float[] {weight});
    Checkpoints.write(file, List.of(tensor), Map.of());
  }

  private Optional<Path> found(String path) {
    return found(Checkpoints.read(checkpoint).sha256(), path);
  }

  private Optional<Path> found(String sha256, String path) {
    Rollout rollout =
        new MemoryRollout("toy", 1, 3, 1)
            .by(new Manifest.PolicyInfo("mlp", sha256, "mine.safetensors", path, "argmax"));
    return CheckpointFinder.find(
        new Lying(rollout, folder.resolve("recordings/x.rollout")),
        new RunLedger(folder.resolve("ledger.jsonl")));
  }

  private static String missing(String id, String sha256, String selection) {
    Rollout rollout =
        new MemoryRollout("toy", 1, 3, 1)
            .by(new Manifest.PolicyInfo(id, sha256, "", "", selection));
    return CheckpointFinder.missing(rollout).what();
  }

  @Test
  void whatIsMissingIsToldByWhoActed() {
    assertEquals("no policy acted in it", missing("none", "", "random"));
    assertEquals(
        "airspace-mvp acted, which follows rules and has no checkpoint",
        missing("airspace-mvp", "", "argmax"));
    assertEquals("the recording names no checkpoint", missing("", "", ""));
    assertEquals("its checkpoint is not found here", missing("mlp", "a1", "argmax"));
  }

  @Test
  void itIsFoundAtTheAbsolutePathOfTheRecording() {
    assertEquals(Optional.of(checkpoint), found(checkpoint.toString()));
    assertEquals(Optional.empty(), found(""));
  }

  @Test
  void aRelativePathStartsAtTheRecordingOrTheWorkingDirectory() throws IOException {
    assertEquals(
        checkpoint.toRealPath(), found("../weights/mine.safetensors").orElseThrow().toRealPath());
    Path fromHere = Path.of("").toAbsolutePath().relativize(checkpoint.toAbsolutePath());
    assertEquals(checkpoint.toRealPath(), found(fromHere.toString()).orElseThrow().toRealPath());
  }

  @Test
  void anotherFileAtThatPathIsPassedOverForTheOneBesideTheRecording() throws IOException {
    String sha256 = Checkpoints.read(checkpoint).sha256();
    Path beside = folder.resolve("recordings/mine.safetensors");
    Files.copy(checkpoint, beside);
    write(checkpoint, 2);
    assertEquals(Optional.of(beside), found(sha256, checkpoint.toString()));
    Files.delete(beside);
    assertEquals(Optional.empty(), found(sha256, checkpoint.toString()));
  }

  @Test
  void whatIsNoPathHereIsNowhere() {
    assertEquals(Optional.empty(), found("a\0b"));
  }
}
