package dev.hindsight.trainer.env.randomise;

import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.RandomisedSetting;
import dev.hindsight.trainer.env.StateStream;

/// The bucket of an environment's present episode, and the random numbers that its randomised
/// settings need: a function of (seed, episode, tick), so a restored state draws the same ones
/// again. The environment and what wraps it share one. Hot loop: allocates nothing after
/// construction; one owner thread.
public final class EpisodeBucket {
  private static final long SALT = 0x5851f42d4c957f2dL;

  /// Uniform numbers that a normal one may need; it needs more once in 1e20 times.
  private static final long DRAWS = 64;

  private final Buckets buckets;

  /// Seed of the environment.
  private final long own;

  /// `[N][S]` values of all settings in all buckets.
  private final double[][] values;

  /// What is drawn from: the own seed, or that of the environment whose state was taken over.
  private long seed;

  /// Number of the present episode; -1 before the first.
  private long episode = -1;

  /// Ticks since the environment was reset.
  private long tick;

  private int bucket;

  /// `[N]` where the partner is in its population; NaN if buckets say nothing about it.
  private final double[] partnerShares;

  EpisodeBucket(Buckets buckets, long seed) {
    this.buckets = buckets;
    this.own = seed;
    this.seed = seed;
    values = new double[buckets.count()][buckets.randomised().size()];
    partnerShares = new double[buckets.count()];
    for (int b = 0; b < values.length; b++) {
      partnerShares[b] = buckets.partnerShare(b).orElse(Double.NaN);
      for (int s = 0; s < values[b].length; s++) {
        values[b][s] = buckets.value(s, b);
      }
    }
  }

  /// The bucket of an environment in which nothing is randomised.
  public static EpisodeBucket none() {
    return new EpisodeBucket(Buckets.NONE, 0);
  }

  /// An episode begins: environments call it wherever they draw what an episode keeps for all its
  /// trials.
  public void begin() {
    if (!buckets.off()) {
      episode++;
      bucket = buckets.drawn(seed, episode);
    }
  }

  /// The environment is about to be reset.
  void rewind() {
    seed = own;
    episode = -1;
    tick = 0;
  }

  /// The environment is about to run a tick.
  void tick() {
    tick++;
  }

  /// The environment has refused the actions: the tick was not run.
  void back() {
    tick--;
  }

  /// Its number, from 0; -1 if nothing is randomised.
  int id() {
    return buckets.off() ? -1 : bucket;
  }

  long episode() {
    return episode;
  }

  Buckets buckets() {
    return buckets;
  }

  /// Where a setting is, for [#value]; -1 if it is not randomised.
  public int index(RandomisedSetting setting) {
    return buckets.index(setting);
  }

  /// The present value of a setting.
  ///
  /// @param index of [#index]
  /// @param usual what holds if it is not randomised
  public double value(int index, double usual) {
    return index < 0 ? usual : values[bucket][index];
  }

  /// Where the partner of the present episode is in its population; NaN if no bucket says so.
  double partnerShare() {
    return partnerShares[bucket];
  }

  /// The value of a setting in some bucket.
  double valueIn(int of, int index) {
    return values[of][index];
  }

  /// A number in `[0, 1)` for the present tick.
  ///
  /// @param purpose distinguishes several at one tick
  public double uniform(long purpose) {
    return SplitMix64.unit(bits(tick, purpose));
  }

  /// A number in `[0, 1)` for the whole episode.
  ///
  /// @param purpose distinguishes several of one episode
  public double uniformOfEpisode(long purpose) {
    return SplitMix64.unit(bits(-1 - episode, purpose));
  }

  /// A standard normal number for the present tick, by the polar method (Marsaglia and Bray, 1964).
  double normal(long purpose) {
    double x = 0;
    double squared = 0;
    for (long draw = purpose * DRAWS; squared == 0 || squared >= 1; draw += 2) {
      x = 2 * uniform(draw) - 1;
      double y = 2 * uniform(draw + 1) - 1;
      squared = x * x + y * y;
    }
    return x * Math.sqrt(-2 * StrictMath.log(squared) / squared);
  }

  private long bits(long at, long purpose) {
    long then = SplitMix64.mix(SplitMix64.mix(seed ^ SALT) + at * SplitMix64.GAMMA);
    return SplitMix64.mix(then ^ SplitMix64.mix(purpose + SALT));
  }

  /// A moment, for a snapshot.
  record BucketMoment(long seed, long episode, long tick, int bucket) {}

  BucketMoment moment() {
    return new BucketMoment(seed, episode, tick, bucket);
  }

  void restore(BucketMoment moment) {
    seed = moment.seed();
    episode = moment.episode();
    tick = moment.tick();
    bucket = moment.bucket();
  }

  void transfer(StateStream stream) {
    seed = stream.number(seed);
    episode = stream.number(episode);
    tick = stream.number(tick);
    bucket = stream.within(bucket, 0, buckets.count() - 1);
  }

  long digest() {
    long drawn = SplitMix64.mix(seed ^ SplitMix64.mix(episode + SALT));
    return SplitMix64.mix(drawn + tick * SplitMix64.GAMMA + bucket);
  }
}
