package dev.hindsight.trainer.run.session;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.run.BreakpointHit;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.run.ledger.Gate;
import dev.hindsight.trainer.run.ledger.Gate.Status;
import dev.hindsight.trainer.run.ledger.RunProgress;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.run.ledger.RunStatus;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Trains a policy: gates, then updates, each safely on disk before the next begins.
///
/// A job for [dev.hindsight.trainer.task.Tasks], to be run once. It calls its listener on the job's
/// thread, and with [TrainingEvent.HealthChanged] also on another one while that thread is stuck.
/// The listener should return at once: a window puts events into a
/// [dev.hindsight.trainer.task.Backlog]. Commands may come from any thread and never wait.
///
/// ```
/// preflight gates -> update 1 -> first-update gate -> update 2 -> ...
/// each update:  act, learn -> metrics -> checkpoint -> ledger, TensorBoard, events
/// ```
public final class TrainingRun implements Job<TrainingResult> {
  /// Name of the gate for the first update: from then on a run counts as healthy.
  public static final String FIRST_UPDATE = "first-update";

  private final TrainingSpec spec;
  private final Optional<RunRecord> before;
  private final RunContext place;
  private final Consumer<? super TrainingEvent> listener;
  private final TrainingCommandQueue commands = new TrainingCommandQueue();
  private boolean attended;

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
  /// @param listener receives all events, on the job's thread
  public static TrainingRun begin(
      TrainingSpec spec, RunContext place, Consumer<? super TrainingEvent> listener) {
    return new TrainingRun(spec, Optional.empty(), place, listener);
  }

  /// A run that continues from its last checkpoint exactly as it would have without the
  /// interruption.
  ///
  /// @param spec made from the record's [dev.hindsight.trainer.run.ledger.RunStart#request()]
  public static TrainingRun resume(
      RunRecord before,
      TrainingSpec spec,
      RunContext place,
      Consumer<? super TrainingEvent> listener) {
    return new TrainingRun(spec, Optional.of(before), place, listener);
  }

  /// Makes the run wait at conditions from its first tick on, and checks them before any part of
  /// the run exists.
  ///
  /// @throws Problem if a text is not a condition
  public TrainingRun armed(List<String> conditions) {
    if (!conditions.isEmpty()) {
      conditions.stream().filter(EvaluationSignals::named).forEach(spec::evaluationCondition);
      spec.algorithm()
          .checkConditions(
              spec.task(),
              conditions.stream().filter(text -> !EvaluationSignals.named(text)).toList());
      commands.add(new TrainingCommand.Arm(conditions));
    }
    return this;
  }

  /// Changes settings before the next update, and checks them before anything of the run changes.
  ///
  /// @param settings texts by name, with the prefix or without
  /// @throws Problem if there is no such setting, it cannot change, or a value is invalid
  public TrainingRun changing(Map<String, String> settings) {
    LiveSettings checked =
        before
            .map(resumed -> LiveSettings.resumed(spec, resumed))
            .orElseGet(() -> new LiveSettings(spec));
    settings.forEach((name, value) -> {
      String _ = checked.change(name, value);
      commands.add(new TrainingCommand.ChangeSetting(name, value));
    });
    return this;
  }

  /// Says that a user watches the run and can resume it: where it needs adjustment it pauses.
  /// Otherwise it stops there, to be resumed.
  public TrainingRun attended() {
    attended = true;
    return this;
  }

  /// Sends a command; [TrainingCommand] says when the run executes it. Any thread; returns at once.
  public void command(TrainingCommand command) {
    commands.add(command);
  }

  /// Trains until all updates are complete, a user stops it, or an error occurs.
  ///
  /// @throws Problem if it cannot begin, or its files cannot be written
  @Override
  public TrainingResult run(Progress progress, Cancellation cancellation) {
    try (RunSession session =
        before.isPresent()
            ? RunSession.takeUp(before.get(), spec, place, listener)
            : RunSession.begin(spec, place, listener)) {
      try {
        return train(session, progress, cancellation);
      } catch (RuntimeException | Error e) {
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
    session.workers().meanwhile(() -> commands.executeForWorkers(session));
    session.workers().lacking(() -> commands.abandonIfStopped(session, cancellation));
    boolean healthy = false;
    while (session.progress().updates() < session.progress().updatesInAll()) {
      Optional<String> reached = session.stopReason();
      if (reached.isPresent()) {
        return session.ended(RunStatus.FINISHED, reached.get());
      }
      if (commands.execute(session, cancellation) == TrainingCommandQueue.NextStep.STOP) {
        return session.ended(RunStatus.STOPPED, commands.stopReason());
      }
      long begin = System.nanoTime();
      Optional<UpdateReport> report = Optional.empty();
      String wrong = "";
      try {
        report = Optional.of(session.update());
      } catch (Problem notFinite) {
        wrong = notFinite.getMessage();
      } catch (UpdateAbandonedException _) {
        return session.ended(RunStatus.STOPPED, commands.stopReason());
      }
      double seconds = (System.nanoTime() - begin - commands.takeWaited()) * 1e-9;
      if (!healthy) {
        Gate gate = session.journal().checked(firstUpdate(report, wrong, seconds));
        healthy = gate.verdict() == Status.PASS;
        wrong = healthy ? "" : gate.detail();
      }
      if (!wrong.isEmpty()) {
        return session.ended(RunStatus.NOT_FINITE, wrong);
      }
      if (session.keep(report.orElseThrow(), seconds).isPresent()) {
        commands.pauseNext();
      }
      Optional<String> far = session.gapReason();
      if (far.isPresent() && !attended) {
        return session.stoppedForAdjustment(far.get());
      }
      if (far.isPresent()) {
        session.pausedBecause(far.get());
        commands.pauseNext();
      }
      RunProgress now = session.progress();
      progress.report(now.updates(), now.updatesInAll(), "updates");
    }
    commands.execute(session, cancellation);
    return session.ended(RunStatus.FINISHED, "");
  }

  private static Gate firstUpdate(Optional<UpdateReport> report, String wrong, double seconds) {
    if (report.isEmpty()) {
      return new Gate(FIRST_UPDATE, Status.FAIL, wrong);
    }
    UpdateReport done = report.get();
    for (var metric : done.metrics().entrySet()) {
      if (!Double.isFinite(metric.getValue())) {
        return new Gate(
            FIRST_UPDATE,
            Status.FAIL,
            wording("TrainingRun.is", metric.getKey(), metric.getValue()));
      }
    }
    if (done.agentSteps() == 0) {
      return new Gate(
          FIRST_UPDATE, Status.FAIL, wording("TrainingRun.no_agent_step_could_be_used"));
    }
    return new Gate(
        FIRST_UPDATE,
        Status.PASS,
        wording(
            "TrainingRun.update_agent_steps_in_every_number",
            done.update(),
            done.agentSteps(),
            NumberWords.seconds(seconds)));
  }

  /// The queue of commands to the run. Any thread adds commands, the run's thread executes them.
  private static final class TrainingCommandQueue {
    /// Longest time until a waiting run notices that its job was cancelled.
    private static final long PATIENCE_MILLIS = 200;

    private final LinkedTransferQueue<TrainingCommand> commands = new LinkedTransferQueue<>();
    private final Queue<TrainingCommand.WorkerCommand> forWorkers = new ConcurrentLinkedQueue<>();
    private long waitedNanos;
    private boolean pauses;
    private String stopReason = new TrainingCommand.Stop().reason();

    /// Makes the run wait, as if told to pause, when it next executes commands.
    void pauseNext() {
      pauses = true;
    }

    /// What a run does next.
    enum NextStep {
      GO_ON,
      STOP
    }

    void add(TrainingCommand command) {
      if (command instanceof TrainingCommand.WorkerCommand about) {
        forWorkers.add(about);
      } else {
        commands.add(command);
      }
    }

    /// Executes what was asked of workers.
    void executeForWorkers(RunSession session) {
      for (var about = forWorkers.poll(); about != null; about = forWorkers.poll()) {
        session.workers().command(about);
      }
    }

    /// Executes queued commands; while the run is paused, waits for more.
    NextStep execute(RunSession session, Cancellation cancellation) {
      return execute(session, cancellation, Place.BETWEEN);
    }

    /// The place in a run at which commands are executed.
    private enum Place {
      /// Between two updates.
      BETWEEN,
      /// At a tick within an update.
      WITHIN
    }

    private NextStep execute(RunSession session, Cancellation cancellation, Place place) {
      boolean waiting = place == Place.WITHIN || pauses;
      pauses = false;
      List<TrainingCommand> later = new ArrayList<>();
      try {
        while (!cancellation.isCancelled()) {
          executeForWorkers(session);
          Optional<TrainingCommand> command = next(waiting);
          if (command.isEmpty() && !waiting) {
            return NextStep.GO_ON;
          }
          if (command.isPresent()) {
            switch (command.get()) {
              case TrainingCommand.Stop stop -> {
                stopReason = stop.reason();
                return NextStep.STOP;
              }
              case TrainingCommand.Pause _ -> {
                if (!waiting) {
                  session.paused(RunRecord.PAUSED, new TrainingEvent.Paused());
                }
                waiting = true;
              }
              case TrainingCommand.Resume _ -> {
                if (waiting) {
                  session.paused(RunRecord.RESUMED, new TrainingEvent.Resumed());
                }
                waiting = false;
                if (place == Place.WITHIN) {
                  return NextStep.GO_ON;
                }
              }
              case TrainingCommand.Arm arm ->
                  session.arm(arm.conditions(), hit -> wait(hit, session, cancellation));
              case TrainingCommand.ChangeSetting change -> {
                if (place == Place.WITHIN) {
                  later.add(change);
                } else {
                  session.change(change.name(), change.value());
                }
              }
              case TrainingCommand.ScaleLearningRate scale -> {
                if (place == Place.WITHIN) {
                  later.add(scale);
                } else {
                  session.scaleLearningRate(scale.factor());
                }
              }
              case TrainingCommand.WorkerCommand about -> session.workers().command(about);
              case TrainingCommand.WritePolicy write -> session.writePolicy(write.file());
            }
          }
        }
        if (place == Place.BETWEEN) {
          changeSettings(session);
        }
        return NextStep.STOP;
      } finally {
        commands.addAll(later);
      }
    }

    /// Changes the settings that a run was told before its job was cancelled: the run goes on with
    /// them when it is resumed.
    private void changeSettings(RunSession session) {
      for (var command = commands.poll(); command != null; command = commands.poll()) {
        switch (command) {
          case TrainingCommand.ChangeSetting change ->
              session.change(change.name(), change.value());
          case TrainingCommand.ScaleLearningRate scale -> session.scaleLearningRate(scale.factor());
          case TrainingCommand.WritePolicy write -> session.writePolicy(write.file());
          case TrainingCommand.Stop _,
              TrainingCommand.Pause _,
              TrainingCommand.Resume _,
              TrainingCommand.Arm _,
              TrainingCommand.WorkerCommand _ -> {
            // The run ends now.
          }
        }
      }
    }

    /// Waits at a tick until a command resumes the run.
    ///
    /// @throws UpdateAbandonedException if the run should end there
    private void wait(BreakpointHit hit, RunSession session, Cancellation cancellation) {
      long begin = System.nanoTime();
      session.hit(hit);
      NextStep next = execute(session, cancellation, Place.WITHIN);
      session.goesOn();
      waitedNanos += System.nanoTime() - begin;
      if (next == NextStep.STOP) {
        throw new UpdateAbandonedException();
      }
    }

    /// Gives an update up that may never end, if the run is to stop: nothing of it is learned yet.
    ///
    /// @throws UpdateAbandonedException if so, once everything asked before is done
    void abandonIfStopped(RunSession session, Cancellation cancellation) {
      boolean asked =
          cancellation.isCancelled()
              || commands.stream().anyMatch(TrainingCommand.Stop.class::isInstance);
      if (asked && execute(session, cancellation) == NextStep.STOP) {
        throw new UpdateAbandonedException();
      }
    }

    /// Why the run ends: the reason of the command, or the user's if its job was cancelled.
    String stopReason() {
      return stopReason;
    }

    /// Time that the run has waited at breakpoints since the last call: it is no training time.
    long takeWaited() {
      long waited = waitedNanos;
      waitedNanos = 0;
      return waited;
    }

    private Optional<TrainingCommand> next(boolean waiting) {
      try {
        return Optional.ofNullable(
            waiting ? commands.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS) : commands.poll());
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
        return Optional.of(new TrainingCommand.Stop());
      }
    }
  }

  /// A command ended a run that waited within an update, at a breakpoint or for workers: the update
  /// is not saved.
  private static final class UpdateAbandonedException extends CancellationException {
    private static final long serialVersionUID = 1;

    UpdateAbandonedException() {
      super(wording("TrainingRun.stopped_within_an_update"));
    }
  }
}
