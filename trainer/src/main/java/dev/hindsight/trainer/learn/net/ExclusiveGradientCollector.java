package dev.hindsight.trainer.learn.net;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.training.GradientCollector;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/// Taking gradients, one thread at a time: DJL has one collector for all threads of a process, and
/// beginning a second one fails or wipes what the first has gathered. Closed by the thread that
/// began it.
public final class ExclusiveGradientCollector implements GradientCollector {
  private static final ReentrantLock TURN = new ReentrantLock();
  private static final AtomicInteger LEARNERS = new AtomicInteger();

  private final GradientCollector collector;

  private ExclusiveGradientCollector(GradientCollector collector) {
    this.collector = collector;
  }

  /// Waits for its turn.
  public static GradientCollector begin(Engine engine) {
    TURN.lock();
    try {
      return new ExclusiveGradientCollector(engine.newGradientCollector());
    } catch (RuntimeException failure) {
      TURN.unlock();
      throw failure;
    }
  }

  /// For who only looks: nothing while somebody learns, whose gradients outlive his turns.
  public static Optional<GradientCollector> ifNobodyLearns(Engine engine) {
    return LEARNERS.get() > 0 ? Optional.empty() : Optional.of(begin(engine));
  }

  /// Somebody learns from now on.
  public static void learnerBegins() {
    LEARNERS.incrementAndGet();
  }

  /// Somebody has stopped learning.
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
