package dev.hindsight.app.study;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.evaluation.EvaluationPlan;
import dev.hindsight.app.evaluation.FinishedEvaluation;
import dev.hindsight.app.training.RunLauncher;
import dev.hindsight.trainer.DataFolder;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.PartnerPolicies;
import dev.hindsight.trainer.partner.PartnerPopulation;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.run.ledger.RunLedger;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunStatus;
import dev.hindsight.trainer.run.session.TrainingEvent;
import dev.hindsight.trainer.run.session.TrainingResult;
import dev.hindsight.trainer.run.session.TrainingRun;
import dev.hindsight.trainer.study.plan.StoredStudy;
import dev.hindsight.trainer.study.plan.StudyFile;
import dev.hindsight.trainer.study.plan.StudyFolder;
import dev.hindsight.trainer.study.plan.StudyPage;
import dev.hindsight.trainer.study.plan.StudyReport;
import dev.hindsight.trainer.study.plan.StudyScores;
import dev.hindsight.trainer.study.plan.StudySpec;
import dev.hindsight.trainer.study.plan.StudySpec.PlannedRun;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import dev.hindsight.trainer.task.TaskHandle;
import dev.hindsight.trainer.task.TaskState;
import dev.hindsight.trainer.task.Tasks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Runs a study, or what an earlier process left of it.
///
/// Each run has a folder of its own below the study's, and the ledger of runs knows all runs that
/// were begun there. So a process that was killed at any moment leaves nothing to repair: a run
/// that the ledger of runs has is resumed from its newest checkpoint, one that it lacks begins.
///
/// @param spec what to run
/// @param folder the study's folder
/// @param atOnce the most runs at the same time
/// @param listener called by the threads of the runs
/// @param description the file that messages about a wrong key name; empty without one
public record StudyRun(
    StudySpec spec, Path folder, int atOnce, StudyListener listener, Optional<Path> description)
    implements Job<StudyResult> {
  /// @throws Problem if nothing is to run at once
  public StudyRun {
    if (atOnce < 1) {
      throw new Problem(
          wording("StudyRun.runs_at_once_are_too_few", atOnce),
          "--at-once",
          wording("StudyRun.give_1_or_more"));
    }
  }

  /// The folder of a study whose user names none.
  public static Path usualFolder(StudySpec spec) {
    return DataFolder.path().resolve("studies").resolve(spec.name());
  }

  @Override
  public StudyResult run(Progress progress, Cancellation cancellation) {
    check(spec, description);
    try (StudyFolder study = StudyFolder.open(folder.toAbsolutePath().normalize())) {
      study.requireHolds(spec);
      List<PlannedRun> runs = spec.runs();
      runs.forEach(run -> requireSameRequest(spec, study.path(), run, study.entry(run)));
      runs.forEach(run -> plan(study, run));
      StudyFile.write(StudyFolder.description(study.path()), spec);
      RunCount count = new RunCount(runs.size(), progress);
      if (atOnce == 1) {
        for (PlannedRun run : runs) {
          complete(study, run, count, cancellation);
        }
      } else {
        together(study, runs, count, cancellation);
      }
      return report(study, runs);
    }
  }

  /// How many runs are done, for several threads at once.
  private static final class RunCount {
    private final int runs;
    private final Progress progress;
    private int done;

    RunCount(int runs, Progress progress) {
      this.runs = runs;
      this.progress = progress;
    }

    synchronized void done() {
      done++;
      progress.report(done, runs, wording("StudyRun.runs"));
    }

    synchronized void now(PlannedRun run, RunProgress at) {
      progress.report(
          done,
          runs,
          wording(
              "StudyRun.runs_now", run.arm().title(), run.seed(), at.updates(), at.updatesInAll()));
    }
  }

  /// Checks what can be checked before anything begins. Reads maps and policies.
  ///
  /// @param description the file that messages about a wrong key name; empty without one
  /// @throws Problem naming the arm or the key that is wrong
  public static void check(StudySpec spec, Optional<Path> description) {
    try {
      check(spec);
    } catch (Problem problem) {
      String where = description.map(file -> file + ": ").orElse("") + problem.where();
      throw problem.at(where);
    }
  }

  private static void check(StudySpec spec) {
    EnvironmentType type = BuiltInEnvironments.named(spec.environment());
    spec.arms().forEach(arm -> check(spec, arm));
    StudySpec.HeldOut held = spec.evaluation();
    type.settings().parse(held.settings(), "evaluation.settings");
    held.maps().forEach(type.scenarios()::resolve);
    held.partners()
        .filter(text -> !text.equals(EvaluationPlan.NO_PARTNERS))
        .map(PartnerPopulation::parse)
        .ifPresent(PartnerPolicies::find);
  }

  private static void check(StudySpec spec, StudySpec.Arm arm) {
    try {
      prepare(spec, arm);
    } catch (Problem problem) {
      boolean ofAll = sameWithoutItsSettings(spec, arm, problem);
      throw problem.at(
          ofAll
              ? problem.where().replaceFirst("^--set", "settings")
              : wording("StudyRun.arm", arm.title(), problem.where()));
    }
  }

  private static void prepare(StudySpec spec, StudySpec.Arm arm) {
    RunLauncher.checked(spec.request(new PlannedRun(arm, spec.seeds().getFirst())));
  }

  /// Whether a problem is about what all arms have in common.
  private static boolean sameWithoutItsSettings(
      StudySpec spec, StudySpec.Arm arm, Problem problem) {
    try {
      prepare(spec, new StudySpec.Arm(arm.name(), arm.partner(), Map.of()));
      return false;
    } catch (Problem common) {
      return common.getMessage().equals(problem.getMessage());
    }
  }

  private void plan(StudyFolder study, PlannedRun run) {
    if (study.entry(run).isEmpty()) {
      study.put(
          run,
          new StudyFolder.Entry(
              run.arm().title(),
              run.seed(),
              spec.fingerprint(run),
              "",
              StudyFolder.Entry.PLANNED,
              "",
              ""));
    }
  }

  /// The runs of a study that a folder already has; empty if no study is there.
  ///
  /// @throws Problem if the folder holds another study, or this one began with other settings
  static Optional<List<StoredStudy.StoredRun>> stored(StudySpec spec, Path folder) {
    if (!StudyFolder.isStudy(folder)) {
      return Optional.empty();
    }
    Map<String, StoredStudy.StoredRun> stored = StoredStudy.runs(folder);
    Map<String, StudyFolder.Entry> entries = StudyFolder.entries(folder);
    StudyFolder.requireHolds(folder, entries, spec);
    List<StoredStudy.StoredRun> planned = new ArrayList<>();
    for (PlannedRun run : spec.runs()) {
      requireSameRequest(spec, folder, run, Optional.ofNullable(entries.get(run.key())));
      Optional.ofNullable(stored.get(run.key())).ifPresent(planned::add);
    }
    return Optional.of(planned);
  }

  private static void requireSameRequest(
      StudySpec spec, Path folder, PlannedRun run, Optional<StudyFolder.Entry> before) {
    Map<String, String> request = spec.fingerprint(run);
    if (before.isEmpty()) {
      return;
    }
    Map<String, String> all = new LinkedHashMap<>(before.get().request());
    request.forEach(all::putIfAbsent);
    for (String key : all.keySet()) {
      String then = before.get().request().getOrDefault(key, "");
      String now = request.getOrDefault(key, "");
      if (!then.equals(now)) {
        throw new Problem(
            change(key, then, now),
            wording("StudyRun.arm", run.arm().title(), folder),
            wording("StudyRun.restore_the_file_or_choose"));
      }
    }
  }

  private static String change(String key, String then, String now) {
    if (then.isEmpty()) {
      return wording("StudyRun.the_study_began_without", key, now);
    }
    return now.isEmpty()
        ? wording("StudyRun.the_study_began_with", key, then)
        : wording("StudyRun.the_study_began_with_another", key, then, now);
  }

  private void together(
      StudyFolder study, List<PlannedRun> runs, RunCount count, Cancellation cancellation) {
    try (Tasks tasks = new Tasks(atOnce)) {
      List<TaskHandle<String>> handles = new ArrayList<>();
      for (PlannedRun run : runs) {
        TaskHandle<String> handle =
            tasks.start(
                run.key(),
                (_, _) -> {
                  complete(study, run, count, cancellation);
                  return run.key();
                });
        handle.whenEnded(
            Runnable::run,
            end -> {
              if (!(end instanceof TaskState.Done<String>)) {
                // The other runs store what they have and end.
                cancellation.cancel();
              }
            });
        handles.add(handle);
      }
      RuntimeException first = null;
      for (TaskHandle<String> handle : handles) {
        try {
          handle.await();
        } catch (RuntimeException e) {
          first = first == null || first instanceof CancellationException ? e : first;
        }
      }
      if (first != null) {
        throw first;
      }
    }
  }

  /// Trains and evaluates a run, as far as that is not done yet.
  private void complete(
      StudyFolder study, PlannedRun run, RunCount count, Cancellation cancellation) {
    cancellation.throwIfCancelled();
    StudyFolder.Entry entry = study.entry(run).orElseThrow();
    if (entry.status().equals(StudyFolder.Entry.PLANNED)) {
      entry = trained(study, run, entry, count, cancellation);
      study.put(run, entry);
      listener.told(
          new StudyEvent("trained", entry.arm(), entry.seed(), entry.status(), entry.reason()));
    }
    evaluate(study, run, entry, cancellation);
    count.done();
  }

  /// Evaluates a run whose training has ended, unless its scores are in the folder.
  private void evaluate(
      StudyFolder study, PlannedRun run, StudyFolder.Entry entry, Cancellation cancellation) {
    EvaluatedRun evaluation = new EvaluatedRun(spec, study.path(), run, entry.run());
    Path checkpoint = evaluation.checkpoint();
    Path scores = StudyFolder.scores(study.path(), run);
    if (!Files.exists(checkpoint)) {
      // Training that diverged at once left no checkpoint; any other did.
      boolean had =
          !entry.evaluated().isEmpty() || entry.status().equals(lower(RunStatus.FINISHED));
      if (had && !Files.exists(scores)) {
        throw new Problem(
            wording("StudyRun.scores_and_checkpoint_are_missing"),
            checkpoint.toString(),
            wording("StudyRun.restore_the_checkpoint_or_choose"));
      }
      return;
    }
    String digest = spec.evaluation() + "@" + Checkpoints.read(checkpoint).sha256();
    if (!digest.equals(entry.evaluated()) || !Files.exists(scores)) {
      FinishedEvaluation evaluated = evaluation.plan().run(Progress.SILENT, cancellation);
      StudyScores.of(run, evaluated.report(), evaluated.measures()).write(scores);
      study.put(run, entry.evaluated(digest));
      listener.told(
          new StudyEvent(
              "evaluated", entry.arm(), entry.seed(), entry.status(), scores.toString()));
    }
  }

  private StudyFolder.Entry trained(
      StudyFolder study,
      PlannedRun run,
      StudyFolder.Entry entry,
      RunCount count,
      Cancellation cancellation) {
    Optional<RunRecord> before = record(study, run);
    RunStatus status = before.map(RunRecord::status).orElse(RunStatus.STOPPED);
    String name = before.map(found -> found.id().text()).orElse("");
    switch (status) {
      case FINISHED -> {
        return entry.ended(name, lower(status), "");
      }
      case NOT_FINITE -> {
        return entry.ended(
            name,
            lower(status),
            before.flatMap(RunRecord::ended).map(end -> end.reason()).orElse(""));
      }
      case RUNNING, ELSEWHERE ->
          throw new Problem(
              wording("StudyRun.another_process_is_training_it"),
              name,
              wording("StudyRun.stop_it_first_or_wait"));
      case STOPPED, GATE_FAILED, FAILED, DIED -> {
        // Begun or resumed below.
      }
    }
    listener.told(
        new StudyEvent(
            before.isPresent() ? "resumes" : "trains", entry.arm(), entry.seed(), "", name));
    Consumer<TrainingEvent> events =
        event -> {
          if (event instanceof TrainingEvent.Updated updated) {
            count.now(run, updated.progress());
            listener.updated(
                entry.arm(),
                entry.seed(),
                updated.progress().updates(),
                updated.progress().updatesInAll());
          }
        };
    TrainingRun training =
        before.isPresent()
            ? RunLauncher.resume(before.get(), events)
            : RunLauncher.begin(spec.request(run), StudyFolder.home(study.path(), run), events);
    TrainingResult result = training.run(Progress.SILENT, cancellation);
    return switch (result.status()) {
      case FINISHED -> entry.ended(result.run().text(), lower(result.status()), "");
      case NOT_FINITE -> entry.ended(result.run().text(), lower(result.status()), result.reason());
      case STOPPED -> throw new CancellationException("cancelled");
      case GATE_FAILED, FAILED, RUNNING, DIED, ELSEWHERE ->
          throw new Problem(
              result.reason(),
              wording("StudyRun.arm", run.arm().title(), result.run()),
              wording("StudyRun.mend_that_and_run_the_study"));
    };
  }

  private static String lower(RunStatus status) {
    return status.name().toLowerCase(Locale.ROOT);
  }

  /// The newest run in a folder that is this run's alone. The ledger of runs also lists runs whose
  /// files a user has deleted, perhaps with the whole study: those are trained anew.
  private static Optional<RunRecord> record(StudyFolder study, PlannedRun run) {
    Path home = StudyFolder.home(study.path(), run);
    return RunLedger.ofUser().runs().reversed().stream()
        .filter(one -> one.start().folder().startsWith(home))
        .filter(one -> Files.isDirectory(one.start().folder()))
        .findFirst();
  }

  private StudyResult report(StudyFolder study, List<PlannedRun> runs) {
    List<StudyScores> scores = new ArrayList<>();
    List<String> ended = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    for (PlannedRun run : runs) {
      StudyFolder.Entry entry = study.entry(run).orElseThrow();
      boolean scored = !entry.evaluated().isEmpty();
      if (scored) {
        scores.add(StudyScores.read(StudyFolder.scores(study.path(), run)));
      }
      if (entry.status().equals(lower(RunStatus.NOT_FINITE))) {
        ended.add(
            scored
                ? wording("StudyRun.diverged_scored", entry.arm(), entry.seed(), entry.reason())
                : wording(
                    "StudyRun.diverged_without_scores", entry.arm(), entry.seed(), entry.reason()));
      }
    }
    notes.addAll(ended);
    List<StudyFolder.Entry> leftOut = study.leftOut(spec);
    if (!leftOut.isEmpty()) {
      notes.add(
          wording(
              "StudyRun.left_out",
              leftOut.stream()
                  .map(entry -> wording("StudyRun.arm_and_seed", entry.arm(), entry.seed()))
                  .collect(Collectors.joining("; "))));
    }
    trainedOn(study, runs).ifPresent(notes::add);
    StudyScores all = StudyScores.together(scores);
    all.write(StudyFolder.scores(study.path()));
    if (scores.isEmpty()) {
      throw new Problem(
          wording("StudyRun.no_run_has_scores"),
          study.path().toString(),
          ended.isEmpty() ? wording("StudyRun.see_runs_list") : ended.getFirst());
    }
    StudyPage page = new StudyPage(spec, StudyReport.of(all), notes);
    StudyFolder.write(StudyFolder.report(study.path()), page.json());
    StudyFolder.write(study.path().resolve("report.md"), page.markdown());
    return new StudyResult(study.path(), page, ended);
  }

  /// A note if any map of the evaluation is one that runs were trained on.
  private Optional<String> trainedOn(StudyFolder study, List<PlannedRun> runs) {
    List<String> training =
        runs.stream()
            .flatMap(run -> record(study, run).stream())
            .flatMap(found -> found.start().scenarios().stream())
            .distinct()
            .toList();
    List<String> held = spec.evaluation().maps();
    List<String> both =
        held.isEmpty() ? training : held.stream().filter(training::contains).toList();
    return both.isEmpty()
        ? Optional.empty()
        : Optional.of(wording("StudyRun.evaluated_on_training_maps", String.join(", ", both)));
  }
}
