package dev.hindsight.trainer.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Recordings of others whose parts do not fit together.
class ForeignRolloutTest {
  private static final String FIRST = "channels/speed/000000.npy";
  private static final String SECOND = "channels/speed/000001.npy";

  @TempDir Path folder;

  @Test
  void aMissingChunkIsNamed() throws IOException {
    assertProblem(ForeignFile.whole().without(FIRST), FIRST + " is missing");
  }

  @Test
  void aChannelWithoutChunksIsNamed() throws IOException {
    assertProblem(
        ForeignFile.whole()
            .text(
                "manifest.json",
                "{'format': 'hindsight-rollout', 'version': 1, 'channels': ["
                    + "{'name': 'speed', 'dtype': '<f4', 'shape': ['tick', 'agent']},"
                    + "{'name': 'goal', 'dtype': '<f4', 'shape': ['tick', 'agent']}]}"),
        "channels/goal/000000.npy is missing");
  }

  @Test
  void anotherElementTypeThanAnnouncedIsRefused() throws IOException {
    assertProblem(
        ForeignFile.whole().with(FIRST, NpyArray.of(new double[4], 2, 2)),
        FIRST + ": it holds <f8");
  }

  @Test
  void anotherSizeThanAnnouncedIsRefused() throws IOException {
    assertProblem(ForeignFile.whole().manifest("['tick', 3]", "'agents': 2"), FIRST);
    assertProblem(ForeignFile.whole().manifest("['tick', 'agent']", "'agents': 3"), FIRST);
    assertProblem(ForeignFile.whole().manifest("['tick', 'agent', 2]", "'agents': 2"), FIRST);
  }

  @Test
  void aLaterChunkOfAnotherShapeIsRefused() throws IOException {
    assertProblem(
        ForeignFile.whole().with(SECOND, NpyArray.of(new float[3], 1, 3)), SECOND + ": it holds");
  }

  @Test
  void aChunkWithTooManyTicksIsRefused() throws IOException {
    assertProblem(ForeignFile.whole().with(SECOND, NpyArray.of(new float[6], 3, 2)), SECOND);
  }

  @Test
  void aFirstChunkWithTooFewTicksIsRefused() throws IOException {
    assertProblem(ForeignFile.whole().with(FIRST, NpyArray.of(new float[2], 1, 2)), FIRST);
  }

  @Test
  void aColumnMajorChunkIsRefused() throws IOException {
    byte[] bytes = new byte[144];
    Npy.bytes(NpyArray.of(new float[4], 2, 2)).get(bytes);
    String turned =
        new String(bytes, StandardCharsets.ISO_8859_1).replace("order': False", "order': True ");
    ByteBuffer array = ByteBuffer.wrap(turned.getBytes(StandardCharsets.ISO_8859_1));
    assertProblem(ForeignFile.whole().with(FIRST, array), FIRST + ": the array is in column");
  }

  @Test
  void aSummaryThatCountsOtherwiseIsRefused() throws IOException {
    assertProblem(
        ForeignFile.whole().text("summary.json", "{'ticks': 4}"), "summary.json declares");
  }

  @Test
  void rowsLargerThanMemoryAreRefused() throws IOException {
    assertProblem(
        new ForeignFile().manifest("['tick', 65536, 65536]", "'agents': 2"), "impossibly large");
  }

  @Test
  void anArchiveWithoutManifestIsNoRecording() throws IOException {
    assertProblem(ForeignFile.whole().without("manifest.json"), "not a recording");
  }

  @Test
  void undeclaredChannelsAreIgnored() throws IOException {
    byte[] bytes =
        ForeignFile.whole()
            .with("channels/mystery/000007.npy", NpyArray.of(new float[4], 4))
            .text("notes/readme.txt", "kept for others")
            .bytes(folder);
    try (Rollout rollout = Rollouts.of(ForeignFile.NAME, MemorySegment.ofArray(bytes), () -> {})) {
      assertEquals(3, rollout.ticks());
      assertEquals(1, rollout.channels().size());
    }
  }

  @Test
  void aRecordingWithoutAnyTickOpens() throws IOException {
    byte[] bytes = new ForeignFile().manifest("['tick', 'agent', 7]", "'agents': 2").bytes(folder);
    try (Rollout rollout = Rollouts.of(ForeignFile.NAME, MemorySegment.ofArray(bytes), () -> {})) {
      assertEquals(0, rollout.ticks());
      assertEquals(14, rollout.channels().getFirst().rowLength());
      assertEquals(0, rollout.trials().count());
    }
  }

  private void assertProblem(ForeignFile file, String named) throws IOException {
    byte[] bytes = file.bytes(folder);
    Problem problem = assertThrows(Problem.class, () -> ForeignFile.open(bytes));
    assertTrue(problem.getMessage().contains(named), problem.getMessage());
  }
}
