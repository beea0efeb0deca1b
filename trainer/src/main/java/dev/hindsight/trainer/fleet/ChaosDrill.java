package dev.hindsight.trainer.fleet;

import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.run.FleetBooks;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.task.Cancellation;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/// Collects with workers twice, undisturbed and while workers are killed or slow at random, and
/// compares the mean returns. The policy does not learn, so this must change nothing but the speed.
///
/// ```
/// passed <=> |mean(chaos) - mean(baseline)| <= 5 % of |baseline|, or 0.05 where |baseline| < 1e-6
///            and the books of both balance
///            and no episode is lost, booked twice, or cut off in a batch
/// ```
public final class ChaosDrill {
  /// The largest relative difference of the means.
  public static final double TOLERANCE = 0.05;

  private static final double SMALL = 1e-6;

  private final TrainingTask task;
  private final long seconds;
  private final LongSupplier clock;
  private final Runnable afterRound;

  /// @param task with an algorithm's settings of networks, environments and workers
  /// @param seconds length of each of the two parts, by the clock
  /// @param clock in nanoseconds
  /// @param afterRound called after every round of batches
  public ChaosDrill(TrainingTask task, long seconds, LongSupplier clock, Runnable afterRound) {
    this.task = task;
    this.seconds = seconds;
    this.clock = clock;
    this.afterRound = afterRound;
  }

  /// What happens to workers and batches.
  ///
  /// @param kills probability that a second kills a worker
  /// @param line probability that a batch is lost, and of each other thing that happens to it on
  ///   its way
  /// @param slow probability that a second makes a worker slow
  public record ChaosRates(double kills, double line, double slow) {
    /// Nothing.
    static final ChaosRates NONE = new ChaosRates(0, 0, 0);
  }

  /// What happened besides kills.
  ///
  /// @param lost batches whose workers were taken for dead
  /// @param doubled batches that were delivered twice
  /// @param late batches that were delivered after a later one
  /// @param slowed how often a worker was made slow
  public record Disturbance(long lost, long doubled, long late, long slowed) {
    /// Nothing.
    static final Disturbance NONE = new Disturbance(0, 0, 0, 0);
  }

  /// One of the two parts.
  ///
  /// @param rounds batches of each worker
  /// @param episodes episodes with a return
  /// @param meanReturn mean of their returns; NaN without any
  /// @param kills workers that were ended on purpose
  /// @param cutOff rows of batches that end in the middle of an episode
  /// @param line what was done to batches on their way
  /// @param books of the workers
  public record DrillPart(
      long rounds,
      long episodes,
      double meanReturn,
      long kills,
      long cutOff,
      Disturbance line,
      FleetBooks books) {
    /// Whether every episode is accounted for, and no batch was refused but second deliveries.
    public boolean sound() {
      return books.balanced()
          && books.refusedDeliveries() <= line.doubled()
          && cutOff == 0
          && episodes > 0;
    }
  }

  /// Both parts.
  ///
  /// @param baseline undisturbed
  /// @param chaos while workers are killed or slow
  public record DrillResult(DrillPart baseline, DrillPart chaos) {
    /// How far the mean returns are apart.
    public double difference() {
      return Math.abs(chaos.meanReturn() - baseline.meanReturn());
    }

    /// The largest difference of the means that passes.
    public double tolerance() {
      double size = Math.abs(baseline.meanReturn());
      return size < SMALL ? TOLERANCE : TOLERANCE * size;
    }

    /// Whether killing workers changed nothing but the speed.
    public boolean passed() {
      return baseline.sound() && chaos.sound() && difference() <= tolerance();
    }
  }

  /// Runs both parts.
  ///
  /// @param rates of the second part
  /// @param seed of everything that happens
  /// @param cancellation ends a part early
  public DrillResult run(ChaosRates rates, long seed, Cancellation cancellation) {
    return new DrillResult(
        part(ChaosRates.NONE, seed, cancellation), part(rates, seed, cancellation));
  }

  private DrillPart part(ChaosRates rates, long seed, Cancellation cancellation) {
    int workers = FleetSettings.of(task.settings()).workers();
    ChaosLine line = new ChaosLine(rates.line(), seed, workers);
    try (FixedPolicyFleet fleet = new FixedPolicyFleet(task, line)) {
      // Anywhere within an episode.
      SplittableRandom moments = new SplittableRandom(seed);
      ChaosRule rule = new ChaosRule(rates.kills(), seed, clock);
      SplittableRandom slowness = new SplittableRandom(~seed);
      long slowed = 0;
      long rounds = 0;
      long kills = 0;
      long cutOff = 0;
      double returns = 0;
      double episodes = 0;
      while (rule.ticks() < seconds && !cancellation.isCancelled()) {
        Map<String, Double> metrics =
            fleet.collect().report(++rounds, 0, new HashMap<>()).metrics();
        double count = metrics.getOrDefault("episode/count", 0.0);
        episodes += count;
        returns += count * metrics.getOrDefault("episode/return", 0.0);
        cutOff += cutOff(fleet.trajectories());
        afterRound.run();
        while (rule.due() && rule.ticks() < seconds) {
          OptionalInt victim = rule.tick(workers);
          if (victim.isPresent()) {
            fleet.kill(victim.getAsInt(), moments.nextInt(fleet.trajectories().ticks));
            kills++;
          }
          if (slowness.nextDouble() < rates.slow()) {
            fleet.slowDown(slowness.nextInt(workers), fleet.trajectories().ticks);
            slowed++;
          }
        }
      }
      return new DrillPart(
          rounds,
          (long) episodes,
          returns / episodes,
          kills,
          cutOff,
          new Disturbance(line.lost(), line.doubled(), line.late(), slowed),
          fleet.books());
    }
  }

  /// Rows whose last tick outside limbo does not end an episode.
  private static long cutOff(Trajectories all) {
    long count = 0;
    for (int row = 0; row < all.rows; row++) {
      int last = -1;
      boolean ended = false;
      for (int t = 0; t < all.used; t++) {
        last = all.removed[all.at(row, t)] == 0 ? t : last;
        ended |= all.ended[all.at(row, t)] != 0;
      }
      count += last >= 0 && !ended ? 1 : 0;
    }
    return count;
  }
}
