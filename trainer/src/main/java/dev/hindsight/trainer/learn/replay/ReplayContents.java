package dev.hindsight.trainer.learn.replay;

import dev.hindsight.trainer.policy.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a replay buffer held when a checkpoint was written, episode by episode.
public final class ReplayContents {
  private final Rule rule;
  private final Counts counts;
  private final List<StoredEpisode> episodes;

  /// Sum of p^alpha over all starts.
  private final double total;

  /// How many steps a buffer keeps, and how it draws them.
  ///
  /// @param capacity in steps, at least 1
  /// @param steps n, rewards that are summed
  /// @param alpha power of a priority; NaN if every start is drawn equally often
  public record Rule(int capacity, int steps, double alpha) {
    /// Draws every start equally often.
    public static Rule uniform(int capacity, int steps) {
      return new Rule(capacity, steps, Double.NaN);
    }

    /// Whether starts have priorities.
    public boolean prioritised() {
      return !Double.isNaN(alpha);
    }
  }

  /// What has happened to a buffer since its run began.
  ///
  /// @param added complete steps that were ever added
  /// @param removed episodes that were removed to make room
  /// @param batches that were drawn
  public record Counts(long added, long removed, long batches) {}

  ReplayContents(Rule rule, Counts counts, List<StoredEpisode> episodes) {
    this.rule = rule;
    this.counts = counts;
    this.episodes = List.copyOf(episodes);
    double sum = 0;
    for (StoredEpisode episode : this.episodes) {
      sum += weight(episode);
    }
    this.total = sum;
  }

  /// Reads what a checkpoint says.
  ///
  /// @param name prefix of the arrays' names
  /// @return empty for a checkpoint of an older version, which does not say
  /// @throws dev.hindsight.trainer.Problem if the arrays are damaged
  public static Optional<ReplayContents> read(String name, Map<String, Tensor> tensors) {
    return ReplayTensors.read(name, tensors);
  }

  /// How many steps it keeps, and how it draws them.
  public Rule rule() {
    return rule;
  }

  /// What has happened to it since its run began.
  public Counts counts() {
    return counts;
  }

  /// Its episodes: first those that are over, oldest first, then the unfinished ones.
  public List<StoredEpisode> episodes() {
    return episodes;
  }

  /// Number of complete steps.
  public long steps() {
    return episodes.stream().mapToLong(StoredEpisode::length).sum();
  }

  /// Number of steps that can be drawn.
  public long starts() {
    return episodes.stream().mapToLong(StoredEpisode::starts).sum();
  }

  /// Number of steps that can be drawn and never were.
  public long neverDrawn() {
    return episodes.stream().mapToLong(StoredEpisode::neverDrawn).sum();
  }

  /// Bytes of all episodes.
  public long bytes() {
    return episodes.stream().mapToLong(StoredEpisode::bytes).sum();
  }

  /// Complete steps that were added since an episode began.
  public long age(StoredEpisode episode) {
    return counts.added() - episode.stored();
  }

  /// The probability with which a draw takes a start.
  public double probability(StoredEpisode episode, int start) {
    return total == 0 ? 0 : weight(episode, start) / total;
  }

  /// The probability with which a draw takes any start of an episode.
  public double probability(StoredEpisode episode) {
    return total == 0 ? 0 : weight(episode) / total;
  }

  private double weight(StoredEpisode episode) {
    double sum = 0;
    for (int start = 0; start < episode.starts(); start++) {
      sum += weight(episode, start);
    }
    return sum;
  }

  private double weight(StoredEpisode episode, int start) {
    return rule.prioritised() && episode.prioritised()
        ? PrioritisedReplayBuffer.weight(episode.priority(start), rule.alpha())
        : 1;
  }
}
