package dev.hindsight.trainer.fleet;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Decides whether the learner may learn from a batch, by its lag: the version of the learner minus
/// the version the batch was collected with. A lag from 0 to the largest is accepted. A negative
/// lag comes from a version that does not exist yet: such a tag is damaged, is counted apart, and
/// is refused whatever happens to stale batches. One owner thread.
public final class LagFilter {
  private final long maxLag;
  private final StaleAction staleAction;
  private long accepted;
  private long stale;
  private long future;
  private final SortedMap<Long, Long> histogram = new TreeMap<>();

  /// @param maxLag the largest lag that is accepted, at least 0
  /// @param staleAction what happens to batches beyond it
  public LagFilter(long maxLag, StaleAction staleAction) {
    if (maxLag < 0) {
      throw new IllegalArgumentException("largest lag " + maxLag);
    }
    this.maxLag = maxLag;
    this.staleAction = staleAction;
  }

  /// What the learner does with a batch.
  public enum Verdict {
    /// It learns from it.
    TAKE,
    /// It learns from it with V-trace weights.
    TAKE_CORRECTED,
    /// It does not learn from it: the batch is too old.
    REFUSE_STALE,
    /// It does not learn from it: the tag is damaged.
    REFUSE_FUTURE
  }

  /// Counts a batch and decides about it.
  ///
  /// @param learner version of the learner
  /// @param batch version that the batch was collected with
  public Verdict check(long learner, long batch) {
    long lag = learner - batch;
    histogram.merge(lag, 1L, Long::sum);
    if (lag < 0) {
      future++;
      return Verdict.REFUSE_FUTURE;
    }
    if (lag <= maxLag) {
      accepted++;
      return Verdict.TAKE;
    }
    stale++;
    return switch (staleAction) {
      case DROP -> Verdict.REFUSE_STALE;
      case CORRECT -> Verdict.TAKE_CORRECTED;
      case WARN -> Verdict.TAKE;
    };
  }

  /// Batches within the largest lag.
  public long accepted() {
    return accepted;
  }

  /// Batches beyond the largest lag, whatever happened to them.
  public long stale() {
    return stale;
  }

  /// Batches with a damaged tag.
  public long future() {
    return future;
  }

  /// Number of batches by lag, damaged tags included.
  public SortedMap<Long, Long> histogram() {
    return Collections.unmodifiableSortedMap(histogram);
  }

  /// The counts as numbers, for a checkpoint: three totals, and lag and count of each bar.
  long[] state() {
    long[] state = new long[3 + 2 * histogram.size()];
    state[0] = accepted;
    state[1] = stale;
    state[2] = future;
    int at = 3;
    for (Map.Entry<Long, Long> bar : histogram.entrySet()) {
      state[at++] = bar.getKey();
      state[at++] = bar.getValue();
    }
    return state;
  }

  /// Takes over the numbers of [#state].
  void restore(long[] state) {
    accepted = state[0];
    stale = state[1];
    future = state[2];
    histogram.clear();
    for (int at = 3; at + 1 < state.length; at += 2) {
      histogram.put(state[at], state[at + 1]);
    }
  }
}
