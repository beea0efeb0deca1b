package dev.hindsight.inspector.attention;

import dev.hindsight.trainer.attention.AttentionTrace;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/// Goes through the attention of one agent over a whole recording, stretch by stretch, keeping
/// none: all of it would not fit in memory.
public final class AttentionScan {
  private AttentionScan() {}

  /// Visits the stretches from first to last; for a background thread.
  ///
  /// @param reading names the agent and the memory rules
  /// @param chosen as in [AttentionSources#open]
  /// @param each receives every stretch
  public static void over(
      Rollout rollout,
      AttentionReading reading,
      Optional<Path> chosen,
      Progress progress,
      Cancellation cancellation,
      Consumer<AttentionTrace> each) {
    try (AttentionSource source = AttentionSources.open(rollout, chosen)) {
      for (Span stretch : reading.stretches()) {
        cancellation.throwIfCancelled();
        progress.report(stretch.from(), reading.passage().ticks(), "ticks");
        AttentionLimit.check(source, stretch);
        each.accept(
            stretch.equals(reading.trace().span())
                ? reading.trace()
                : source.trace(
                    reading.agent(), stretch, reading.passage(), reading.search().rules()));
      }
    }
  }
}
