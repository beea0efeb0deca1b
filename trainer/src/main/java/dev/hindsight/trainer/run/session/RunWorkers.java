package dev.hindsight.trainer.run.session;

import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.ledger.RunRecord;
import java.util.Optional;

/// What a run asks of its workers, and what it reports of them. Within an update both happen a few
/// times a second. One owner thread.
final class RunWorkers {
  private final RunJournal journal;
  private final RunCounter counter;
  private Optional<Algorithm> algorithm = Optional.empty();
  private Runnable meanwhile = () -> {};
  private Runnable lacking = () -> {};
  private long polled = System.nanoTime();

  RunWorkers(RunJournal journal, RunCounter counter) {
    this.journal = journal;
    this.counter = counter;
  }

  /// Takes the algorithm that has the workers.
  void follow(Algorithm opened) {
    algorithm = Optional.of(opened);
  }

  /// @param task what is to be done within an update, a few times a second
  void meanwhile(Runnable task) {
    meanwhile = task;
  }

  /// @param task what is to be done a few times a second while an update waits for a worker that no
  ///   process has taken: it may throw to give the update up
  void lacking(Runnable task) {
    lacking = task;
  }

  /// Within an update that waits for a worker that no process has taken.
  void lacks() {
    lacking.run();
  }

  /// Within an update: executes what was asked of workers and reports their state, if it is time.
  void poll() {
    long now = System.nanoTime();
    if (now - polled >= ProgressEvents.PAUSE_NANOS) {
      polled = now;
      meanwhile.run();
      report();
    }
  }

  private void report() {
    algorithm
        .flatMap(Algorithm::fleet)
        .ifPresent(fleet -> journal.announce(new TrainingEvent.FleetChanged(fleet)));
  }

  /// Ends or drains a worker, if there is one of the number. The run is then no longer the one that
  /// its seed alone determines, so the ledger says so.
  void command(TrainingCommand.WorkerCommand command) {
    Algorithm current = algorithm.orElseThrow();
    int workers = current.fleet().map(fleet -> fleet.workers().size()).orElse(0);
    if (command.worker() < 0 || command.worker() >= workers) {
      return;
    }
    String what =
        switch (command) {
          case TrainingCommand.DrainWorker drained -> {
            current.drain(drained.worker());
            yield RunRecord.WORKER_DRAINED;
          }
          case TrainingCommand.KillWorker killed -> {
            current.kill(killed.worker());
            yield RunRecord.WORKER_KILLED;
          }
        };
    journal.noted(what, command.worker() + 1.0, counter.progress().updates(), "");
    report();
  }
}
