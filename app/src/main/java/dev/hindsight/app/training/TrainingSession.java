package dev.hindsight.app.training;

import dev.hindsight.app.tasks.BackgroundTasks;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.ledger.LedgerEntry;
import dev.hindsight.trainer.run.ledger.MetricsLog;
import dev.hindsight.trainer.run.ledger.RunFolder;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.TrainingRequest;
import dev.hindsight.trainer.run.session.TrainingCommand;
import dev.hindsight.trainer.run.session.TrainingEvent;
import dev.hindsight.trainer.run.session.TrainingResult;
import dev.hindsight.trainer.run.session.TrainingRun;
import dev.hindsight.trainer.task.Backlog;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// A run and the window that watches it: what happens on the run's thread is taken up here once a
/// frame, wishes go the other way at once. Owned by the FX thread.
final class TrainingSession {
  /// A policy that was written on demand.
  ///
  /// @param file where it is; nothing if it could not be written
  /// @param update the last update that is in it
  record WrittenPolicy(Optional<Path> file, long update) {}

  private final Backlog<UnaryOperator<TrainingState>> news = new Backlog<>();
  private final Backlog<WrittenPolicy> written = new Backlog<>();
  private final Backlog<TrainingEvent> breaks = new Backlog<>();
  private final AtomicReference<Optional<TrainingRun>> run =
      new AtomicReference<>(Optional.empty());
  private final Queue<Consumer<WrittenPolicy>> asked = new ArrayDeque<>();
  private Runnable cancel = () -> {};
  private TrainingState state = TrainingState.BEGIN;

  private final String environment;

  private TrainingSession(String environment) {
    this.environment = environment;
  }

  /// A new run.
  ///
  /// @param home the folder its own folder goes into
  static TrainingSession begin(
      BackgroundTasks backgroundTasks, TrainingRequest request, Path home) {
    TrainingSession session = new TrainingSession(request.environment());
    session.start(backgroundTasks, listener -> RunLauncher.begin(request, home, listener));
    return session;
  }

  /// A run of the ledger that goes on from its last checkpoint.
  static TrainingSession resume(BackgroundTasks backgroundTasks, RunRecord before) {
    TrainingSession session = new TrainingSession(before.start().request().environment());
    session.start(
        backgroundTasks,
        listener -> {
          session.tellOf(before);
          return RunLauncher.resume(before, listener);
        });
    return session;
  }

  private void start(
      BackgroundTasks backgroundTasks, Function<Consumer<TrainingEvent>, TrainingRun> beginning) {
    cancel =
        backgroundTasks.<TrainingResult>startCancellable(
            "Training",
            (progress, cancellation) -> {
              TrainingRun begun = beginning.apply(this::heard);
              run.set(Optional.of(begun));
              return begun.run(progress, cancellation);
            },
            _ -> {},
            failure -> news.offer(before -> before.failed(words(failure))));
  }

  /// What the run measured before: on the run's thread, which may read files.
  private void tellOf(RunRecord before) {
    var earlier = MetricsLog.read(new RunFolder(before.start().folder()).metrics());
    long done = before.progress().map(p -> p.updates()).orElse(0L);
    List<TrainingState.RateChange> changes =
        before.changes().stream()
            .filter(change -> change.what().equals("learning_rate_factor"))
            .map(LedgerEntry.Changed::value)
            .reduce((_, last) -> last)
            .map(factor -> List.of(new TrainingState.RateChange(done, factor)))
            .orElse(List.of());
    news.offer(now -> now.after(earlier, before.progress(), changes));
  }

  /// On the run's thread.
  private void heard(TrainingEvent event) {
    news.offer(before -> before.apply(event));
    if (event instanceof TrainingEvent.Hit || event instanceof TrainingEvent.Armed) {
      breaks.offer(event);
    }
    if (event instanceof TrainingEvent.PolicyWritten(Optional<Path> file, long update)) {
      written.offer(new WrittenPolicy(file, update));
    }
  }

  private static String words(Throwable failure) {
    return failure instanceof Problem ? String.valueOf(failure.getMessage()) : failure.toString();
  }

  /// Takes up what happened since; called once a frame.
  ///
  /// @return whether something did
  boolean poll() {
    List<UnaryOperator<TrainingState>> happened = news.take();
    happened.forEach(change -> state = change.apply(state));
    for (WrittenPolicy one : written.take()) {
      answer(one);
    }
    while (!state.alive() && !asked.isEmpty()) {
      answer(last());
    }
    return !happened.isEmpty();
  }

  /// What came of breakpoints since this was last asked, oldest first: [TrainingEvent.Armed] and
  /// [TrainingEvent.Hit].
  List<TrainingEvent> breaks() {
    return breaks.take();
  }

  private void answer(WrittenPolicy policy) {
    Consumer<WrittenPolicy> asking = asked.poll();
    if (asking != null) {
      asking.accept(policy);
    }
  }

  /// What it trains in.
  String environment() {
    return environment;
  }

  /// What is known of the run.
  TrainingState state() {
    return state;
  }

  /// Wishes something of the run; it is granted between two updates.
  void command(TrainingCommand wish) {
    run.get().ifPresent(begun -> begun.command(wish));
  }

  /// Asks for the policy as it is now; of a run that is over, for its newest checkpoint.
  ///
  /// @param file to be made
  /// @param asking gets it, on the FX thread, in order
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

  /// Ends the run after the update it is in, or before it begins. What is done is on disk; it can
  /// be resumed.
  void stop() {
    cancel.run();
    if (state.run().isEmpty()) {
      news.offer(now -> now.run().isEmpty() ? now.failed("stopped before it started") : now);
    }
  }
}
