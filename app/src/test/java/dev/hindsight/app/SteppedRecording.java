package dev.hindsight.app;

import dev.hindsight.app.workspace.LiveRecordingJob;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.RolloutWriter;
import dev.hindsight.trainer.rollout.Summary;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// A [SyntheticRecording] that grows as fast as a test needs.
final class SteppedRecording implements LiveRecordingJob {
  static final int AGENTS = 2;

  private static final int FINISH = -1;
  private static final int FAIL = -2;

  private final Path file;
  private final BlockingQueue<Integer> orders = new LinkedBlockingQueue<>();

  SteppedRecording(Path file) {
    this.file = file;
  }

  Path file() {
    return file;
  }

  /// Records up to a number of ticks.
  void to(int ticks) {
    orders.add(ticks);
  }

  void finish() {
    orders.add(FINISH);
  }

  void fail() {
    orders.add(FAIL);
  }

  @Override
  public Path run(Progress progress, Cancellation cancellation, Consumer<Rollout> follower)
      throws InterruptedException {
    try (RolloutWriter writer = SyntheticRecording.begin(file, AGENTS)) {
      follower.accept(writer.live());
      while (true) {
        Integer order = orders.poll(1, TimeUnit.MILLISECONDS);
        cancellation.throwIfCancelled();
        if (order == null) {
          continue;
        }
        switch (order) {
          case FINISH -> {
            writer.finish(Summary.of(List.of(), Map.of(), 1));
            return file;
          }
          case FAIL -> throw new Problem("the engine stalled", "the garage", "push");
          default -> SyntheticRecording.add(writer, AGENTS, order);
        }
        progress.report(writer.ticks(), 0, "ticks");
      }
    }
  }
}
