package dev.hindsight.trainer.run;

import dev.hindsight.trainer.task.Cancellation;
import java.util.Optional;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;

/// What those who watch a run wish of it. Any thread adds, the run's thread grants.
final class WishList {
  /// How long a run that waits may take to notice that its job was cancelled.
  private static final long PATIENCE_MILLIS = 200;

  private final LinkedTransferQueue<TrainingCommand> wishes = new LinkedTransferQueue<>();

  /// What a run does next.
  enum Then {
    GO_ON,
    STOP
  }

  void add(TrainingCommand wish) {
    wishes.add(wish);
  }

  /// Grants what there is; while the run is to wait, waits for more.
  Then grant(RunSession session, Cancellation cancellation) {
    boolean waiting = false;
    while (!cancellation.isCancelled()) {
      Optional<TrainingCommand> wish = next(waiting);
      if (wish.isEmpty() && !waiting) {
        return Then.GO_ON;
      }
      if (wish.isPresent()) {
        switch (wish.get()) {
          case TrainingCommand.Stop _ -> {
            return Then.STOP;
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
          }
          case TrainingCommand.ScaleLearningRate scale -> session.scaleLearningRate(scale.factor());
          case TrainingCommand.WritePolicy write -> session.writePolicy(write.file());
        }
      }
    }
    return Then.STOP;
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
