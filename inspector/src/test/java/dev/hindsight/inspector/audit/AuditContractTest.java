package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.RecordingsOfAllKinds;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.scene.AgentNames;
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
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Every audit of the list gives an answer, or says why it cannot, on every kind of recording.
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
    assertTrue(
        rollout.ticks() > 0
            || !audit.needsTicks()
            || report.verdict() == AuditVerdict.NOT_APPLICABLE);
    assertTrue(report.verdict() != AuditVerdict.COULD_NOT_RUN, report.sentence());
    assertTrue(report.verdict() == AuditVerdict.FAILED || report.findings().isEmpty());
    assertTrue(report.verdict() != AuditVerdict.PASSED || report.coverage().total() > 0);
    assertTrue(report.verdict() != AuditVerdict.NOTHING_TO_CHECK || report.coverage().total() == 0);
    for (AuditFinding finding : report.findings()) {
      assertTrue(finding.tick() >= 0 && finding.tick() < rollout.ticks(), finding.toString());
      assertTrue(
          finding.agent() >= AuditFinding.NO_AGENT && finding.agent() < rollout.manifest().agents(),
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
        assertTrue(report.verdict() != AuditVerdict.FAILED, kind + ": " + report);
      }
    }
  }

  /// An audit that runs some code.
  private static Audit that(Supplier<AuditReport> doing) {
    return new Audit() {
      @Override
      public String id() {
        return "planted";
      }

      @Override
      public String title() {
        return "Planted";
      }

      @Override
      public String help() {
        return "Does what a test wants.";
      }

      @Override
      public Optional<String> missing(Rollout rollout) {
        return Optional.empty();
      }

      @Override
      public AuditReport run(AuditSubject subject, Progress progress, Cancellation cancellation) {
        return doing.get();
      }
    };
  }

  @Test
  void anAuditThatBreaksCouldNotRunAndThoseAfterItDo() {
    Audit unreadable =
        that(() -> {
          throw new Problem("the file ends", "x.rollout", "copy it again");
        });
    Audit broken =
        that(() -> {
          throw new IllegalStateException("road of type -1.236");
        });
    Audit right = that(() -> AuditReport.nothingToCheck("planted", "There is nothing."));
    AuditSubject subject =
        new AuditSubject(
            Optional.ofNullable(RECORDINGS.get("one tick")).orElseThrow(), Optional.empty());
    List<AuditReport> reports =
        new AuditRun(subject, List.of(unreadable, broken, right), _ -> {})
            .run(Progress.SILENT, new Cancellation());
    assertEquals(
        List.of(
            AuditVerdict.COULD_NOT_RUN, AuditVerdict.COULD_NOT_RUN, AuditVerdict.NOTHING_TO_CHECK),
        reports.stream().map(AuditReport::verdict).toList());
    assertTrue(reports.get(0).sentence().contains("copy it again"), reports.get(0).sentence());
    assertTrue(reports.get(1).sentence().contains("-1.236"), reports.get(1).sentence());
    assertTrue(reports.get(1).sentence().contains("not a fault of the recording"));
    assertFalse(AuditVerdict.COULD_NOT_RUN.holds());
  }

  @Test
  void advantagesWithoutACriticAreNothingToCheckAndANumberlessValueIsNamed() {
    MemoryRollout paid = new MemoryRollout("toy", 2, 6, 1).with("reward", Dtype.F4, (_, _) -> 1, 2);
    AuditAssertions.of("advantage", paid.with("value", Dtype.F4, (_, _) -> Double.NaN, 2))
        .hasNothingToCheck();
    AuditAssertions half =
        AuditAssertions.of(
            "advantage",
            paid.with("value", Dtype.F4, (t, i) -> i == 0 || t == 3 ? Double.NaN : 1, 2));
    AuditFinding found = half.failsAt(3, "the value is NaN");
    assertEquals(1, found.agent());
    assertTrue(half.words().contains("left out 6 agent ticks (no critic"), half.words());
  }

  @Test
  void nothingPassesThatComparedNothing() {
    AuditReport empty = new AuditFindings("planted", AgentNames.NONE).report("All holds.");
    assertEquals(AuditVerdict.NOTHING_TO_CHECK, empty.verdict());
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new AuditReport(
                "planted",
                AuditVerdict.PASSED,
                "All holds.",
                AuditCoverage.NONE,
                List.of(),
                List.of()));
    AuditFindings some = new AuditFindings("planted", AgentNames.NONE);
    some.compared("row", 20);
    some.leftOut("row", 10, "in limbo");
    assertEquals(
        "Compared 20 rows; left out 10 rows (in limbo).",
        some.report("All holds.").coverage().words());
  }

  @Test
  void aNameThatIsNoneIsAProblemThatListsThem() {
    Problem problem = assertThrows(Problem.class, () -> BuiltInAudits.named("trails"));
    assertTrue(problem.getMessage().contains("trials"), problem.getMessage());
    assertEquals(BuiltInAudits.ALL, BuiltInAudits.named("all"));
    assertThrows(Problem.class, () -> BuiltInAudits.named("limbo,trails"));
    assertThrows(Problem.class, () -> BuiltInAudits.named(""));
    for (String some :
        List.of("parity,limbo", "limbo parity", "limbo, parity", "limbo,limbo,parity")) {
      assertEquals(
          List.of("limbo", "parity"), BuiltInAudits.named(some).stream().map(Audit::id).toList());
    }
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
