package dev.hindsight.trainer.fleet;

import java.util.concurrent.atomic.AtomicLong;

/// The sign of life of a worker, and the way to end it. Any thread.
final class WorkerPulse {
  private final AtomicLong steps = new AtomicLong();
  private volatile boolean killed;

  /// Notes that an environment ran a tick.
  void beat() {
    steps.incrementAndGet();
  }

  /// Ticks of all its environments so far.
  long steps() {
    return steps.get();
  }

  /// Makes the worker fail at its next step, as if its process had died there.
  void kill() {
    killed = true;
  }

  /// @throws WorkerFailure if the worker was killed
  void check() {
    if (killed) {
      throw new WorkerFailure("killed");
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
