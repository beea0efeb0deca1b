package dev.hindsight.trainer.run.session;

import dev.hindsight.trainer.run.UpdateProgress;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Makes a few events per second of the progress within long updates, and none within short ones.
/// Allocates only for an event. One owner thread.
final class ProgressEvents implements UpdateProgress {
  /// Updates that take no longer have no events.
  static final long SHORT_NANOS = 500_000_000;

  /// Time between two events.
  static final long PAUSE_NANOS = 250_000_000;

  private final LongSupplier nanos;
  private final Consumer<? super TrainingEvent> listener;
  private long update;
  private long next;

  /// @param nanos a clock, as [System#nanoTime]
  ProgressEvents(LongSupplier nanos, Consumer<? super TrainingEvent> listener) {
    this.nanos = nanos;
    this.listener = listener;
  }

  /// An update begins.
  ///
  /// @param number its number, from 1
  void begin(long number) {
    update = number;
    next = nanos.getAsLong() + SHORT_NANOS;
  }

  @Override
  public void reached(Phase phase, int done, int inAll) {
    long now = nanos.getAsLong();
    // An evaluation reports only its beginning.
    if (now - next >= 0 || phase == Phase.EVALUATE) {
      next = now + PAUSE_NANOS;
      listener.accept(new TrainingEvent.Progressed(update, phase, done, inAll));
    }
  }
}
