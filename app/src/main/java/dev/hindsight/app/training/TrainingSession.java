package dev.hindsight.app.training;

import static dev.hindsight.app.text.AppText.wording;

import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.run.session.LiveSetting;
import dev.hindsight.trainer.run.session.TrainingCommand;
import dev.hindsight.trainer.run.session.TrainingEvent;
import dev.hindsight.trainer.run.session.TrainingResult;
import dev.hindsight.trainer.run.session.TrainingRun;
import dev.hindsight.trainer.task.Backlog;
import dev.hindsight.trainer.task.TaskState;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// Connects a run with the window that shows it: receives the events of the run's thread once per
/// frame, and sends commands to it at once. Owned by the FX thread.
final class TrainingSession {
  /// A policy written on request.
  ///
  /// @param file its file; empty if it could not be written
  /// @param update the last update it includes
  record WrittenPolicy(Optional<Path> file, long update) {}

  private final Backlog<UnaryOperator<TrainingState>> news = new Backlog<>();
  private final Backlog<WrittenPolicy> written = new Backlog<>();
  private final Backlog<TrainingEvent> breaks = new Backlog<>();
  private final AtomicReference<Optional<TrainingRun>> run =
      new AtomicReference<>(Optional.empty());
  private final Queue<Consumer<WrittenPolicy>> asked = new ArrayDeque<>();
  private final AtomicReference<Optional<TrainingEvent.Progressed>> within =
      new AtomicReference<>(Optional.empty());
  private Optional<TrainingEvent.Progressed> shown = Optional.empty();
  private final AtomicReference<List<LiveSetting>> settings = new AtomicReference<>(List.of());
  private Runnable cancel = () -> {};
  private boolean stopped;
  private TrainingState state = TrainingState.BEGIN;

  private final String environment;

  /// A session without a run.
  TrainingSession(String environment) {
    this.environment = environment;
  }

  /// A new run.
  ///
  /// @param home the folder that will contain the run's folder
  static TrainingSession begin(
      BackgroundTasks backgroundTasks, TrainingRequest request, Path home) {
    TrainingSession session = new TrainingSession(request.environment());
    session.start(
        backgroundTasks, listener -> RunLauncher.begin(request, home, listener).attended());
    return session;
  }

  /// A run of the ledger, to be resumed from its last checkpoint.
  static TrainingSession resume(BackgroundTasks backgroundTasks, RunRecord before) {
    TrainingSession session = new TrainingSession(before.start().request().environment());
    session.start(
        backgroundTasks,
        listener -> {
          session.tellOf(before);
          return RunLauncher.resume(before, listener).attended();
        });
    return session;
  }

  /// Starts its run.
  ///
  /// @param beginning prepares the run on its thread
  void start(
      BackgroundTasks backgroundTasks, Function<Consumer<TrainingEvent>, TrainingRun> beginning) {
    cancel =
        backgroundTasks.startApart(
            wording("TrainingSession.training"),
            (progress, cancellation) -> {
              TrainingRun begun = beginning.apply(this::heard);
              run.set(Optional.of(begun));
              return begun.run(progress, cancellation);
            },
            this::ended);
  }

  /// A run reports its own end, unless it fails before it can: the disk may be full.
  private void ended(TaskState.Ended<TrainingResult> end) {
    switch (end) {
      case TaskState.Done<TrainingResult> _ -> {}
      case TaskState.Cancelled<TrainingResult> _ ->
          endedUnreported(wording("TrainingSession.stopped_before_it_started"));
      case TaskState.Failed<TrainingResult> failed -> {
        if (stopped) {
          endedUnreported(words(failed.cause()));
        } else {
          news.offer(now -> now.failed(words(failed.cause())));
        }
      }
    }
  }

  private void endedUnreported(String reason) {
    news.offer(now -> now.alive() ? now.failed(reason) : now);
  }

  /// Reports what the run measured before: on the run's thread, which may read files.
  private void tellOf(RunRecord before) {
    var earlier = MetricsLog.read(RunFolder.of(before).metrics());
    List<TrainingState.SettingChange> changes = TrainingState.SettingChange.of(before);
    news.offer(now -> now.after(earlier, before.progress(), changes));
  }

  /// Receives an event, on the run's thread.
  private void heard(TrainingEvent event) {
    if (event instanceof TrainingEvent.Progressed progressed) {
      within.set(Optional.of(progressed));
      return;
    }
    if (event instanceof TrainingEvent.SettingsKnown(List<LiveSetting> known)) {
      settings.set(known);
    }
    news.offer(before -> before.apply(event));
    forgetProgress(event);
    if (event instanceof TrainingEvent.Hit
        || event instanceof TrainingEvent.Armed
        || event instanceof TrainingEvent.SettingChanged
        || event instanceof TrainingEvent.Reached
        || event instanceof TrainingEvent.Warned) {
      breaks.offer(event);
    }
    if (event instanceof TrainingEvent.PolicyWritten(Optional<Path> file, long update)) {
      written.offer(new WrittenPolicy(file, update));
    }
  }

  /// What was said within an update stays until the next one has had time to say something: short
  /// updates after a long one say nothing.
  private void forgetProgress(TrainingEvent event) {
    if (event instanceof TrainingEvent.Updated(UpdateReport report, RunProgress _)) {
      within.updateAndGet(said -> said.filter(one -> one.update() >= report.update()));
    } else if (event instanceof TrainingEvent.Paused
        || event instanceof TrainingEvent.Reached
        || event instanceof TrainingEvent.Ended) {
      within.set(Optional.empty());
    }
  }

  private static String words(Throwable failure) {
    return failure instanceof Problem ? String.valueOf(failure.getMessage()) : failure.toString();
  }

  /// Processes the events since the last call; called once per frame.
  ///
  /// @return whether there were any
  boolean poll() {
    Optional<TrainingEvent.Progressed> said = within.get();
    boolean went = !said.equals(shown);
    shown = said;
    List<UnaryOperator<TrainingState>> happened = news.take();
    happened.forEach(change -> state = change.apply(state));
    for (WrittenPolicy one : written.take()) {
      answer(one);
    }
    while (!state.alive() && !asked.isEmpty()) {
      answer(last());
    }
    return went || !happened.isEmpty();
  }

  /// The events since the last call that the user is told of, oldest first: [TrainingEvent.Armed],
  /// [TrainingEvent.SettingChanged], [TrainingEvent.Hit], [TrainingEvent.Reached] and
  /// [TrainingEvent.Warned].
  List<TrainingEvent> breaks() {
    return breaks.take();
  }

  private void answer(WrittenPolicy policy) {
    Consumer<WrittenPolicy> asking = asked.poll();
    if (asking != null) {
      asking.accept(policy);
    }
  }

  /// How far the current update has got at the last poll; empty if updates are short.
  Optional<TrainingEvent.Progressed> within() {
    return shown;
  }

  /// The settings of the run as they are now; empty before its first update.
  List<LiveSetting> settings() {
    return settings.get();
  }

  /// The environment it trains in.
  String environment() {
    return environment;
  }

  /// The current state of the run.
  TrainingState state() {
    return state;
  }

  /// Sends a command to the run, which executes it between two updates.
  void command(TrainingCommand command) {
    run.get().ifPresent(begun -> begun.command(command));
  }

  /// Requests the current policy or, if the run has ended, its newest checkpoint.
  ///
  /// @param file the file to write
  /// @param asking receives it, on the FX thread, in order
  void policy(Path file, Consumer<WrittenPolicy> asking) {
    if (state.alive()) {
      asked.add(asking);
      command(new TrainingCommand.WritePolicy(file));
    } else {
      asking.accept(last());
    }
  }

  private WrittenPolicy last() {
    return new WrittenPolicy(
        state.ending().flatMap(TrainingState.RunEnding::checkpoint), state.updates());
  }

  /// Ends the run after its current update, or before it starts. Completed updates are saved, and
  /// the run can be resumed.
  void stop() {
    stopped = true;
    news.offer(TrainingState::stopping);
    cancel.run();
  }
}
