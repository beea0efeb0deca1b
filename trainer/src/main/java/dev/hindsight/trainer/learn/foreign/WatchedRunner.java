package dev.hindsight.trainer.learn.foreign;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.task.TaskHandle;
import dev.hindsight.trainer.task.Tasks;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// Runs a program of others, which may compute for long or fill the memory. Each pass runs in a
/// thread of its own and is given up beyond a time or an amount of memory; a pass that cannot be
/// stopped goes on until it ends or the process does, and the program is then never freed. One
/// owner thread.
final class WatchedRunner implements ProgramRunner {
  /// What a pass may take: one on a few random observations, or on those of all agents at a tick.
  static final Budget USUAL = new Budget(Duration.ofSeconds(60), 4L << 30);

  private static final long LOOK_MILLIS = 10;

  /// Reading the memory takes longer than a small pass, so what it was before one is read now and
  /// then.
  private static final long FRESH_NANOS = Duration.ofSeconds(1).toNanos();

  private final ProgramRunner inner;
  private final Budget budget;
  private final String where;
  private final LongSupplier memory;
  private final Tasks tasks = new Tasks(1);
  private long read = System.nanoTime();
  private long least;
  private boolean given;

  /// What a pass may take.
  ///
  /// @param time of the clock
  /// @param bytes by which the memory of the process may grow meanwhile
  record Budget(Duration time, long bytes) {}

  /// @param inner closed with this, unless a pass still runs
  /// @param memory bytes that the process holds now; 0 where that is unknown
  WatchedRunner(ProgramRunner inner, Budget budget, String where, LongSupplier memory) {
    this.inner = inner;
    this.budget = budget;
    this.where = where;
    this.memory = memory;
    least = memory.getAsLong();
  }

  @Override
  public List<ProgramArray> run(List<ProgramArray> inputs) {
    return watched(() -> inner.run(inputs));
  }

  private <T> T watched(Supplier<T> work) {
    if (given) {
      throw beyond(wording("WatchedRunner.it_still_computes"));
    }
    CountDownLatch ended = new CountDownLatch(1);
    long now = System.nanoTime();
    if (now - read > FRESH_NANOS) {
      read = now;
      least = memory.getAsLong();
    }
    long end = System.nanoTime() + budget.time().toNanos();
    TaskHandle<T> pass = tasks.start(where, (_, _) -> work.get());
    pass.whenEnded(Runnable::run, _ -> ended.countDown());
    while (!over(ended)) {
      if (memory.getAsLong() - least > budget.bytes()) {
        giveUp();
        throw beyond(wording("WatchedRunner.it_takes_memory", budget.bytes() >> 20));
      }
      if (System.nanoTime() - end > 0) {
        giveUp();
        throw beyond(wording("WatchedRunner.it_takes_time", budget.time().toSeconds()));
      }
    }
    return pass.await();
  }

  private boolean over(CountDownLatch ended) {
    try {
      return ended.await(LOOK_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      giveUp();
      Thread.currentThread().interrupt();
      throw beyond(wording("WatchedRunner.it_still_computes"));
    }
  }

  private void giveUp() {
    given = true;
    inner.stop();
  }

  @Override
  public boolean givenUp() {
    return given;
  }

  private Problem beyond(String what) {
    return new Problem(what, where, wording("WatchedRunner.save_a_policy_that_takes_less"));
  }

  @Override
  public float[] gradient(List<ProgramArray> inputs, int input, int output, int number) {
    return watched(() -> inner.gradient(inputs, input, output, number));
  }

  @Override
  public void stop() {
    inner.stop();
  }

  @Override
  public void close() {
    if (!given) {
      tasks.close();
      inner.close();
    }
  }
}
