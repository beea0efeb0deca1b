package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.panel.PanelContext;
import dev.hindsight.trainer.rollout.Rollout;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/// Runs audits in the background, one after the other, and keeps their reports. The audits of one
/// queue share the passes through the network, as those of `hindsight audit` do. FX thread.
final class AuditQueue {
  private final PanelContext context;
  private final Runnable onChange;
  private final Map<String, KeptReport> reports = new LinkedHashMap<>();
  private final Deque<Audit> waiting = new ArrayDeque<>();
  private Optional<Audit> running = Optional.empty();
  private Optional<Path> checkpoint = Optional.empty();

  /// What the waiting audits share; empty while none runs, so that nothing is kept for later.
  private Optional<AuditSubject> subject = Optional.empty();

  private boolean stopping;
  private int asked;
  private int wanted;

  /// A report, and what there was of the recording when its audit began.
  private record KeptReport(AuditReport report, int ticks, boolean complete) {}

  /// @param onChange runs when a report arrives or another audit starts
  AuditQueue(PanelContext context, Runnable onChange) {
    this.context = context;
    this.onChange = onChange;
  }

  /// Adds audits to those already waiting.
  void enqueue(List<Audit> audits) {
    stopping = false;
    for (Audit audit : audits) {
      if (!waiting.contains(audit) && !running.equals(Optional.of(audit))) {
        waiting.add(audit);
        wanted++;
      }
    }
    next();
  }

  /// Lets the current audit finish and runs no others.
  void stop() {
    stopping = true;
    wanted -= waiting.size();
    waiting.clear();
    onChange.run();
  }

  /// Uses another checkpoint from now on, and drops the reports made with the one before. An audit
  /// that is running runs again, with the new one.
  void choose(Path file) {
    checkpoint = Optional.of(file);
    reports.clear();
    onChange.run();
  }

  Optional<Path> checkpoint() {
    return checkpoint;
  }

  Optional<AuditReport> report(Audit audit) {
    return Optional.ofNullable(reports.get(audit.id())).map(KeptReport::report);
  }

  /// The number of ticks that the recording had when the oldest of the reports began that are about
  /// less than there is of it now; empty if all are about the whole of it.
  OptionalInt outdated() {
    Rollout now = context.rollout();
    return reports.values().stream()
        .filter(each -> each.ticks != now.ticks() || each.complete != now.complete())
        .mapToInt(KeptReport::ticks)
        .min();
  }

  Optional<Audit> running() {
    return running;
  }

  boolean busy() {
    return running.isPresent();
  }

  /// The share of requested audits that have finished.
  double progress() {
    return wanted == 0 ? 0 : (double) asked / wanted;
  }

  /// The state of the queue in words.
  String words() {
    if (running.isPresent()) {
      return wording("AuditQueue.running_of", asked + 1, wanted, running.get().title());
    }
    if (reports.isEmpty()) {
      return wording("AuditQueue.no_audit_has_run_yet");
    }
    String outcomes =
        Arrays.stream(AuditVerdict.values())
            .filter(auditVerdict ->
                auditVerdict != AuditVerdict.COULD_NOT_RUN || count(auditVerdict) > 0)
            .map(auditVerdict -> count(auditVerdict) + " " + auditVerdict.words())
            .collect(Collectors.joining(", "));
    OptionalInt ticks = outdated();
    return ticks.isPresent()
        ? wording("AuditQueue.when_it_was_not_complete", outcomes, ticks.getAsInt())
        : outcomes;
  }

  private long count(AuditVerdict auditVerdict) {
    return reports.values().stream().filter(each -> each.report.verdict() == auditVerdict).count();
  }

  private void next() {
    if (running.isPresent()) {
      return;
    }
    running = Optional.ofNullable(waiting.poll());
    if (running.isEmpty()) {
      asked = 0;
      wanted = 0;
      subject = Optional.empty();
    }
    running.ifPresent(audit -> {
      Rollout rollout = context.rollout();
      AuditSubject shared = shared(rollout);
      int ticks = rollout.ticks();
      boolean complete = rollout.complete();
      context.background(
          wording("AuditQueue.running", audit.title()),
          new AuditRun(shared, List.of(audit), _ -> {}),
          results -> {
            running = Optional.empty();
            if (shared.chosen().equals(checkpoint)) {
              reports.put(audit.id(), new KeptReport(results.getFirst(), ticks, complete));
              asked++;
            } else if (!stopping) {
              waiting.addFirst(audit);
            }
            next();
          });
    });
    onChange.run();
  }

  /// What the audits before this one read, unless the recording or the checkpoint has changed.
  private AuditSubject shared(Rollout rollout) {
    AuditSubject same =
        subject
            .filter(each -> each.rollout().equals(rollout) && each.chosen().equals(checkpoint))
            .orElseGet(() -> new AuditSubject(rollout, checkpoint));
    subject = Optional.of(same);
    return same;
  }
}
