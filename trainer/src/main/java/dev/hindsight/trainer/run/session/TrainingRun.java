package dev.hindsight.trainer.run.session;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.Gate;
import dev.hindsight.trainer.run.ledger.Gate.Status;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunStart;
import dev.hindsight.trainer.run.ledger.RunStatus;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.util.Optional;
import java.util.function.Consumer;

/// Trains a policy: gates, then updates, each safe on disk before the next begins.
///
/// A job for [dev.hindsight.trainer.task.Tasks], to be run once. Whoever watches hears of
/// everything on the job's thread, and had better return at once: a window puts events into a
/// [dev.hindsight.trainer.task.Backlog]. Wishes may come from any thread and never wait.
///
/// ```
/// preflight gates -> update 1 -> first-update gate -> update 2 -> ...
/// each update:  act, learn -> metrics -> checkpoint -> ledger, TensorBoard, events
/// ```
public final class TrainingRun implements Job<TrainingResult> {
  /// Name of the gate that the first update must pass: a run is healthy only then.
  public static final String FIRST_UPDATE = "first-update";

  private final TrainingSpec spec;
  private final Optional<RunRecord> before;
  private final RunContext place;
  private final Consumer<? super TrainingEvent> listener;
  private final TrainingCommandQueue wishes = new TrainingCommandQueue();

  private TrainingRun(
      TrainingSpec spec,
      Optional<RunRecord> before,
      RunContext place,
      Consumer<? super TrainingEvent> listener) {
    this.spec = spec;
    this.before = before;
    this.place = place;
    this.listener = listener;
  }

  /// A new run.
  ///
  /// @param listener hears of everything, on the job's thread
  public static TrainingRun begin(
      TrainingSpec spec, RunContext place, Consumer<? super TrainingEvent> listener) {
    return new TrainingRun(spec, Optional.empty(), place, listener);
  }

  /// A run that goes on from its last checkpoint: what it does is what it would have done.
  ///
  /// @param spec made from the record's [RunStart#request()]
  public static TrainingRun resume(
      RunRecord before,
      TrainingSpec spec,
      RunContext place,
      Consumer<? super TrainingEvent> listener) {
    return new TrainingRun(spec, Optional.of(before), place, listener);
  }

  /// Wishes something; [TrainingCommand] says when it is granted. Any thread; returns at once.
  public void command(TrainingCommand wish) {
    wishes.add(wish);
  }

  /// Trains until all updates are done, somebody stops it, or something is wrong.
  ///
  /// @throws Problem if it cannot even begin, or its files cannot be written
  @Override
  public TrainingResult run(Progress progress, Cancellation cancellation) {
    try (RunSession session =
        before.isPresent()
            ? RunStarter.takeUp(before.get(), spec, place, listener)
            : RunStarter.begin(spec, place, listener)) {
      try {
        return train(session, progress, cancellation);
      } catch (RuntimeException e) {
        session.ended(RunStatus.FAILED, String.valueOf(e.getMessage()));
        throw e;
      }
    }
  }

  private TrainingResult train(RunSession session, Progress progress, Cancellation cancellation) {
    for (GateCheck check : place.preflight()) {
      Gate gate = session.journal().checked(check.run());
      if (gate.verdict() == Status.FAIL) {
        return session.ended(RunStatus.GATE_FAILED, gate.toString());
      }
    }
    session.open();
    boolean healthy = false;
    while (session.progress().updates() < session.progress().updatesInAll()) {
      if (wishes.execute(session, cancellation) == TrainingCommandQueue.NextStep.STOP) {
        return session.ended(RunStatus.STOPPED, "stopped by the user");
      }
      long begin = System.nanoTime();
      Optional<UpdateReport> report = Optional.empty();
      String wrong = "";
      try {
        report = Optional.of(session.update());
      } catch (Problem notFinite) {
        wrong = notFinite.getMessage();
      } catch (UpdateAbandonedException _) {
        return session.ended(RunStatus.STOPPED, "stopped by the user");
      }
      double seconds = (System.nanoTime() - begin) * 1e-9;
      if (!healthy) {
        Gate gate = session.journal().checked(firstUpdate(report, wrong, seconds));
        healthy = gate.verdict() == Status.PASS;
        wrong = healthy ? "" : gate.detail();
      }
      if (!wrong.isEmpty()) {
        return session.ended(RunStatus.NOT_FINITE, wrong);
      }
      session.keep(report.orElseThrow(), seconds);
      RunProgress now = session.progress();
      progress.report(now.updates(), now.updatesInAll(), "updates");
    }
    wishes.execute(session, cancellation);
    return session.ended(RunStatus.FINISHED, "");
  }

  private static Gate firstUpdate(Optional<UpdateReport> report, String wrong, double seconds) {
    if (report.isEmpty()) {
      return new Gate(FIRST_UPDATE, Status.FAIL, wrong);
    }
    UpdateReport done = report.get();
    for (var metric : done.metrics().entrySet()) {
      if (!Double.isFinite(metric.getValue())) {
        return new Gate(FIRST_UPDATE, Status.FAIL, metric.getKey() + " is " + metric.getValue());
      }
    }
    if (done.agentSteps() == 0) {
      return new Gate(FIRST_UPDATE, Status.FAIL, "no agent step could be used for training");
    }
    return new Gate(
        FIRST_UPDATE,
        Status.PASS,
        String.format(
            java.util.Locale.ROOT,
            "update %d: %d agent steps in %s, every number finite",
            done.update(),
            done.agentSteps(),
            NumberWords.seconds(seconds)));
  }
}
