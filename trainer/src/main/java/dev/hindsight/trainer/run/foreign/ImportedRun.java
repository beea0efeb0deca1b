package dev.hindsight.trainer.run.foreign;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.LedgerEntry;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunId;
import dev.hindsight.trainer.run.ledger.RunLabel;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunStart;
import dev.hindsight.trainer.run.ledger.RunStatus;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What another program logged as a run in the ledger, so that charts, comparisons and figures show
/// it beside others: every logged step is an update, its number of steps are the agent steps, and
/// the difference of wall times is the time that the update took.
public final class ImportedRun {
  /// Stands for the environment of such a run.
  public static final String ENVIRONMENT = "imported";

  private static final int LONGEST_NAME = 50;

  /// A smaller number of seconds (March 1973) is no date: it counts from the start of the training,
  /// as `time/time_elapsed` of Stable-Baselines3 does.
  private static final double EARLIEST = 1e8;

  private static final String SOURCE = "source";

  private ImportedRun() {}

  /// Whether a run was imported: then it has metrics, but no checkpoint and no environment.
  public static boolean is(RunRecord run) {
    return run.start().environment().equals(ENVIRONMENT);
  }

  /// The log that a run was imported from; empty for any other run.
  public static Optional<Path> source(RunRecord run) {
    return Optional.ofNullable(run.start().effective().get(SOURCE))
        .filter(_ -> is(run))
        .map(Path::of);
  }

  /// Refuses an imported run where a policy or an environment is needed.
  ///
  /// @throws Problem if the run was imported
  public static void requireTrained(RunRecord run) {
    if (is(run)) {
      throw new Problem(
          wording("ImportedRun.it_was_imported"),
          run.id().text(),
          wording("ImportedRun.name_a_run_of_hindsight"));
    }
  }

  /// The updates of a log.
  public static List<UpdateReport> reports(LoggedMetrics logged) {
    TreeMap<Long, Map<String, Double>> rows = new TreeMap<>();
    TreeMap<Long, Double> times = new TreeMap<>();
    logged
        .scalars()
        .forEach((tag, series) -> {
          for (int i = 0; i < series.count(); i++) {
            // A loss that is not finite is what a reader looks for.
            rows.computeIfAbsent(series.step(i), _ -> new LinkedHashMap<>())
                .put(tag, series.value(i));
            if (Double.isFinite(series.time(i))) {
              times.merge(series.step(i), series.time(i), Math::max);
            }
          }
        });
    List<UpdateReport> reports = new ArrayList<>();
    long step = 0;
    double begin = logged.begin();
    double time = begin < EARLIEST ? Math.min(0, begin) : begin;
    for (Map.Entry<Long, Map<String, Double>> row : rows.entrySet()) {
      Map<String, Double> metrics = new LinkedHashMap<>(row.getValue());
      Double now = times.get(row.getKey());
      if (now != null && now >= time) {
        metrics.putIfAbsent(UpdateReport.SECONDS, now - time);
        time = now;
      }
      long steps = Math.max(0, row.getKey() - step);
      step = Math.max(step, row.getKey());
      reports.add(new UpdateReport(reports.size() + 1L, steps, steps, List.of(), metrics));
    }
    return reports;
  }

  /// Enters a log in a ledger.
  ///
  /// @param place where the log is
  /// @param home folder of the new run's folder
  public static RunId enter(LoggedMetrics logged, Path place, Path home, RunLedger ledger) {
    List<UpdateReport> reports = reports(logged);
    RunLabel label = label(logged, place);
    double begin = logged.begin();
    Instant begun = begin >= EARLIEST ? Instant.ofEpochMilli((long) (1000 * begin)) : Instant.now();
    RunFolder folder = RunFolder.create(home, ENVIRONMENT, Instant.now(), ledger);
    try (MetricsLog log = MetricsLog.open(folder.metrics(), 0)) {
      log.appendAll(reports);
    }
    logged.history().write(folder.path());
    RunId id = folder.id();
    long steps = reports.stream().mapToLong(UpdateReport::agentSteps).sum();
    double seconds = reports.stream().mapToDouble(UpdateReport::seconds).sum();
    ledger.append(new LedgerEntry.Begun(id, begun, start(place, folder, reports.size())));
    ledger.append(
        new LedgerEntry.Ended(
            id,
            Instant.now(),
            RunStatus.FINISHED,
            wording("ImportedRun.imported_from", place),
            new RunProgress(
                reports.size(),
                reports.size(),
                steps,
                steps,
                seconds,
                Optional.empty(),
                1,
                List.of())));
    RunLabel _ = RunLabel.edit(folder, _ -> label);
    return id;
  }

  /// What the run is called, and how its log was read as far as a note has room for it.
  private static RunLabel label(LoggedMetrics logged, Path place) {
    List<String> words = new ArrayList<>(List.of(wording("ImportedRun.imported_from", place)));
    words.addAll(logged.notes());
    String note = String.join("; ", words);
    String name = String.valueOf(place.toAbsolutePath().getFileName()).replaceAll("[^\\w.-]", "-");
    return new RunLabel(
        name.substring(0, Math.min(LONGEST_NAME, name.length())),
        List.of(ENVIRONMENT),
        note.length() > RunLabel.LONGEST_NOTE
            ? note.substring(0, RunLabel.LONGEST_NOTE - 1) + "…"
            : note);
  }

  private static RunStart start(Path place, RunFolder folder, long updates) {
    return new RunStart(
        ENVIRONMENT,
        "",
        ENVIRONMENT,
        List.of(),
        Map.of(),
        Map.of(),
        Map.of(SOURCE, place.toAbsolutePath().toString()),
        Map.of(),
        0,
        TrainingTask.Device.CPU,
        "",
        "",
        "",
        "",
        "",
        folder.path(),
        updates);
  }
}
