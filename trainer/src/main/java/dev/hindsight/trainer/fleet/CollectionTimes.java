package dev.hindsight.trainer.fleet;

import dev.hindsight.trainer.observation.ObservationPacking;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.UpdateReport;
import dev.hindsight.trainer.task.Cancellation;
import java.util.Arrays;

/// How long a run takes to collect and to learn on this machine. Without workers it is what
/// [FleetModel] is made from; with workers, collecting is what the learner waits for.
///
/// @param environments of the run
/// @param collect median seconds of an update before it learns
/// @param spread standard deviation of these seconds divided by their mean
/// @param learn median seconds that an update learns
/// @param steps mean agent steps of an update
/// @param bytes of these steps: observation, action, and what else learning needs of each
/// @param weightBytes bytes of the weights
public record CollectionTimes(
    int environments,
    double collect,
    double spread,
    double learn,
    double steps,
    double bytes,
    double weightBytes) {
  /// Action, its probability, value, reward, value at a time limit, trial, progress: 4 bytes each;
  /// four flags.
  private static final int BYTES_BESIDE_OBSERVATION = 32;

  /// Updates that are not counted, because the program is still warming up.
  private static final int WARM_UP = 2;

  /// Measures a task.
  ///
  /// @param updates number of updates to measure, at least 1
  public static CollectionTimes measure(
      AlgorithmType type, TrainingTask task, int updates, Cancellation cancellation) {
    double[] collect = new double[updates];
    double[] learn = new double[updates];
    double steps = 0;
    double weights = 0;
    try (Algorithm algorithm = type.open(task)) {
      for (int u = -WARM_UP; u < updates; u++) {
        cancellation.throwIfCancelled();
        long begin = System.nanoTime();
        UpdateReport report = algorithm.update();
        double seconds = (System.nanoTime() - begin) * 1e-9;
        if (u >= 0) {
          learn[u] = report.metrics().getOrDefault("performance/learn", 0.0);
          collect[u] = seconds - learn[u];
          steps += (double) report.agentSteps() / updates;
        }
      }
      weights = algorithm.weights().stream().mapToDouble(one -> 4.0 * one.values().length).sum();
    }
    int observation =
        new ObservationPacking(task.factories().getFirst().shape().observation()).bytes();
    return new CollectionTimes(
        task.settings().whole("num_envs"),
        median(collect),
        spread(collect),
        median(learn),
        steps,
        steps * (observation + BYTES_BESIDE_OBSERVATION),
        weights);
  }

  /// Seconds from one update to the next.
  public double secondsPerUpdate() {
    return collect + learn;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  private static double spread(double[] values) {
    double mean = Arrays.stream(values).average().orElse(0);
    double squares = Arrays.stream(values).map(one -> (one - mean) * (one - mean)).sum();
    return mean > 0 && values.length > 1 ? Math.sqrt(squares / (values.length - 1)) / mean : 0;
  }

  /// Seconds of a batch that do not depend on the number of environments, from another measurement
  /// with fewer of them: the line through both.
  ///
  /// @return from 0 to [#collect]
  public double fixed(CollectionTimes fewer) {
    double each = (collect - fewer.collect) / Math.max(1, environments - fewer.environments);
    return Math.clamp(collect - each * environments, 0, collect);
  }
}
