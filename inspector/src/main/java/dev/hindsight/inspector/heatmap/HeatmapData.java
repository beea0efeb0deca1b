package dev.hindsight.inspector.heatmap;

import dev.hindsight.trainer.outcome.Limbo;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Arrays;
import java.util.Optional;

/// One agent's observations over some ticks, each number as a byte: its place within the range of
/// its dimension. Reads every tick, skips none. Immutable, for any thread.
///
/// If all ticks would not fit into memory, neighbouring ticks share a column, which keeps the
/// number furthest from the middle of its range.
///
/// @param agent its index
/// @param from first tick
/// @param to tick after the last
/// @param dimensions D
/// @param columns number of columns
/// @param levels `[column * D]`, see [#NOTHING], [#FAULT] and [#level]
/// @param usual `[D]` the level of each dimension's mean
record HeatmapData(
    int agent, int from, int to, int dimensions, int columns, byte[] levels, int[] usual) {
  /// No data: the agent was in limbo.
  static final byte NOTHING = 0;

  /// Not a number.
  static final byte FAULT = 1;

  /// The dimension never changes.
  static final byte CONSTANT = 2;

  /// Levels of numbers begin here, and go up to 255.
  static final int FIRST = 3;

  private static final long MOST_BYTES = 48L << 20;

  /// Reads the ticks of a recording twice: first for the ranges, then for the levels.
  static HeatmapData of(
      Rollout rollout, int agent, int from, int to, Progress progress, Cancellation cancellation) {
    int agents = rollout.manifest().agents();
    Optional<Channel> observation =
        rollout
            .channel("observation")
            .filter(c -> agent >= 0 && agent < agents && c.rowLength() % agents == 0);
    int size = observation.map(c -> c.rowLength() / agents).orElse(0);
    int ticks = size == 0 ? 0 : Math.max(0, to - from);
    int columns = (int) Math.min(ticks, Math.max(1, MOST_BYTES / Math.max(1, size)));
    HeatmapData data =
        new HeatmapData(
            agent, from, from + ticks, size, columns, new byte[columns * size], new int[size]);
    if (ticks > 0) {
      Reader reader = new Reader(rollout, observation.orElseThrow(), data);
      reader.ranges(progress, cancellation);
      reader.levels(progress, cancellation);
    }
    return data;
  }

  /// The column that contains a tick.
  int columnOf(int tick) {
    return (int) ((long) (tick - from) * columns / Math.max(1, to - from));
  }

  /// The level of a dimension in a column.
  int level(int column, int dimension) {
    return levels[column * dimensions + dimension] & 0xff;
  }

  /// How far a level is from the mean of its dimension: the level furthest away represents all
  /// levels on a pixel. A fault outweighs everything.
  int weight(int level, int dimension) {
    return switch (level) {
      case NOTHING -> -2;
      case CONSTANT -> -1;
      case FAULT -> Integer.MAX_VALUE;
      default -> Math.abs(level - usual[dimension]);
    };
  }

  private static final class Reader {
    private final Channel observation;
    private final Limbo limbo;
    private final HeatmapData into;
    private final float[] row;
    private final float[] least;
    private final float[] most;
    private final double[] sum;
    private final int[] count;

    Reader(Rollout rollout, Channel observation, HeatmapData into) {
      this.observation = observation;
      this.into = into;
      limbo = new Limbo(rollout);
      row = new float[into.dimensions];
      least = new float[into.dimensions];
      most = new float[into.dimensions];
      sum = new double[into.dimensions];
      count = new int[into.dimensions];
    }

    void ranges(Progress progress, Cancellation cancellation) {
      Arrays.fill(least, Float.POSITIVE_INFINITY);
      Arrays.fill(most, Float.NEGATIVE_INFINITY);
      for (int tick = into.from; tick < into.to; tick++) {
        step(tick, 0, progress, cancellation);
        if (read(tick)) {
          for (int d = 0; d < row.length; d++) {
            if (Float.isFinite(row[d])) {
              least[d] = Math.min(least[d], row[d]);
              most[d] = Math.max(most[d], row[d]);
              sum[d] += row[d];
              count[d]++;
            }
          }
        }
      }
      for (int d = 0; d < row.length; d++) {
        row[d] = count[d] == 0 ? 0 : (float) (sum[d] / count[d]);
        into.usual[d] = level(d);
      }
    }

    void levels(Progress progress, Cancellation cancellation) {
      for (int tick = into.from; tick < into.to; tick++) {
        step(tick, into.to - into.from, progress, cancellation);
        if (read(tick)) {
          int at = into.columnOf(tick) * row.length;
          for (int d = 0; d < row.length; d++) {
            int level = level(d);
            if (into.weight(level, d) > into.weight(into.levels[at + d] & 0xff, d)) {
              into.levels[at + d] = (byte) level;
            }
          }
        }
      }
    }

    private void step(int tick, int done, Progress progress, Cancellation cancellation) {
      if (tick % 64 == 0) {
        cancellation.throwIfCancelled();
        progress.report(done + tick - into.from, 2L * (into.to - into.from), "ticks");
      }
    }

    private boolean read(int tick) {
      if (limbo.at(tick, into.agent)) {
        return false;
      }
      observation.read(tick, into.agent * row.length, row, row.length);
      return true;
    }

    private int level(int d) {
      if (!Float.isFinite(row[d])) {
        return FAULT;
      }
      return least[d] == most[d]
          ? CONSTANT
          : FIRST + Math.round((255 - FIRST) * (row[d] - least[d]) / (most[d] - least[d]));
    }
  }
}
