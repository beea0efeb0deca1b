package dev.hindsight.trainer.run.session;

import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.RunRecord;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The alarms of a run: checked after each update, and written to the ledger when they are raised
/// and when they no longer hold. One owner thread.
final class RunAlarms {
  /// Updates in which the score of a new policy should have risen: at least so many, and this share
  /// of all.
  private static final long STALL = 50;

  private static final double STALL_SHARE = 0.3;

  private final HealthMonitor health;
  private final RunJournal journal;
  private List<HealthAlarm> alarms = List.of();

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
  void restore(List<UpdateReport> earlier, List<RunRecord.RaisedAlarm> noted, long update) {
    earlier.forEach(report -> alarms = health.add(report));
    note(noted.stream().map(RunRecord.RaisedAlarm::kind).collect(Collectors.toSet()), update);
    if (!alarms.isEmpty()) {
      journal.announce(new TrainingEvent.HealthChanged(alarms));
    }
  }

  /// Checks an update that is complete.
  void updated(UpdateReport report) {
    Set<String> before = kinds();
    alarms = health.add(report);
    if (!kinds().equals(before)) {
      note(before, report.update());
      journal.announce(new TrainingEvent.HealthChanged(alarms));
    }
  }

  /// What is wrong now.
  List<HealthAlarm> now() {
    return alarms;
  }

  private void note(Set<String> before, long update) {
    for (HealthAlarm alarm : alarms) {
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
    return alarms.stream().map(alarm -> alarm.kind().id()).collect(Collectors.toSet());
  }
}
