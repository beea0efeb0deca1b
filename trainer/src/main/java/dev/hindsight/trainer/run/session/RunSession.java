package dev.hindsight.trainer.run.session;

import static dev.hindsight.trainer.text.TrainerText.wording;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.condition.Condition;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Checkpoints;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.BreakpointHit;
import dev.hindsight.trainer.run.BreakpointListener;
import dev.hindsight.trainer.run.UpdateProgress;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.CheckpointHistory;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunCheckpoint;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunLock;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunStart;
import dev.hindsight.trainer.run.ledger.RunStatus;
import dev.hindsight.trainer.task.Watchdog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// One process's work on a run: its files, its counters and, from [#open] on, its algorithm. One
/// owner thread.
final class RunSession implements AutoCloseable {
  private final TrainingSpec spec;
  private final RunStart start;
  private final RunFolder folder;
  private final RunLock lock;
  private final RunCounter counter;
  private final RunJournal journal;
  private final Optional<Checkpoint> from;
  private final CheckpointHistory history;
  private final RunEvaluations evaluations;
  private final RunAlarms alarms;
  private final RunBuckets buckets;
  private final RunGap gap;
  private final ProgressEvents within;
  private final RunWorkers workers;
  private final LiveSettings settings;
  private final OldGarbage oldGarbage = new OldGarbage();

  /// Empty if the user turned it off.
  private Optional<Watchdog> watchdog = Optional.empty();

  private Optional<Algorithm> algorithm = Optional.empty();

  /// As of the newest state on disk.
  private RunProgress saved;

  /// @param from initial weights, or the whole state of a resumed run
  private RunSession(
      TrainingSpec spec,
      RunStart start,
      RunFolder folder,
      RunLock lock,
      RunJournal journal,
      RunCounter counter,
      Optional<Checkpoint> from,
      PolicyLibrary policies,
      LiveSettings settings) {
    this.spec = spec;
    this.start = start;
    this.folder = folder;
    this.lock = lock;
    this.journal = journal;
    this.counter = counter;
    this.saved = counter.progress();
    this.from = from;
    this.settings = settings;
    this.evaluations = new RunEvaluations(spec, policies);
    evaluations.change(settings.run().evaluation());
    RunSettings.HistoryRule kept = settings.run().history();
    this.history = new CheckpointHistory(folder, kept.every(), kept.bytes());
    this.within = new ProgressEvents(System::nanoTime, journal::announce);
    this.workers = new RunWorkers(journal, counter);
    this.buckets = new RunBuckets(folder);
    this.gap = new RunGap(spec, folder, policies);
    gap.change(settings.run().gap());
    this.alarms = new RunAlarms(spec, start.updatesInAll(), journal);
  }

  /// Starts a new run: creates its folder, locks it and adds the run to the ledger.
  static RunSession begin(
      TrainingSpec spec, RunContext place, Consumer<? super TrainingEvent> listener) {
    Optional<Checkpoint> parent =
        spec.request().parent().map(place.policies()::file).map(Checkpoints::read);
    RunFolder folder =
        RunFolder.create(place.home(), spec.environment().id(), Instant.now(), place.ledger());
    return RunLock.take(
        folder,
        lock -> {
          RunStart start = spec.start(parent, folder.path());
          RunCounter counter = new RunCounter(start.updatesInAll(), spec.run().evaluation());
          return RunJournal.open(
              folder,
              place.ledger(),
              0,
              listener,
              journal -> {
                RunSession session =
                    new RunSession(
                        spec,
                        start,
                        folder,
                        lock,
                        journal,
                        counter,
                        parent,
                        place.policies(),
                        new LiveSettings(spec));
                journal.begun(start);
                journal.takenUp(folder.path(), counter.progress());
                journal.warn(VersionChanges.ofParent(parent, spec), spec, 0);
                return session;
              });
        });
  }

  /// Resumes a run from its last checkpoint.
  ///
  /// @throws Problem if its folder or its co-player has changed, or its state is gone
  static RunSession takeUp(
      RunRecord known,
      TrainingSpec spec,
      RunContext place,
      Consumer<? super TrainingEvent> listener) {
    RunFolder folder = ResumableFolder.of(known);
    if (!known.start().coPlayerSha256().equals(MapDigests.ofCoPlayers(spec))) {
      throw new Problem(
          wording("RunSession.the_co_player_is_not_the"),
          known.start().coPlayer(),
          wording("RunSession.restore_that_file_or_begin_a"));
    }
    return RunLock.take(
        folder,
        lock -> {
          RunRecord before = place.ledger().informed(known, folder);
          RunCounter counter =
              new RunCounter(before.start().updatesInAll(), spec.run().evaluation());
          Optional<Checkpoint> state = VersionChanges.state(folder, spec, place.policies());
          List<UpdateReport> log = MetricsLog.read(folder.metrics());
          if (Files.exists(folder.latest())) {
            counter.restore(RunCheckpoint.progress(state.orElseThrow()), log);
            before.progress().ifPresent(counter::countSeconds);
          }
          // The checkpoint may be older than the newest change; the ledger is not.
          before.learningRateFactor().ifPresent(counter::scaleLearningRate);
          return RunJournal.open(
              folder,
              place.ledger(),
              counter.progress().updates(),
              listener,
              journal ->
                  new RunSession(
                          spec,
                          before.start(),
                          folder,
                          lock,
                          journal,
                          counter,
                          state,
                          place.policies(),
                          LiveSettings.resumed(spec, before))
                      .takenUp(before, log));
        });
  }

  /// @param log measurements of the run
  private RunSession takenUp(RunRecord before, List<UpdateReport> log) {
    RunProgress progress = counter.progress();
    List<UpdateReport> earlier =
        log.stream().filter(report -> report.update() <= progress.updates()).toList();
    history.forgetAfter(progress.updates());
    evaluations.restore(
        earlier.stream()
            .filter(report -> report.update() == progress.updates())
            .findFirst()
            .flatMap(counter::evaluated));
    buckets.restore(earlier);
    // The ledger says that the run trains, and where, once nothing is left to be read.
    journal.resumed(folder, progress);
    journal.warn(VersionChanges.of(from, spec, before.start()), spec, progress.updates());
    alarms.restore(earlier, before.alarms(), progress.updates());
    return this;
  }

  RunJournal journal() {
    return journal;
  }

  /// Its workers, if it has any.
  RunWorkers workers() {
    return workers;
  }

  /// Notes that the run was paused or resumed between two updates.
  void paused(String what, TrainingEvent event) {
    journal.changed(what, 0, counter.progress().updates(), event);
  }

  Path folder() {
    return folder.path();
  }

  RunProgress progress() {
    return counter.progress();
  }

  /// Creates the algorithm with its initial weights or state.
  void open() {
    watchdog =
        spec.run()
            .patience()
            .map(patience ->
                new Watchdog(
                    patience, silent -> alarms.stuck(silent * 1e-9, counter.progress().updates())));
    Algorithm opened = spec.algorithm().open(spec.task());
    algorithm = Optional.of(opened);
    workers.follow(opened);
    RunProgress progress = counter.progress();
    if (progress.updates() > 0) {
      opened.restore(from.orElseThrow().tensors(), progress.updates());
    } else if (from.isPresent()) {
      opened.adopt(from.get());
    }
    opened.follow(
        new UpdateProgress() {
          @Override
          public void reached(Phase phase, int done, int inAll) {
            if (watchdog.isPresent() && watchdog.get().step()) {
              alarms.moves(counter.progress().updates());
            }
            within.reached(phase, done, inAll);
            workers.poll();
          }

          @Override
          public void waits() {
            workers.poll();
          }

          @Override
          public void lacksWorkers() {
            workers.lacks();
          }
        });
    if (settings.changed()) {
      opened.change(settings.algorithm());
    }
    journal.announce(new TrainingEvent.SettingsKnown(settings.all()));
    opened.scaleLearningRate(progress.learningRateFactor());
  }

  /// Runs one update without saving it.
  ///
  /// @throws Problem if a number is not finite
  UpdateReport update() {
    within.begin(counter.progress().updates() + 1);
    watchdog.ifPresent(Watchdog::watch);
    try {
      return algorithm.orElseThrow().update();
    } finally {
      watchdog.ifPresent(Watchdog::rest);
    }
  }

  /// Evaluates an update if it is time, and saves it, so that it cannot be lost any more.
  ///
  /// @param measured its measurements without an evaluation
  /// @param seconds its duration, without waiting at breakpoints
  /// @return the first condition on evaluations that began to hold
  Optional<String> keep(UpdateReport measured, double seconds) {
    long begin = System.nanoTime();
    UpdateReport trained =
        buckets.measured(
            measured.with(Map.of(UpdateReport.SECONDS, seconds)),
            algorithm.orElseThrow().buckets());
    UpdateReport report =
        gap.measured(
            evaluations.measured(trained, counter.progress().updatesInAll(), this::policy, within),
            this::policy,
            within);
    journal.measured(report);
    boolean best = counter.add(report, seconds);
    // The newest state is written last: if the process dies before, the update runs again.
    history.add(
        report.update(),
        best ? CheckpointHistory.Kind.BEST : CheckpointHistory.Kind.REGULAR,
        this::writeVersion);
    if (best) {
      write(folder.best());
      RunCheckpoint.copy(folder.best(), folder.latest());
    } else {
      write(folder.latest());
    }
    boolean _ = oldGarbage.clear();
    counter.addSeconds((System.nanoTime() - begin) * 1e-9);
    saved = counter.progress();
    journal.updated(report, counter.progress());
    algorithm.flatMap(Algorithm::fleet).ifPresent(journal::workers);
    alarms.updated(report);
    Optional<EvaluationSignals> evaluated = counter.evaluated(report);
    evaluated.ifPresent(signals ->
        journal.announce(new TrainingEvent.Evaluated(report.update(), signals.scores(), best)));
    evaluations.updated(evaluated, counter.byReturn(), journal::announce);
    Optional<String> reached = evaluations.reached();
    reached.ifPresent(this::pausedBecause);
    return reached;
  }

  /// Why training should pause after the last update: the policy is far from the reference.
  Optional<String> gapReason() {
    return gap.alert()
        .map(row ->
            wording("RunSession.far_from_the_reference", NumberWords.significant(row.mean(), 3)));
  }

  /// Notes that the run pauses after the last update, and why.
  void pausedBecause(String reason) {
    long update = counter.progress().updates();
    journal.changed(
        RunRecord.PAUSED, (double) update, update, new TrainingEvent.Reached(reason, update));
  }

  /// The present policy.
  private Checkpoint policy() {
    Algorithm current = algorithm.orElseThrow();
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    current.weights().forEach(tensor -> tensors.put(tensor.name(), tensor));
    return new Checkpoint(folder.id().text(), "", tensors, metadata(current));
  }

  /// Why the run ends before its last update.
  Optional<String> stopReason() {
    return evaluations.stopReason();
  }

  void scaleLearningRate(double factor) {
    algorithm.orElseThrow().scaleLearningRate(factor);
    counter.scaleLearningRate(factor);
    journal.changed(
        RunRecord.LEARNING_RATE_FACTOR,
        factor,
        counter.progress().updates(),
        new TrainingEvent.LearningRateScaled(factor));
  }

  /// Changes a setting from the next update on. A refused one does not end the run.
  void change(String name, String value) {
    try {
      String whole = settings.change(name, value);
      algorithm.orElseThrow().change(settings.algorithm());
      evaluations.change(settings.run().evaluation());
      gap.change(settings.run().gap());
      history.limit(settings.run().history().bytes());
      journal.noted(
          whole, Double.parseDouble(value.strip()), counter.progress().updates(), value.strip());
      journal.announce(new TrainingEvent.SettingChanged(whole, value.strip(), Optional.empty()));
      journal.announce(new TrainingEvent.SettingsKnown(settings.all()));
    } catch (Problem refused) {
      journal.announce(new TrainingEvent.SettingChanged(name, value, Optional.of(refused)));
    }
  }

  /// Arms conditions. An invalid condition does not end the run.
  void arm(List<String> conditions, BreakpointListener breakpointListener) {
    Optional<Problem> wrong = Optional.empty();
    try {
      List<Condition> evaluated =
          conditions.stream()
              .filter(EvaluationSignals::named)
              .map(spec::evaluationCondition)
              .toList();
      algorithm
          .orElseThrow()
          .arm(
              conditions.stream().filter(text -> !EvaluationSignals.named(text)).toList(),
              breakpointListener);
      evaluations.arm(evaluated);
    } catch (Problem problem) {
      wrong = Optional.of(problem);
    }
    journal.announce(new TrainingEvent.Armed(conditions, wrong));
  }

  /// Saves the policy that acts at a breakpoint's tick, and reports it. The update then waits.
  void hit(BreakpointHit hit) {
    watchdog.ifPresent(Watchdog::rest);
    long update = counter.progress().updates() + 1;
    Optional<Path> policy = written(folder.hit(update, hit.tick()));
    journal.changed(
        RunRecord.PAUSED, (double) update, update - 1, new TrainingEvent.Hit(hit, update, policy));
  }

  /// The update no longer waits at a tick.
  void goesOn() {
    watchdog.ifPresent(Watchdog::watch);
  }

  /// Writes the policy on demand. A failure to write does not end the run.
  void writePolicy(Path file) {
    journal.announce(new TrainingEvent.PolicyWritten(written(file), counter.progress().updates()));
  }

  private Optional<Path> written(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      write(file);
      return Optional.of(file);
    } catch (Problem | IOException _) {
      return Optional.empty();
    }
  }

  private void write(Path file) {
    Algorithm current = algorithm.orElseThrow();
    Map<String, JsonNode> about = metadata(current);
    RunCheckpoint.write(file, current, about, folder.id(), counter.progress());
  }

  private void writeVersion(Path file) {
    Algorithm current = algorithm.orElseThrow();
    Map<String, JsonNode> about = metadata(current);
    RunCheckpoint.writePolicy(file, current, about, folder.id(), counter.progress());
  }

  private Map<String, JsonNode> metadata(Algorithm current) {
    return CheckpointMetadata.of(spec, start, settings, current.policy());
  }

  TrainingResult ended(RunStatus status, String reason) {
    return ended(status, reason, false);
  }

  /// The run stops to be resumed with other settings, because the policy is far from the reference.
  TrainingResult stoppedForAdjustment(String reason) {
    return ended(RunStatus.STOPPED, reason, true);
  }

  /// After a failure, such as a full disk, workers wait for the run to be resumed, and an update
  /// whose state was not saved does not count. Else workers are told first: a learner that is
  /// killed in between can be started again, and workers are gone.
  private TrainingResult ended(RunStatus status, String reason, boolean farFromReference) {
    if (status != RunStatus.FAILED) {
      algorithm.ifPresent(Algorithm::endWorkers);
    }
    return journal.ended(
        status,
        reason,
        status == RunStatus.FAILED ? saved : counter.progress(),
        folder.latest(),
        alarms.now(),
        algorithm.flatMap(Algorithm::books),
        farFromReference);
  }

  @Override
  public void close() {
    watchdog.ifPresent(Watchdog::close);
    algorithm.ifPresent(Algorithm::close);
    journal.close();
    lock.close();
  }
}
