package dev.hindsight.trainer.learn.replay;

import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.bench.BenchFigure;
import dev.hindsight.trainer.bench.BenchResult;
import dev.hindsight.trainer.learn.TorchEngine;
import dev.hindsight.trainer.learn.training.FloatObservations;
import dev.hindsight.trainer.learn.training.ObservationStore;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationPacking;
import dev.hindsight.trainer.run.TrainingTask;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.SplittableRandom;

/// Measures how fast one thread draws from a prioritised replay buffer: places, weights and the
/// steps themselves, with observations of 8 numbers.
public final class ReplayBench {
  private static final double NANOS = 1e9;
  private static final int EPISODE = 100;
  private static final int NUMBERS = 8;
  private static final int BATCH = 256;

  private final ReplayBuffer buffer;
  private final SplittableRandom random;
  private final float[] errors = new float[BATCH];

  private ReplayBench(int entries, long seed) {
    random = new SplittableRandom(seed);
    buffer = ReplayBufferKind.open("prioritised", new ReplayBufferKind.Sizes(entries, 1, 0.6, 0.4));
    ObservationPacking packing =
        new ObservationPacking(
            new ObservationLayout(
                List.of(
                    new ObservationLayout.Segment("own", 0, List.of(NUMBERS), List.of("number")))));
    ObservationStore seen = new FloatObservations(packing, FloatBuffer.wrap(new float[NUMBERS]));
    for (int first = 0; first < entries; first += EPISODE) {
      ReplayEpisode episode = new ReplayEpisode(packing, 0, 0.99);
      episode.see(seen, 0);
      buffer.begin(episode);
      for (int t = 0; t < Math.min(EPISODE, entries - first); t++) {
        episode.act(0, 0);
        episode.see(seen, 0);
        buffer.grow(episode);
      }
      buffer.end(episode);
    }
  }

  /// What was measured.
  ///
  /// @param entries steps in the buffer
  /// @param batch steps drawn at once
  /// @param drawnPerSecond steps drawn and copied, with their weights
  /// @param learnedPerSecond the same, with a new priority for each
  /// @param bytes that the buffer takes
  public record Result(
      int entries, int batch, double drawnPerSecond, double learnedPerSecond, long bytes)
      implements BenchResult {
    @Override
    public List<BenchFigure> figures() {
      return List.of(
          BenchFigure.context("entries", "steps", entries),
          BenchFigure.context("batch", "steps", batch),
          BenchFigure.more("drawnPerSecond", "1/s", drawnPerSecond),
          BenchFigure.more("learnedPerSecond", "1/s", learnedPerSecond),
          BenchFigure.less("bytes", "bytes", bytes));
    }
  }

  /// Runs on the calling thread.
  ///
  /// @param entries steps in the buffer
  /// @param seconds to measure each
  public static Result run(int entries, double seconds, long seed) {
    ReplayBench bench = new ReplayBench(entries, seed);
    try (NDManager manager = TorchEngine.scope(TrainingTask.Device.CPU);
        ReplayBatch batch = new ReplayBatch(manager, BATCH, NUMBERS)) {
      bench.spread(batch);
      bench.learn(batch, seconds / 2);
      double drawn = bench.draw(batch, seconds);
      double learned = bench.learn(batch, seconds);
      return new Result(bench.buffer.starts(), BATCH, drawn, learned, bench.buffer.bytes());
    }
  }

  /// Gives the starts different priorities.
  private void spread(ReplayBatch batch) {
    for (int i = 0; i < buffer.starts() / BATCH; i++) {
      learn(batch);
    }
  }

  private void learn(ReplayBatch batch) {
    buffer.sample(random, batch);
    for (int row = 0; row < BATCH; row++) {
      errors[row] = (float) random.nextExponential();
    }
    buffer.learned(batch, errors);
  }

  private double draw(ReplayBatch batch, double seconds) {
    long begin = System.nanoTime();
    long count = 0;
    while (System.nanoTime() - begin < seconds * NANOS) {
      buffer.sample(random, batch);
      count += BATCH;
    }
    return count * NANOS / (System.nanoTime() - begin);
  }

  private double learn(ReplayBatch batch, double seconds) {
    long begin = System.nanoTime();
    long count = 0;
    while (System.nanoTime() - begin < seconds * NANOS) {
      learn(batch);
      count += BATCH;
    }
    return count * NANOS / (System.nanoTime() - begin);
  }
}
