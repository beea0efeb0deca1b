package dev.hindsight.inspector.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.PanelUnderTest;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.inspector.panel.PanelSubject;
import dev.hindsight.inspector.panel.PanelType;
import dev.hindsight.inspector.recompute.FormsOpener;
import dev.hindsight.inspector.recompute.KnownOutputs;
import dev.hindsight.render.stage.HeadlessToolkit;
import dev.hindsight.trainer.parity.Arithmetic;
import dev.hindsight.trainer.parity.TrainingAndActingForms;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Audits report the same for any number of threads that run the network and whatever earlier
/// audits computed, and they run the network no more often than they must.
class SharedPassesTest {
  /// Ticks; enough for a second thread to be worth opening.
  private static final int LONG = 520;

  @TempDir private Path folder;

  /// Opens a network and counts what is asked of it, and how often it is opened.
  private static FormsOpener counting(FormsOpener opening, Map<String, Integer> calls) {
    return (rollout, file, arithmetic) ->
        opening
            .open(rollout, file, arithmetic)
            .map(forms -> {
              String plain = arithmetic.equals(Arithmetic.PLAIN) ? "opened" : "nudged";
              calls.merge(plain, 1, Integer::sum);
              return (TrainingAndActingForms)
                  Proxy.newProxyInstance(
                      SharedPassesTest.class.getClassLoader(),
                      new Class<?>[] {TrainingAndActingForms.class},
                      (_, method, arguments) -> {
                        calls.merge(method.getName(), 1, Integer::sum);
                        return method.invoke(forms, arguments);
                      });
            });
  }

  private static List<AuditReport> reports(
      Rollout rollout, List<Audit> audits, KnownOutputs known, int threads) {
    AuditSubject subject = new AuditSubject(rollout, Optional.empty(), known, threads);
    return new AuditRun(subject, audits, _ -> {}).run(Progress.SILENT, new Cancellation());
  }

  private static List<Audit> both(FormsOpener opening) {
    return List.of(new LimboAudit(opening), new ParityAudit(opening));
  }

  @Test
  void theReportIsTheSameForAnyNumberOfThreads() {
    try (Rollout rollout = DarkRoomRecordings.withLimbo(folder, LONG)) {
      Map<String, Integer> calls = new ConcurrentHashMap<>();
      List<AuditReport> alone = reports(rollout, both(FormsOpener.BUILT_IN), new KnownOutputs(), 1);
      List<AuditReport> together =
          reports(rollout, both(counting(FormsOpener.BUILT_IN, calls)), new KnownOutputs(), 2);
      assertEquals(alone, together);
      assertTrue(alone.stream().allMatch(report -> report.verdict().holds()));
      // Both audits open the network once, and a second thread opens it again; otherwise this test
      // would compare one thread with one.
      assertTrue(calls.getOrDefault("opened", 0) > 2, calls.toString());
    }
  }

  @Test
  void aFaultIsReportedTheSameForAnyNumberOfThreads() {
    try (Rollout rollout = DarkRoomRecordings.withLimbo(folder, LONG)) {
      List<Audit> faulty =
          List.of(new LimboAudit(FaultyForms.opening(FaultyForms.FormFault.ACTS_LIMBO_OPEN)));
      List<AuditReport> alone = reports(rollout, faulty, new KnownOutputs(), 1);
      assertEquals(alone, reports(rollout, faulty, new KnownOutputs(), 2));
      assertEquals(AuditVerdict.FAILED, alone.getFirst().verdict());
    }
  }

  @Test
  void anAuditTakesWhatTheOneBeforeComputedAndReportsTheSame() {
    try (Rollout rollout = DarkRoomRecordings.withLimbo(folder, 120)) {
      Map<String, Integer> shared = new ConcurrentHashMap<>();
      Map<String, Integer> apart = new ConcurrentHashMap<>();
      List<AuditReport> known =
          reports(rollout, both(counting(FormsOpener.BUILT_IN, shared)), new KnownOutputs(), 1);
      List<AuditReport> fresh =
          reports(rollout, both(counting(FormsOpener.BUILT_IN, apart)), new KnownOutputs(0), 1);
      assertEquals(fresh, known);
      // The one group acts undisturbed and with garbage in limbo, and undisturbed again only if
      // nothing is kept.
      assertEquals(2, shared.getOrDefault("acted", 0), shared.toString());
      assertEquals(3, apart.getOrDefault("acted", 0), apart.toString());
    }
  }

  /// A queue in a panel, which runs its background on request.
  private static AuditQueue queue(Rollout rollout, List<PanelUnderTest> panels) {
    AtomicReference<PanelContext> context = new AtomicReference<>();
    PanelType type =
        PanelType.of(
            "queue",
            "Queue",
            "It hands on its context.",
            PanelSubject.TRUST,
            given -> {
              context.set(given);
              return new AuditsPanel(given);
            });
    panels.add(new PanelUnderTest(type, rollout));
    return new AuditQueue(context.get(), () -> {});
  }

  @Test
  void theQueueOfTheWindowRunsTheNetworkAsOftenAsTheCommand() throws Exception {
    try (Rollout rollout = DarkRoomRecordings.withLimbo(folder, 120)) {
      Map<String, Integer> command = new ConcurrentHashMap<>();
      List<AuditReport> reports =
          new AuditRun(
                  new AuditSubject(rollout, Optional.empty()),
                  both(counting(FormsOpener.BUILT_IN, command)),
                  _ -> {})
              .run(Progress.SILENT, new Cancellation());
      Map<String, Integer> window = new ConcurrentHashMap<>();
      List<Audit> audits = both(counting(FormsOpener.BUILT_IN, window));
      List<PanelUnderTest> panels = new ArrayList<>();
      HeadlessToolkit.onFx(() -> {
        AuditQueue queue = queue(rollout, panels);
        queue.enqueue(audits);
        panels.getFirst().work();
        assertEquals(
            reports, audits.stream().map(audit -> queue.report(audit).orElseThrow()).toList());
        panels.getFirst().close();
        return true;
      });
      assertEquals(command, window);
      assertEquals(2, window.getOrDefault("acted", 0), window.toString());
    }
  }

  @Test
  void theQueueForgetsOutputsWithTheLastAudit() throws Exception {
    try (Rollout rollout = DarkRoomRecordings.withLimbo(folder, 120)) {
      Map<String, Integer> calls = new ConcurrentHashMap<>();
      List<Audit> parity = List.of(new ParityAudit(counting(FormsOpener.BUILT_IN, calls)));
      List<PanelUnderTest> panels = new ArrayList<>();
      HeadlessToolkit.onFx(() -> {
        AuditQueue queue = queue(rollout, panels);
        for (int round = 1; round <= 2; round++) {
          queue.enqueue(parity);
          panels.getFirst().work();
          assertEquals(round, calls.getOrDefault("acted", 0), calls.toString());
        }
        panels.getFirst().close();
        return true;
      });
    }
  }
}
