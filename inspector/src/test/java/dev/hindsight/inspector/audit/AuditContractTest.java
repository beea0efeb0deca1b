package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.RecordingsOfAllKinds;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Every audit of the list answers, or says why it cannot, on every kind of recording there is.
class AuditContractTest {
  @TempDir private static Path folder;
  private static final Map<String, Rollout> RECORDINGS = new LinkedHashMap<>();

  @BeforeAll
  static void record() throws Exception {
    RECORDINGS.putAll(RecordingsOfAllKinds.in(folder));
  }

  @AfterAll
  static void close() {
    RECORDINGS.values().forEach(Rollout::close);
  }

  private static AuditReport asked(Audit audit, Rollout rollout) {
    AuditSubject subject = new AuditSubject(rollout, Optional.empty());
    return new AuditRun(subject, List.of(audit), _ -> {})
        .run(Progress.SILENT, new Cancellation())
        .getFirst();
  }

  @TestFactory
  List<DynamicTest> everyAuditAnswersOnEveryRecordingOrSaysWhyNot() {
    List<DynamicTest> tests = new ArrayList<>();
    for (Audit audit : BuiltInAudits.ALL) {
      RECORDINGS.forEach((kind, rollout) ->
          tests.add(
              DynamicTest.dynamicTest(audit.id() + " on " + kind, () -> check(audit, rollout))));
    }
    return tests;
  }

  private static void check(Audit audit, Rollout rollout) {
    AuditReport report = asked(audit, rollout);
    assertEquals(audit.id(), report.audit());
    assertFalse(report.sentence().isBlank());
    assertTrue(rollout.ticks() > 0 || report.verdict() == Verdict.NOT_APPLICABLE);
    assertTrue(report.verdict() == Verdict.FAILED || report.findings().isEmpty());
    for (AuditFinding finding : report.findings()) {
      assertTrue(finding.tick() >= 0 && finding.tick() < rollout.ticks(), finding.toString());
      assertTrue(
          finding.agent() >= AuditFinding.NOBODY && finding.agent() < rollout.manifest().agents(),
          finding.toString());
      assertFalse(finding.dimension().isBlank());
      assertFalse(finding.cause().isBlank());
    }
  }

  @Test
  void everyAuditHasAnIdOfItsOwnATitleAndASentence() {
    Set<String> ids = new HashSet<>(Set.of("all"));
    for (Audit audit : BuiltInAudits.ALL) {
      assertTrue(audit.id().matches("[a-z]+"), audit.id());
      assertTrue(ids.add(audit.id()), audit.id() + " twice");
      assertFalse(audit.title().isBlank());
      assertTrue(audit.help().endsWith("."), audit.help());
    }
  }

  @Test
  void whatTheSimulatorRecordsPassesWhateverCanBeAsked() {
    for (String kind : List.of("one tick", "full", "cut off", "with a transformer")) {
      Rollout rollout = Optional.ofNullable(RECORDINGS.get(kind)).orElseThrow();
      for (Audit audit : BuiltInAudits.ALL) {
        AuditReport report = asked(audit, rollout);
        assertTrue(report.verdict() != Verdict.FAILED, kind + ": " + report);
      }
    }
  }

  @Test
  void aNameThatIsNoneIsAProblemThatListsThem() {
    Problem problem = assertThrows(Problem.class, () -> BuiltInAudits.named("trails"));
    assertTrue(problem.getMessage().contains("trials"), problem.getMessage());
    assertEquals(BuiltInAudits.ALL, BuiltInAudits.named("all"));
  }

  @Test
  void aCancelledRunStops() {
    Cancellation cancelled = new Cancellation();
    cancelled.cancel();
    AuditSubject subject =
        new AuditSubject(
            Optional.ofNullable(RECORDINGS.get("full")).orElseThrow(), Optional.empty());
    AuditRun run = new AuditRun(subject, BuiltInAudits.ALL, _ -> {});
    assertThrows(CancellationException.class, () -> run.run(Progress.SILENT, cancelled));
  }
}
