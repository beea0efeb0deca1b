package dev.hindsight.trainer.fleet;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.util.concurrent.atomic.AtomicLong;

/// The sign of life of a worker, and the way to end it. Any thread.
final class WorkerPulse {
  private final AtomicLong steps = new AtomicLong();
  private volatile long last = Long.MAX_VALUE;

  /// Notes that an environment ran a tick.
  void beat() {
    steps.incrementAndGet();
  }

  /// Ticks of all its environments so far.
  long steps() {
    return steps.get();
  }

  /// Makes the worker fail, as if its process had died.
  ///
  /// @param more steps that it still runs
  void killAfter(long more) {
    last = steps.get() + more;
  }

  /// Called before a step.
  ///
  /// @throws WorkerFailure if the worker was killed
  void check() {
    if (steps.get() >= last) {
      throw new WorkerFailure(wording("WorkerPulse.killed"));
    }
  }

  /// What ends a worker.
  static final class WorkerFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    WorkerFailure(String cause) {
      super(cause);
    }
  }
}
