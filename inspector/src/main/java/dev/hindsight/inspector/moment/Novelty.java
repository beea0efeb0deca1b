package dev.hindsight.inspector.moment;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.attention.AgentObservations;
import dev.hindsight.inspector.attention.TickWords;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import java.util.Arrays;

/// How unlike an agent's observation is to all its earlier ones: the distance to the nearest of
/// them, in standard deviations of each number over the recording, at most [#LARGEST_DEVIATION]
/// each. The first observations have little to be compared with and do not count.
final class Novelty {
  /// Number of earlier observations that an observation needs to count.
  static final int FEWEST = 20;

  /// The most deviations that a single number counts: a flag that is rarely set would outweigh
  /// everything else.
  private static final double LARGEST_DEVIATION = 5;

  private Novelty() {}

  /// @throws Problem if the recording holds no observations
  static MomentScores of(Rollout rollout, int agent, Cancellation cancellation) {
    if (AgentColumn.ofAnyWidth(rollout, "observation").isEmpty()) {
      throw new Problem(
          wording("Novelty.it_holds_no_observations"),
          rollout.file().toString(),
          wording("Novelty.record_it_with_observations"));
    }
    int ticks = rollout.ticks();
    float[] rows = AgentObservations.of(rollout, agent, Span.all(ticks));
    int width = ticks == 0 ? 0 : rows.length / ticks;
    Limbo limbo = new Limbo(rollout);
    boolean[] live = new boolean[ticks];
    for (int tick = 0; tick < ticks; tick++) {
      live[tick] = !limbo.at(tick, agent);
    }
    standardize(rows, width, live);
    float[] sizes = new float[ticks];
    int[] nearest = new int[ticks];
    Arrays.fill(sizes, Float.NaN);
    int seen = 0;
    for (int tick = 0; tick < ticks; tick++) {
      cancellation.throwIfCancelled();
      if (live[tick]) {
        if (seen >= FEWEST) {
          nearest[tick] = nearest(rows, width, live, tick);
          sizes[tick] =
              (float) Math.sqrt(square(rows, width, tick, nearest[tick], Double.MAX_VALUE));
        }
        seen++;
      }
    }
    return new MomentScores(
        MomentKind.NOVELTY,
        agent,
        sizes,
        sizes,
        tick -> {
          int number = furthest(rows, width, tick, nearest[tick]);
          ObservationLayout layout = rollout.manifest().observation();
          return wording(
              "Novelty.deviations_from_any_before",
              NumberWords.significant(sizes[tick], 3),
              TickWords.of(rollout.trials(), nearest[tick]),
              layout.size() == width ? layout.nameOf(number) : String.valueOf(number));
        });
  }

  /// Divides every number by its standard deviation over live ticks; numbers that never change and
  /// numbers that are not finite become 0.
  private static void standardize(float[] rows, int width, boolean[] live) {
    for (int d = 0; d < width; d++) {
      double sum = 0;
      double squares = 0;
      int count = 0;
      for (int tick = 0; tick < live.length; tick++) {
        float number = rows[tick * width + d];
        if (live[tick] && Float.isFinite(number)) {
          count++;
          double delta = number - sum / Math.max(1, count - 1);
          sum += number;
          squares += count == 1 ? 0 : delta * (number - sum / count);
        }
      }
      double deviation = Math.sqrt(squares / Math.max(1, count));
      for (int tick = 0; tick < live.length; tick++) {
        float number = rows[tick * width + d];
        rows[tick * width + d] =
            Float.isFinite(number) && deviation > 1e-9 ? (float) (number / deviation) : 0;
      }
    }
  }

  /// The nearest earlier tick; the latest first, because it is usually near.
  private static int nearest(float[] rows, int width, boolean[] live, int tick) {
    double least = Double.MAX_VALUE;
    int nearest = tick;
    for (int earlier = tick - 1; earlier >= 0; earlier--) {
      double square = live[earlier] ? square(rows, width, tick, earlier, least) : least;
      if (square < least) {
        least = square;
        nearest = earlier;
      }
    }
    return nearest;
  }

  /// The squared distance of two rows, or any larger number than a limit if it exceeds that.
  private static double square(float[] rows, int width, int one, int other, double limit) {
    double sum = 0;
    for (int d = 0; d < width && sum <= limit; d++) {
      double apart = apart(rows, width, one, other, d);
      sum += apart * apart;
    }
    return sum;
  }

  private static int furthest(float[] rows, int width, int one, int other) {
    int furthest = 0;
    for (int d = 0; d < width; d++) {
      furthest =
          apart(rows, width, one, other, d) > apart(rows, width, one, other, furthest)
              ? d
              : furthest;
    }
    return furthest;
  }

  private static double apart(float[] rows, int width, int one, int other, int d) {
    return Math.min(LARGEST_DEVIATION, Math.abs(rows[one * width + d] - rows[other * width + d]));
  }
}
