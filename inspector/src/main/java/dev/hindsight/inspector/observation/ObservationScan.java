package dev.hindsight.inspector.observation;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Moment;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Arrays;

/// What the numbers one agent observes do over the whole recording. Every tick is read, none is
/// skipped; ticks in limbo, where an observation means nothing, do not count.
///
/// @param agent whose they are
/// @param ticks of the recording that were read
/// @param least per dimension; above [#most] where no number was seen
/// @param most per dimension
record ObservationScan(int agent, int ticks, float[] least, float[] most) {
  /// Reads a recording once.
  static ObservationScan of(
      Rollout rollout, int agent, Progress progress, Cancellation cancellation) {
    int size = ObservationReading.size(new Moment(rollout, 0, agent));
    float[] least = new float[size];
    float[] most = new float[size];
    Arrays.fill(least, Float.POSITIVE_INFINITY);
    Arrays.fill(most, Float.NEGATIVE_INFINITY);
    int ticks = size == 0 ? 0 : rollout.ticks();
    Channel observation = rollout.channel("observation").orElseThrow();
    Limbo limbo = new Limbo(rollout);
    float[] row = new float[size];
    for (int tick = 0; tick < ticks; tick++) {
      cancellation.throwIfCancelled();
      progress.report(tick, ticks, "ticks");
      if (limbo.at(tick, agent)) {
        continue;
      }
      observation.read(tick, agent * size, row, size);
      for (int i = 0; i < size; i++) {
        least[i] = Math.min(least[i], Float.isNaN(row[i]) ? least[i] : row[i]);
        most[i] = Math.max(most[i], Float.isNaN(row[i]) ? most[i] : row[i]);
      }
    }
    return new ObservationScan(agent, ticks, least, most);
  }

  /// Whether a dimension had one value at all ticks, and there was more than one tick.
  boolean constant(int dimension) {
    return ticks > 1 && dimension < least.length && least[dimension] == most[dimension];
  }

  /// The range of a dimension in words; empty where no number was seen.
  String range(int dimension) {
    if (dimension >= least.length || least[dimension] > most[dimension]) {
      return "";
    }
    return NumberWords.significant(least[dimension], 2)
        + " … "
        + NumberWords.significant(most[dimension], 2);
  }
}
