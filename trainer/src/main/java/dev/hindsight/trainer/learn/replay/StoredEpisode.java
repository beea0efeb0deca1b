package dev.hindsight.trainer.learn.replay;

import java.util.Arrays;

/// An episode of a replay buffer as a checkpoint describes it: everything but observations and
/// actions.
///
/// A start is a step that can be drawn: one that begins n complete ones, or a sequence.
public final class StoredEpisode {
  /// The number of batches since a draw of a start that was never drawn.
  public static final int NEVER = -1;

  private final ReplayOrigin origin;
  private final StoredEpisodeEnd end;
  private final long stored;
  private final long bytes;
  private final int[] made;
  private final float[] rewards;

  /// `[S]` how often each start was drawn.
  private final int[] draws;

  private final int[] since;

  /// `[S]`, empty if there are no priorities.
  private final float[] priorities;

  /// @param origin where it was played
  /// @param end why it is over
  /// @param stored number of steps that the buffer had ever stored when it began
  /// @param bytes that it took
  /// @param made the tick of each step; empty if they follow each other without a gap
  /// @param rewards of all complete steps, sums over the members of a group, as clipped to learn
  /// @param draws `[S]` how often each start was drawn
  /// @param since `[S]` batches since the last draw, or [#NEVER]
  /// @param priorities `[S]`, or empty
  StoredEpisode(
      ReplayOrigin origin,
      StoredEpisodeEnd end,
      long stored,
      long bytes,
      int[] made,
      float[] rewards,
      int[] draws,
      int[] since,
      float[] priorities) {
    this.origin = origin;
    this.end = end;
    this.stored = stored;
    this.bytes = bytes;
    this.made = made;
    this.rewards = rewards;
    this.draws = draws;
    this.since = since;
    this.priorities = priorities;
  }

  /// Where it was played.
  public ReplayOrigin origin() {
    return origin;
  }

  /// Why it is over.
  public StoredEpisodeEnd end() {
    return end;
  }

  /// Number of steps that the buffer had ever stored when it began.
  public long stored() {
    return stored;
  }

  /// Bytes that it took.
  public long bytes() {
    return bytes;
  }

  /// Number of complete steps.
  public int length() {
    return rewards.length;
  }

  /// S, number of steps that can be drawn.
  public int starts() {
    return draws.length;
  }

  /// The tick at which a step was made, since its environments were created.
  public int tick(int step) {
    return made.length == 0 ? origin.tick() + step : made[step];
  }

  /// The reward of a step.
  public float reward(int step) {
    return rewards[step];
  }

  /// Sum of all rewards, not discounted.
  public double sumOfRewards() {
    double sum = 0;
    for (float reward : rewards) {
      sum += reward;
    }
    return sum;
  }

  /// How often a start was drawn.
  public int draws(int start) {
    return draws[start];
  }

  /// How often its starts were drawn, all together.
  public long draws() {
    return Arrays.stream(draws).asLongStream().sum();
  }

  /// Number of starts that were never drawn.
  public int neverDrawn() {
    return (int) Arrays.stream(draws).filter(count -> count == 0).count();
  }

  /// Batches since a start was drawn last, 0 if the last batch drew it, or [#NEVER].
  public int since(int start) {
    return since[start];
  }

  /// Batches since the last draw of any of its starts, or [#NEVER].
  public int since() {
    return Arrays.stream(since).filter(batches -> batches != NEVER).min().orElse(NEVER);
  }

  /// Whether its starts have priorities.
  public boolean prioritised() {
    return priorities.length > 0;
  }

  /// The priority of a start, the size of the critics' errors; NaN without priorities.
  public double priority(int start) {
    return prioritised() ? priorities[start] : Double.NaN;
  }

  /// Mean priority of its starts; NaN without any.
  public double meanPriority() {
    double sum = 0;
    for (float priority : priorities) {
      sum += priority;
    }
    return prioritised() ? sum / priorities.length : Double.NaN;
  }

  /// The largest priority of its starts; NaN without any.
  public double largestPriority() {
    double largest = prioritised() ? 0 : Double.NaN;
    for (float priority : priorities) {
      largest = Math.max(largest, priority);
    }
    return largest;
  }

  @Override
  public String toString() {
    return origin + "[" + length() + "]";
  }
}
