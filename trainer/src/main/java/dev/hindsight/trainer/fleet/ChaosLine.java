package dev.hindsight.trainer.fleet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/// A line between workers and learner that loses batches, delivers them twice or late. What it does
/// to the n-th batch depends on the seed alone. Any thread.
///
/// A lost batch is one whose worker the learner never hears of again: its worker is taken for dead,
/// so that the learner has it collected again by a new one; the line says so at once, where a
/// learner would wait for its deadline. A late batch arrives after the next one of its update.
final class ChaosLine implements BiConsumer<WorkerReport, Consumer<WorkerReport>> {
  private final double rate;
  private final SplittableRandom random;
  private final int workers;
  private final List<Runnable> held = new ArrayList<>();

  /// Workers whose batch has passed or waits, by update.
  private final Map<Long, Set<Integer>> passed = new HashMap<>();

  private long lost;
  private long doubled;
  private long late;

  /// @param rate probability of each of the three, at most a third
  /// @param workers number of workers
  ChaosLine(double rate, long seed, int workers) {
    this.rate = rate;
    this.workers = workers;
    this.random = new SplittableRandom(seed);
  }

  @Override
  public synchronized void accept(WorkerReport report, Consumer<WorkerReport> receiver) {
    if (!(report instanceof WorkerReport.Collected batch)) {
      receiver.accept(report);
      return;
    }
    double draw = random.nextDouble();
    Set<Integer> arrived = passed.computeIfAbsent(batch.update(), _ -> new HashSet<>());
    if (draw >= rate) {
      arrived.add(batch.id().worker());
    }
    if (draw < rate) {
      lost++;
      receiver.accept(
          new WorkerReport.Failed(
              batch.id().worker(),
              batch.id().generation(),
              batch.counts().started(),
              batch.counts().steps(),
              new WorkerPulse.WorkerFailure("lost")));
    } else if (draw < 2 * rate) {
      doubled++;
      receiver.accept(batch);
      receiver.accept(batch);
    } else if (draw < 3 * rate && held.isEmpty() && arrived.size() < workers) {
      late++;
      held.add(() -> receiver.accept(batch));
      return;
    } else {
      receiver.accept(batch);
    }
    flush();
  }

  private void flush() {
    held.forEach(Runnable::run);
    held.clear();
  }

  /// Batches that were lost.
  synchronized long lost() {
    return lost;
  }

  /// Batches that were delivered twice.
  synchronized long doubled() {
    return doubled;
  }

  /// Batches that were delivered late.
  synchronized long late() {
    return late;
  }
}
