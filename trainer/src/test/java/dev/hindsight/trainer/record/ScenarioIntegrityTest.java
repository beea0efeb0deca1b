package dev.hindsight.trainer.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.Integrity;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.TamperedRecording;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The scenario in a recording and its digest in the manifest.
class ScenarioIntegrityTest {
  @TempDir private Path folder;
  private LineRecording line = new LineRecording(Path.of(""));

  @BeforeEach
  void record() throws IOException {
    line = new LineRecording(folder);
    line.record(LineWorld.Fault.NONE, 20);
  }

  private Integrity.Report asked() {
    try (Rollout rollout = Rollouts.open(line.file())) {
      return Integrity.of(rollout, _ -> false, Progress.SILENT, new Cancellation());
    }
  }

  @Test
  void theOneThatWasRecordedIsRight() {
    assertEquals(0, asked().faults().size());
  }

  @Test
  void anotherIsNamedAlsoWhereNoDigestOfTheMemberWasRecorded() throws IOException {
    TamperedRecording.of(line.file())
        .withoutDigests()
        .array(
            "static/scenario.npy",
            new NpyArray(Dtype.U1, new int[] {1}, ByteBuffer.wrap(new byte[] {'3'})))
        .save();
    Integrity.Fault fault = asked().first(Integrity.Concern.RECIPE).orElseThrow();
    assertEquals("static/scenario.npy", fault.member());
    assertTrue(fault.what().startsWith("is not the recorded scenario"), fault.what());
  }

  @Test
  void aChangedKnobIsNamed() throws IOException {
    TamperedRecording.of(line.file())
        .text("manifest.json", json -> json.replaceFirst("\"timeout\":5", "\"timeout\":6"))
        .save();
    assertEquals(
        "manifest.json environment.config.timeout was changed after the recording was written",
        asked().first(Integrity.Concern.RECIPE).orElseThrow().words());
  }
}
