package dev.hindsight.trainer.learn.net;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.training.GradientCollector;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/// Collects gradients, for one owner at a time: DJL has one collector for all threads of a process,
/// and a second one fails or erases what the first has gathered. The thread that began it must
/// close it; while it is open, that thread may let others go back from targets of their own, whose
/// graphs share no array that gets a gradient.
public final class ExclusiveGradientCollector implements GradientCollector {
  private static final ReentrantLock TURN = new ReentrantLock();
  private static final AtomicInteger LEARNERS = new AtomicInteger();

  private final GradientCollector collector;

  private ExclusiveGradientCollector(GradientCollector collector) {
    this.collector = collector;
  }

  /// Waits for other threads to finish.
  public static GradientCollector begin(Engine engine) {
    TURN.lock();
    try {
      return new ExclusiveGradientCollector(engine.newGradientCollector());
    } catch (RuntimeException failure) {
      TURN.unlock();
      throw failure;
    }
  }

  /// For read-only uses: empty while a training run learns, because its gradients outlive its
  /// turns.
  public static Optional<GradientCollector> unlessSomeoneLearns(Engine engine) {
    return LEARNERS.get() > 0 ? Optional.empty() : Optional.of(begin(engine));
  }

  /// Marks the start of a training run.
  public static void learnerBegins() {
    LEARNERS.incrementAndGet();
  }

  /// Marks the end of a training run.
  public static void learnerEnds() {
    LEARNERS.decrementAndGet();
  }

  @Override
  public void backward(NDArray target) {
    collector.backward(target);
  }

  @Override
  public void zeroGradients() {
    collector.zeroGradients();
  }

  @Override
  public void close() {
    try {
      collector.close();
    } finally {
      TURN.unlock();
    }
  }
}
