package dev.hindsight.trainer.learn.replay;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.training.CheckpointTensors;
import dev.hindsight.trainer.policy.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Draws a start the more often, the further the critics were off there, or in the sequence that
/// begins there (Schaul et al., "Prioritized Experience Replay", 2016; RLlib's constants). One
/// owner thread.
///
/// ```
/// p      = max(error, 1e-12)            a new start has the largest p so far
/// P(i)   = p_i^alpha / sum of p^alpha
/// w_i    = (N P(i))^-beta / largest w   N starts
/// ```
///
/// A leaf of the tree is a start's place. It is the lowest one that is free, so the places depend
/// on which ones are taken, not on what was there before, and a resumed run draws the same.
final class PrioritisedReplayBuffer implements ReplayBuffer {
  private static final double FLOOR = 1e-12;

  /// A place is stored as two numbers below this one, which floats hold exactly.
  private static final int SPLIT = 1 << 20;

  private static final String PLACES = "priority_places";
  static final String PRIORITIES = "priorities";
  private static final String LARGEST = "priority_largest";

  private final long capacity;
  private final int steps;
  private final double alpha;
  private final double beta;
  private final StoredEpisodes stored;
  private final SumTree tree;
  private final BitSet taken = new BitSet();

  /// All places before it are taken.
  private int lowest;

  /// `[place]`
  private ReplayEpisode[] episode = new ReplayEpisode[0];

  private int[] step = new int[0];
  private float[] priority = new float[0];

  /// `[rows]` of a batch: shares of the total, then leaves of the tree.
  private double[] share = new double[0];

  /// `[rows]` the places of a batch.
  private int[] drawn = new int[0];

  private float largest = 1;
  private int starts;
  private long draws;
  private double meanWeight = Double.NaN;

  /// @param capacity in steps, at least 1
  /// @param steps n, drawn together
  /// @param alpha 0 draws all starts equally often, 1 in proportion to their errors
  /// @param beta how far weights make up for that, 0 to 1
  PrioritisedReplayBuffer(int capacity, int steps, double alpha, double beta) {
    this.stored = new StoredEpisodes(new ReplayContents.Rule(capacity, steps, alpha));
    this.capacity = capacity;
    this.steps = steps;
    this.alpha = alpha;
    this.beta = beta;
    this.tree = new SumTree(16);
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
  public int starts() {
    return starts;
  }

  @Override
  public long bytes() {
    return stored.bytes()
        + tree.bytes()
        + (long) (2 * Integer.BYTES + Float.BYTES) * step.length
        + taken.size() / Byte.SIZE;
  }

  @Override
  public void begin(ReplayEpisode fresh) {
    stored.begin(fresh);
  }

  @Override
  public void grow(ReplayEpisode grown) {
    int start = grown.length() - steps;
    if (start >= 0) {
      place(grown, start, taken.nextClearBit(lowest), largest);
    }
    stored.grow(this::evict);
  }

  @Override
  public void end(ReplayEpisode over) {
    stored.end(over, this::evict);
  }

  @Override
  public long oldestGeneration(long now) {
    return stored.oldestGeneration(now);
  }

  private void place(ReplayEpisode owner, int start, int at, float errorThere) {
    if (at >= step.length) {
      int room = Math.max(Math.max(16, at + 1), 2 * step.length);
      int before = episode.length;
      episode = Arrays.copyOf(episode, room);
      Arrays.fill(episode, before, room, ReplayEpisode.NONE);
      step = Arrays.copyOf(step, room);
      priority = Arrays.copyOf(priority, room);
    }
    lowest = at == lowest ? at + 1 : lowest;
    taken.set(at);
    episode[at] = owner;
    step[at] = start;
    owner.place(start, at);
    starts++;
    prioritise(at, errorThere);
  }

  private void prioritise(int at, float errorThere) {
    priority[at] = errorThere;
    tree.set(at, weight(errorThere, alpha));
  }

  /// p^alpha.
  static double weight(double error, double alpha) {
    return Math.pow(Math.max(error, FLOOR), alpha);
  }

  private void evict(ReplayEpisode gone) {
    for (int start = 0; start < gone.starts(steps); start++) {
      int at = gone.place(start);
      taken.clear(at);
      tree.clear(at);
      episode[at] = ReplayEpisode.NONE;
      lowest = Math.min(lowest, at);
      starts--;
    }
  }

  @Override
  public void sample(SplittableRandom random, ReplayBatch into) {
    double total = tree.total();
    double largestWeight = correction(tree.least(), total);
    double sum = 0;
    into.drawn(++draws);
    long batch = stored.nextBatch();
    hold(into.rows);
    for (int row = 0; row < into.rows; row++) {
      share[row] = random.nextDouble() * total;
    }
    tree.find(share, drawn);
    for (int row = 0; row < into.rows; row++) {
      int at = drawn[row];
      episode[at].copy(step[at], steps, into, row);
      episode[at].draw(step[at], batch);
      double weight = correction(tree.value(at), total) / largestWeight;
      into.weigh(row, (float) weight);
      into.from(row, at);
      sum += weight;
    }
    meanWeight = sum / into.rows;
  }

  private void hold(int rows) {
    if (drawn.length != rows) {
      share = new double[rows];
      drawn = new int[rows];
    }
  }

  /// @param leaf p^alpha
  private double correction(double leaf, double total) {
    return Math.pow(leaf / total * starts, -beta);
  }

  @Override
  public void learned(ReplayBatch batch, float[] errors) {
    if (batch.drawn() != draws) {
      throw new IllegalStateException(
          "these are the errors of batch " + batch.drawn() + ", but batch " + draws + " is drawn");
    }
    for (int row = 0; row < batch.rows; row++) {
      if (!Float.isFinite(errors[row])) {
        int at = batch.from(row);
        throw new Problem(
            wording("PrioritisedReplayBuffer.the_error_is", errors[row]),
            wording(
                "PrioritisedReplayBuffer.step_of_episode",
                step[at],
                stored.all().indexOf(episode[at]),
                at),
            wording("PrioritisedReplayBuffer.resume_from_the_last_checkpoint"));
      }
    }
    hold(batch.rows);
    for (int row = 0; row < batch.rows; row++) {
      float error = Math.abs(errors[row]);
      drawn[row] = batch.from(row);
      share[row] = weight(error, alpha);
      priority[drawn[row]] = error;
      largest = Math.max(largest, error);
    }
    tree.set(drawn, share);
  }

  @Override
  public Map<String, Double> figures() {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("replay/priority_largest", (double) largest);
    if (starts > 0) {
      figures.put("replay/priority_mean", meanPriority());
    }
    if (!Double.isNaN(meanWeight)) {
      figures.put("replay/weight", meanWeight);
    }
    return figures;
  }

  private double meanPriority() {
    double sum = 0;
    for (int at = taken.nextSetBit(0); at >= 0; at = taken.nextSetBit(at + 1)) {
      sum += priority[at];
    }
    return sum / starts;
  }

  @Override
  public List<Tensor> kept(String name) {
    float[] places = new float[2 * starts];
    float[] priorities = new float[starts];
    int i = 0;
    for (ReplayEpisode owner : stored.all()) {
      for (int start = 0; start < owner.starts(steps); start++) {
        int at = owner.place(start);
        int high = at / SPLIT;
        places[2 * i] = high;
        places[2 * i + 1] = at % SPLIT;
        priorities[i++] = priority[at];
      }
    }
    List<Tensor> all = new ArrayList<>(stored.kept(name));
    if (starts > 0) {
      all.add(new Tensor(name + PLACES, new int[] {starts, 2}, places));
      all.add(new Tensor(name + PRIORITIES, new int[] {starts}, priorities));
    }
    all.add(new Tensor(name + LARGEST, new int[] {1}, new float[] {largest}));
    return all;
  }

  @Override
  public void restore(String name, Map<String, Tensor> tensors) {
    boolean none = starts == 0 && !tensors.containsKey(name + PRIORITIES);
    float[] places = none ? new float[0] : CheckpointTensors.values(tensors, name + PLACES);
    float[] priorities = none ? new float[0] : CheckpointTensors.values(tensors, name + PRIORITIES);
    float[] most = CheckpointTensors.values(tensors, name + LARGEST);
    if (priorities.length != starts || places.length != 2 * starts || most.length != 1) {
      throw misfit(name, wording("PrioritisedReplayBuffer.priorities", priorities.length, starts));
    }
    List<ReplayEpisode> all = stored.all();
    all.forEach(this::evict);
    largest = most[0];
    int i = 0;
    for (ReplayEpisode owner : all) {
      for (int start = 0; start < owner.starts(steps); start++, i++) {
        int at = ((int) places[2 * i]) * SPLIT + (int) places[2 * i + 1];
        boolean fits = at >= 0 && at < mostPlaces() && !taken.get(at);
        if (!fits || !(priorities[i] >= 0 && priorities[i] <= largest)) {
          throw misfit(
              name, wording("PrioritisedReplayBuffer.place_and_priority", at, priorities[i]));
        }
        place(owner, start, at, priorities[i]);
      }
    }
    lowest = taken.nextClearBit(0);
    stored.restore(name, tensors);
  }

  /// Bounds the memory for a damaged checkpoint: unfinished episodes may have taken more places
  /// than the capacity, but not many times as many.
  private long mostPlaces() {
    return Math.max(SPLIT, 4 * Math.max(capacity, stored.size()));
  }

  private static Problem misfit(String name, String what) {
    return new Problem(
        what,
        name + PRIORITIES,
        wording("PrioritisedReplayBuffer.resume_from_one_that_training_wrote"));
  }
}
