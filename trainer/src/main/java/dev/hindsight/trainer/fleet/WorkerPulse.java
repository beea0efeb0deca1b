package dev.hindsight.trainer.fleet;

import static dev.hindsight.trainer.text.TrainerText.wording;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// The sign of life of a worker, and the way to end it. Any thread.
final class WorkerPulse {
  private final AtomicLong steps = new AtomicLong();
  private final AtomicLong agentSteps = new AtomicLong();
  private final AtomicLong started = new AtomicLong();

  /// How much longer a step of a slow worker takes.
  private static final long SLOWNESS_NANOS = 1_000_000;

  private final AtomicLong slow = new AtomicLong();
  private volatile long last = Long.MAX_VALUE;
  private volatile boolean absent;
  private volatile Optional<WorkerProcess> process = Optional.empty();

  /// The process of a worker that does not run in the learner's.
  ///
  /// @param address where it listens
  /// @param memory bytes of its heap in use
  /// @param memoryLimit bytes that its heap may have
  record WorkerProcess(String address, long memory, long memoryLimit) {}

  /// Notes that an environment ran a tick.
  ///
  /// @param agents number of agents that acted
  /// @param begun number of them whose episode began
  void beat(int agents, int begun) {
    agentSteps.addAndGet(agents);
    started.addAndGet(begun);
    steps.incrementAndGet();
  }

  /// Notes how many ticks the environments of a worker in another process have run.
  void reached(long ticks) {
    steps.accumulateAndGet(ticks, Math::max);
  }

  /// Notes what is known of the worker's process.
  void in(WorkerProcess known) {
    process = Optional.of(known);
  }

  /// Where the worker runs; empty for the learner's process, and while it waits for one.
  Optional<WorkerProcess> process() {
    return absent ? Optional.empty() : process;
  }

  /// Steps of agents so far.
  long agentSteps() {
    return agentSteps.get();
  }

  /// Episodes that have begun so far.
  long started() {
    return started.get();
  }

  /// Notes whether the worker waits for a process to run in: then it cannot be late.
  void absent(boolean now) {
    absent = now;
  }

  /// Whether the worker waits for a process to run in.
  boolean absent() {
    return absent;
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

  /// Makes the worker slow, as if its processor were busy: its next steps take a millisecond
  /// longer.
  ///
  /// @param steps number of them
  void slowDown(long steps) {
    slow.set(steps);
  }

  /// Called before a step.
  ///
  /// @throws WorkerFailure if the worker was killed
  void check() {
    if (steps.get() >= last) {
      throw new WorkerFailure(wording("WorkerPulse.killed"));
    }
    if (slow.get() > 0) {
      slow.decrementAndGet();
      LockSupport.parkNanos(SLOWNESS_NANOS);
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
