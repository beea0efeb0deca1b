package dev.hindsight.trainer.outcome;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The parts of one agent's rewards at all ticks, read once, and whether they add up to the
/// recorded reward. Immutable; when a recording grows, reading continues where it stopped.
///
/// A part that was never paid takes no memory.
public final class RewardBreakdown {
  /// Ticks between two kept sums.
  private static final int BLOCK = 64;

  /// The largest rounding error of a sum of single-precision numbers, relative to the sum of their
  /// sizes, and absolute.
  private static final double RELATIVE = 1e-5;

  private static final double ABSOLUTE = 1e-6;

  /// As [#RELATIVE], where the reward or a part of it is recorded in half precision.
  private static final double HALF = 1e-3;

  private static final int CHECK_EVERY = 1024;

  private final List<String> names;
  private final int agent;
  private final int ticks;

  /// `[P][T]`; `[P][0]` if a part was never paid
  private final float[][] values;

  /// `[T]`; NaN where no reward is recorded
  private final float[] reward;

  /// `[T]` sum of the sizes of the parts
  private final float[] size;

  /// `[P][ceil(T / BLOCK)]` sums of the ticks before each block
  private final double[][] sums;

  /// `[ceil(T / BLOCK)]` the tick with the largest parts in each block
  private final int[] largest;

  private final double relative;
  private final Agreement agreement;

  /// Whether parts and reward agree.
  ///
  /// @param differing ticks at which the parts do not add up to the reward within rounding
  /// @param first the first of them; -1 if there is none
  /// @param gap the largest difference at any tick
  public record Agreement(int differing, int first, double gap) {
    /// Whether the parts add up to the reward everywhere.
    public boolean holds() {
      return differing == 0;
    }
  }

  /// Caches the agent read last, for all views of a recording.
  private static final class Latest {
    private final Rollout rollout;
    private Optional<RewardBreakdown> known = Optional.empty();

    private Latest(Rollout rollout) {
      this.rollout = rollout;
    }

    synchronized RewardBreakdown of(int agent, Cancellation cancellation) {
      Optional<RewardBreakdown> same = known.filter(each -> each.agent == agent);
      int ticks = rollout.ticks();
      RewardBreakdown read =
          same.filter(each -> each.ticks == ticks)
              .orElseGet(() -> read(rollout, agent, ticks, same, cancellation));
      known = Optional.of(read);
      return read;
    }
  }

  private RewardBreakdown(
      List<String> names,
      int agent,
      float[][] values,
      float[] reward,
      float[] size,
      double[][] sums,
      int[] largest,
      double relative) {
    this.names = names;
    this.agent = agent;
    this.ticks = reward.length;
    this.values = values;
    this.reward = reward;
    this.size = size;
    this.sums = sums;
    this.largest = largest;
    this.relative = relative;
    this.agreement = agreed();
  }

  /// Reads all ticks of an agent that were not read before: for background threads. The last agent
  /// read is kept with the recording.
  public static RewardBreakdown of(Rollout rollout, int agent, Cancellation cancellation) {
    return rollout.derived(Latest.class, Latest::new).of(agent, cancellation);
  }

  private static RewardBreakdown read(
      Rollout rollout,
      int agent,
      int ticks,
      Optional<RewardBreakdown> before,
      Cancellation cancellation) {
    RewardParts parts = RewardParts.of(rollout);
    Optional<AgentColumn> recorded = AgentColumn.of(rollout, RewardParts.WHOLE);
    int count = parts.count();
    int blocks = (ticks + BLOCK - 1) / BLOCK;
    // From the last block that has begun: only what begins has a sum.
    int from = before.map(known -> Math.max(0, known.ticks - 1) / BLOCK * BLOCK).orElse(0);
    float[][] values = new float[count][];
    double[][] sums = new double[count][];
    for (int part = 0; part < count; part++) {
      int index = part;
      float[] old = before.map(known -> known.values[index]).orElse(new float[0]);
      values[part] = old.length == 0 ? old : Arrays.copyOf(old, ticks);
      sums[part] =
          before.map(known -> Arrays.copyOf(known.sums[index], blocks)).orElse(new double[blocks]);
    }
    float[] reward =
        before.map(known -> Arrays.copyOf(known.reward, ticks)).orElse(new float[ticks]);
    float[] size = before.map(known -> Arrays.copyOf(known.size, ticks)).orElse(new float[ticks]);
    int[] largest =
        before.map(known -> Arrays.copyOf(known.largest, blocks)).orElse(new int[blocks]);
    double[] running = new double[count];
    for (int part = 0; part < count && from > 0; part++) {
      running[part] = sums[part][from / BLOCK];
    }
    for (int tick = from; tick < ticks; tick++) {
      if (tick % CHECK_EVERY == 0) {
        cancellation.throwIfCancelled();
      }
      int block = tick / BLOCK;
      if (tick % BLOCK == 0) {
        largest[block] = tick;
      }
      double sizes = 0;
      for (int part = 0; part < count; part++) {
        if (tick % BLOCK == 0) {
          sums[part][block] = running[part];
        }
        float value = (float) parts.value(part, tick, agent);
        if (value != 0) {
          values[part] = values[part].length == 0 ? new float[ticks] : values[part];
          values[part][tick] = value;
          running[part] += Float.isNaN(value) ? 0 : value;
          sizes += Math.abs(value);
        }
      }
      size[tick] = (float) sizes;
      largest[block] = size[tick] > size[largest[block]] ? tick : largest[block];
      reward[tick] = recorded.isPresent() ? (float) recorded.get().value(tick, agent) : Float.NaN;
    }
    boolean half = parts.inHalfPrecision() || recorded.filter(RewardParts::isHalf).isPresent();
    return new RewardBreakdown(
        parts.names(), agent, values, reward, size, sums, largest, half ? HALF : RELATIVE);
  }

  private Agreement agreed() {
    int differing = 0;
    int first = -1;
    double most = 0;
    for (int tick = 0; tick < reward.length; tick++) {
      double sum = sum(values, tick);
      boolean unknown = Double.isNaN(sum) && Float.isNaN(reward[tick]);
      double gap = Math.abs(sum - reward[tick]);
      if (!unknown && !rounding(gap, size[tick])) {
        first = differing == 0 ? tick : first;
        differing++;
      }
      most = gap > most ? gap : most;
    }
    return new Agreement(differing, first, most);
  }

  private static double sum(float[][] values, int tick) {
    double sum = 0;
    for (float[] part : values) {
      sum += part.length == 0 ? 0 : part[tick];
    }
    return sum;
  }

  /// Whether rounding alone explains a gap; false for NaN.
  private boolean rounding(double gap, float size) {
    return gap <= ABSOLUTE + relative * size;
  }

  /// What each part is for: `goal`.
  public List<String> names() {
    return names;
  }

  /// The agent.
  public int agent() {
    return agent;
  }

  /// Number of ticks read.
  public int ticks() {
    return ticks;
  }

  /// Whether a part was paid at any tick.
  public boolean paid(int part) {
    return values[part].length > 0;
  }

  /// A part of the reward of a tick's action.
  public float value(int part, int tick) {
    return values[part].length == 0 ? 0 : values[part][tick];
  }

  /// The recorded reward of a tick's action; NaN if none is recorded.
  public float reward(int tick) {
    return reward[tick];
  }

  /// The sum of all parts of a tick's reward; NaN if one is not a number.
  public double sum(int tick) {
    return sum(values, tick);
  }

  /// Whether the parts of a tick's reward add up to it, within rounding.
  public boolean addsUp(int tick) {
    return rounding(Math.abs(sum(tick) - reward[tick]), size[tick]);
  }

  /// The sum of a part over ticks.
  ///
  /// @param from the first tick
  /// @param to the end, exclusive
  public double sum(int part, int from, int to) {
    return before(part, to) - before(part, from);
  }

  private double before(int part, int tick) {
    if (values[part].length == 0 || ticks == 0) {
      return 0;
    }
    int block = Math.min(tick / BLOCK, largest.length - 1);
    double sum = sums[part][block];
    for (int each = block * BLOCK; each < tick; each++) {
      float value = values[part][each];
      sum += Float.isNaN(value) ? 0 : value;
    }
    return sum;
  }

  /// The tick at which the parts were largest, by the sum of their sizes: the one to show where
  /// there is room for only one.
  ///
  /// @param from the first tick
  /// @param to the end, exclusive, above `from`
  public int largestIn(int from, int to) {
    int found = from;
    int tick = from;
    while (tick < to) {
      boolean whole = tick % BLOCK == 0 && tick + BLOCK <= to;
      int next = whole ? largest[tick / BLOCK] : tick;
      found = size[next] > size[found] ? next : found;
      tick += whole ? BLOCK : 1;
    }
    return found;
  }

  /// Whether the parts and the reward are known at every tick and add up to it within rounding.
  ///
  /// @param from the first tick
  /// @param to the end, exclusive
  public boolean addsUp(int from, int to) {
    for (int tick = from; tick < to; tick++) {
      if (!rounding(Math.abs(sum(values, tick) - reward[tick]), size[tick])) {
        return false;
      }
    }
    return true;
  }

  /// Whether the parts add up to the recorded rewards.
  public Agreement agreement() {
    return agreement;
  }
}
