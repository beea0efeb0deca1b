package dev.hindsight.trainer.run.session;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The alarms of a run: checked after each update, and written to the ledger when they are raised
/// and when they no longer hold. One owner thread, except for [#stuck].
final class RunAlarms {
  /// Updates in which the score of a new policy should have risen: at least so many, and this share
  /// of all.
  private static final long STALL = 50;

  private static final double STALL_SHARE = 0.3;

  private final HealthMonitor health;
  private final RunJournal journal;
  private List<HealthAlarm> measured = List.of();
  private Optional<HealthAlarm> noStep = Optional.empty();

  /// @param updatesInAll of the run
  RunAlarms(TrainingSpec spec, long updatesInAll, RunJournal journal) {
    this.journal = journal;
    this.health =
        new HealthMonitor(
            clippedTo(spec),
            spec.request().parent().isPresent()
                ? Long.MAX_VALUE
                : Math.max(STALL, Math.round(STALL_SHARE * updatesInAll)));
  }

  /// The length to which gradients are clipped, if the algorithm has such a knob.
  private static OptionalDouble clippedTo(TrainingSpec spec) {
    return Stream.of("max_grad_norm", "grad_clip")
        .filter(spec.task().settings().values()::containsKey)
        .mapToDouble(spec.task().settings()::real)
        .filter(norm -> norm > 0)
        .findFirst();
  }

  /// Goes through the earlier updates of a resumed run.
  ///
  /// @param noted the alarms in the ledger: those of updates that were lost, or that an older
  ///   version noted, may be over
  synchronized void restore(
      List<UpdateReport> earlier, List<RunRecord.RaisedAlarm> noted, long update) {
    earlier.forEach(report -> measured = health.add(report));
    note(noted.stream().map(RunRecord.RaisedAlarm::kind).collect(Collectors.toSet()), update);
    if (!now().isEmpty()) {
      journal.announce(new TrainingEvent.HealthChanged(now()));
    }
  }

  /// Checks an update that is complete.
  synchronized void updated(UpdateReport report) {
    Set<String> before = kinds();
    measured = health.add(report);
    changed(before, report.update());
  }

  /// An update makes no step. Called while the owner thread may be stuck, by another one.
  ///
  /// @param seconds since its last step
  /// @param update the last one that is complete
  synchronized void stuck(double seconds, long update) {
    Set<String> before = kinds();
    noStep =
        Optional.of(
            new HealthAlarm(
                HealthAlarm.Kind.NO_STEP,
                seconds,
                wording("RunAlarms.no_step_for", NumberWords.seconds(seconds))));
    changed(before, update);
  }

  /// An update that made no step makes steps again.
  ///
  /// @param update the last one that is complete
  synchronized void moves(long update) {
    Set<String> before = kinds();
    noStep = Optional.empty();
    changed(before, update);
  }

  private void changed(Set<String> before, long update) {
    if (!kinds().equals(before)) {
      note(before, update);
      journal.announce(new TrainingEvent.HealthChanged(now()));
    }
  }

  /// What is wrong now.
  synchronized List<HealthAlarm> now() {
    List<HealthAlarm> all = new ArrayList<>(measured);
    noStep.ifPresent(all::add);
    return all;
  }

  private void note(Set<String> before, long update) {
    for (HealthAlarm alarm : now()) {
      String kind = alarm.kind().id();
      if (!before.contains(kind)) {
        journal.noted(RunRecord.ALARM + kind, alarm.value(), update, alarm.words());
      }
    }
    Set<String> now = kinds();
    before.stream()
        .filter(kind -> !now.contains(kind))
        .forEach(kind -> journal.noted(RunRecord.ALARM_OVER + kind, 0, update, ""));
  }

  private Set<String> kinds() {
    return now().stream().map(alarm -> alarm.kind().id()).collect(Collectors.toSet());
  }
}
