package dev.hindsight.trainer.run.session;

import dev.hindsight.trainer.run.BreakpointHit;
import dev.hindsight.trainer.run.ledger.RunRecord;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;

/// What those who watch a run wish of it. Any thread adds, the run's thread grants.
final class TrainingCommandQueue {
  /// How long a run that waits may take to notice that its job was cancelled.
  private static final long PATIENCE_MILLIS = 200;

  private final LinkedTransferQueue<TrainingCommand> wishes = new LinkedTransferQueue<>();

  /// What a run does next.
  enum NextStep {
    GO_ON,
    STOP
  }

  void add(TrainingCommand wish) {
    wishes.add(wish);
  }

  /// Grants what there is; while the run is to wait, waits for more.
  NextStep execute(RunSession session, Cancellation cancellation) {
    return execute(session, cancellation, Place.BETWEEN);
  }

  /// Where a run is while wishes are granted.
  private enum Place {
    /// Between two updates.
    BETWEEN,
    /// At a tick of one.
    WITHIN
  }

  private NextStep execute(RunSession session, Cancellation cancellation, Place place) {
    boolean waiting = place == Place.WITHIN;
    List<TrainingCommand> later = new ArrayList<>();
    try {
      while (!cancellation.isCancelled()) {
        Optional<TrainingCommand> wish = next(waiting);
        if (wish.isEmpty() && !waiting) {
          return NextStep.GO_ON;
        }
        if (wish.isPresent()) {
          switch (wish.get()) {
            case TrainingCommand.Stop _ -> {
              return NextStep.STOP;
            }
            case TrainingCommand.Pause _ -> {
              if (!waiting) {
                session.journal().changed(RunRecord.PAUSED, 0, new TrainingEvent.Paused());
              }
              waiting = true;
            }
            case TrainingCommand.Resume _ -> {
              if (waiting) {
                session.journal().changed(RunRecord.RESUMED, 0, new TrainingEvent.Resumed());
              }
              waiting = false;
              if (place == Place.WITHIN) {
                return NextStep.GO_ON;
              }
            }
            case TrainingCommand.Arm arm ->
                session.arm(arm.conditions(), hit -> wait(hit, session, cancellation));
            case TrainingCommand.ScaleLearningRate scale -> {
              if (place == Place.WITHIN) {
                later.add(scale);
              } else {
                session.scaleLearningRate(scale.factor());
              }
            }
            case TrainingCommand.WritePolicy write -> session.writePolicy(write.file());
          }
        }
      }
      return NextStep.STOP;
    } finally {
      wishes.addAll(later);
    }
  }

  /// Waits at a tick until somebody lets the run go on.
  ///
  /// @throws UpdateAbandonedException if it is to end there
  private void wait(BreakpointHit hit, RunSession session, Cancellation cancellation) {
    session.hit(hit);
    if (execute(session, cancellation, Place.WITHIN) == NextStep.STOP) {
      throw new UpdateAbandonedException();
    }
  }

  private Optional<TrainingCommand> next(boolean waiting) {
    try {
      return Optional.ofNullable(
          waiting ? wishes.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS) : wishes.poll());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return Optional.of(new TrainingCommand.Stop());
    }
  }
}
