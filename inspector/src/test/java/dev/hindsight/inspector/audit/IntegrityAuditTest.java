package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.drive.MutantDrives;
import dev.hindsight.trainer.env.drive.MutantDrives.Bug;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Rollouts;
import dev.hindsight.trainer.rollout.TamperedRecording;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntegrityAuditTest {
  @TempDir private Path folder;

  private static AuditReport asked(Path file) {
    try (Rollout rollout = Rollouts.open(file)) {
      List<AuditReport> reports =
          new AuditRun(
                  new AuditSubject(rollout, Optional.empty()),
                  List.of(new IntegrityAudit()),
                  _ -> {})
              .run(Progress.SILENT, new Cancellation());
      return reports.getFirst();
    }
  }

  @Test
  void aMovedLastPoseIsNamedByItsMember() throws IOException {
    Path file = MutantDrives.record(folder, Bug.NONE);
    assertEquals(AuditVerdict.PASSED, asked(file).verdict());
    TamperedRecording.of(file).number("final/pose.npy", 0, 123).save();
    AuditReport report = asked(file);
    assertEquals(AuditVerdict.FAILED, report.verdict());
    assertEquals("final/pose.npy", report.findings().getFirst().dimension());
    assertEquals(
        "was replaced after the recording was written", report.findings().getFirst().cause());
  }

  @Test
  void aSwappedActionIsNamedByTheFirstTickOfItsChunk() throws IOException {
    Path file = MutantDrives.record(folder, Bug.NONE);
    TamperedRecording tamperedRecording = TamperedRecording.of(file);
    String last =
        tamperedRecording.members().stream()
            .filter(m -> m.startsWith("channels/action/"))
            .toList()
            .getLast();
    tamperedRecording.whole(last, 0, 1).save();
    AuditFinding finding = asked(file).findings().getFirst();
    assertEquals(last, finding.dimension());
    try (Rollout rollout = Rollouts.open(file)) {
      int chunk = Integer.parseInt(last.substring(last.length() - 10, last.length() - 4));
      assertEquals(chunk * rollout.manifest().chunkTicks(), finding.tick());
    }
  }

  @Test
  void whatAPartDoesNotHoldYetIsSaidAndFailsNothing() throws IOException {
    Path file = MutantDrives.record(folder, Bug.NONE);
    AuditReport report = asked(cut(file, "x.rollout.part", Files.size(file) / 2));
    assertEquals(AuditVerdict.PASSED, report.verdict());
    assertTrue(
        report
            .remarks()
            .contains("not recorded: a summary and its digests: the recording was cut off"),
        report.remarks().toString());
  }

  @Test
  void aFileThatLostItsEndFailsUnderTheNameOfACompleteOneEvenWithoutATick() throws IOException {
    Path file = MutantDrives.record(folder, Bug.NONE);
    long manifest = 0;
    try (ZipFile zip = new ZipFile(file.toFile())) {
      manifest = zip.getEntry("manifest.json").getSize() + 500;
    }
    for (long left : new long[] {Files.size(file) / 2, manifest}) {
      AuditReport report = asked(cut(file, "x.rollout", left));
      assertEquals(AuditVerdict.FAILED, report.verdict());
      assertEquals("summary.json", report.findings().getFirst().dimension());
    }
    TamperedRecording.of(file).without("summary.json").save();
    assertEquals(AuditVerdict.FAILED, asked(file).verdict());
  }

  private Path cut(Path file, String name, long left) throws IOException {
    return Files.write(
        folder.resolve(name), Arrays.copyOf(Files.readAllBytes(file), Math.toIntExact(left)));
  }
}
