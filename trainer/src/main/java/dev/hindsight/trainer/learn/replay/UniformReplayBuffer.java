package dev.hindsight.trainer.learn.replay;

import dev.hindsight.trainer.policy.Tensor;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Draws every start with the same probability. One owner thread.
public final class UniformReplayBuffer implements ReplayBuffer {
  private final int steps;
  private final StoredEpisodes stored;
  private List<ReplayEpisode> indexed = List.of();

  /// Number of starts up to the end of each indexed episode.
  private int[] starts = new int[0];

  private boolean stale = true;

  /// @param capacity in steps, at least 1
  /// @param steps n, drawn together
  public UniformReplayBuffer(int capacity, int steps) {
    this.stored = new StoredEpisodes(ReplayContents.Rule.uniform(capacity, steps));
    this.steps = steps;
  }

  @Override
  public long size() {
    return stored.size();
  }

  @Override
  public long added() {
    return stored.counts().added();
  }

  @Override
  public int episodes() {
    return stored.count();
  }

  @Override
  public long bytes() {
    return stored.bytes() + (long) Integer.BYTES * starts.length;
  }

  @Override
  public void begin(ReplayEpisode episode) {
    stored.begin(episode);
    stale = true;
  }

  @Override
  public void grow(ReplayEpisode episode) {
    stored.grow(_ -> {});
    stale = true;
  }

  @Override
  public void end(ReplayEpisode episode) {
    stored.end(episode, _ -> {});
    stale = true;
  }

  @Override
  public long oldestGeneration(long now) {
    return stored.oldestGeneration(now);
  }

  @Override
  public int starts() {
    index();
    return starts.length == 0 ? 0 : starts[starts.length - 1];
  }

  private void index() {
    if (!stale) {
      return;
    }
    indexed = stored.all();
    starts = new int[indexed.size()];
    int sum = 0;
    for (int i = 0; i < starts.length; i++) {
      sum += indexed.get(i).starts(steps);
      starts[i] = sum;
    }
    stale = false;
  }

  @Override
  public void sample(SplittableRandom random, ReplayBatch into) {
    int count = starts();
    long batch = stored.nextBatch();
    for (int row = 0; row < into.rows; row++) {
      int start = random.nextInt(count);
      int owner = owner(start);
      int step = start - before(owner);
      indexed.get(owner).copy(step, steps, into, row);
      indexed.get(owner).draw(step, batch);
      into.weigh(row, 1);
    }
  }

  /// Writes a start to a row of a batch.
  ///
  /// @param start index among all starts, those of ended episodes first; less than [#starts]
  public void copy(int start, ReplayBatch into, int row) {
    int owner = owner(start);
    indexed.get(owner).copy(start - before(owner), steps, into, row);
  }

  private int before(int owner) {
    return owner == 0 ? 0 : starts[owner - 1];
  }

  private int owner(int start) {
    int low = 0;
    int high = starts.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (starts[middle] > start) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  @Override
  public boolean readsErrors() {
    return false;
  }

  /// Errors change nothing.
  @Override
  public void learned(ReplayBatch batch, float[] errors) {}

  @Override
  public Map<String, Double> figures() {
    return Map.of();
  }

  /// The steps are all there is, but for how often they were drawn, and recurrent states.
  @Override
  public List<Tensor> kept(String name) {
    return stored.kept(name);
  }

  @Override
  public void restore(String name, Map<String, Tensor> tensors) {
    stored.restore(name, tensors);
  }
}
