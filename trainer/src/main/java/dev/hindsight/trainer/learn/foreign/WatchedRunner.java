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

/// Runs a program that nobody has tried yet: it may compute for long or fill the memory. Each pass
/// runs in a thread of its own and is given up beyond a time or an amount of memory; a pass that
/// cannot be stopped goes on until it ends or the process does, and the program is then never
/// freed. One owner thread.
final class WatchedRunner implements ProgramRunner {
  /// What a pass on a few random observations may take.
  static final Budget USUAL = new Budget(Duration.ofSeconds(60), 4L << 30);

  private static final long LOOK_MILLIS = 10;

  private final ProgramRunner inner;
  private final Budget budget;
  private final String where;
  private final LongSupplier memory;
  private final Tasks tasks = new Tasks(1);
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
  }

  @Override
  public List<ProgramArray> run(List<ProgramArray> inputs) {
    if (given) {
      throw beyond(wording("WatchedRunner.it_still_computes"));
    }
    CountDownLatch ended = new CountDownLatch(1);
    long least = memory.getAsLong();
    long end = System.nanoTime() + budget.time().toNanos();
    TaskHandle<List<ProgramArray>> pass = tasks.start(where, (_, _) -> inner.run(inputs));
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

  private Problem beyond(String what) {
    return new Problem(what, where, wording("WatchedRunner.save_a_policy_that_takes_less"));
  }

  @Override
  public float[] gradient(List<ProgramArray> inputs, int input, int output, int number) {
    return inner.gradient(inputs, input, output, number);
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

  /// Ends the threads and leaves the program open.
  void release() {
    if (!given) {
      tasks.close();
    }
  }
}
