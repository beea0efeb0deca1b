package dev.hindsight.trainer.env.excavation;

import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.bench.BenchFigure;
import dev.hindsight.trainer.bench.BenchResult;
import dev.hindsight.trainer.env.excavation.maps.SiteGenerator;
import dev.hindsight.trainer.env.excavation.maps.SiteKind;
import dev.hindsight.trainer.env.excavation.observation.ExcavationObservation;
import dev.hindsight.trainer.env.excavation.reward.ExcavationReward.TrenchReward;
import dev.hindsight.trainer.env.excavation.reward.RewardWeights;
import dev.hindsight.trainer.env.excavation.simulation.BaseType;
import dev.hindsight.trainer.env.excavation.simulation.ExcavationRules;
import dev.hindsight.trainer.env.excavation.simulation.ExcavatorAction;
import dev.hindsight.trainer.env.excavation.simulation.SiteGeometry;
import dev.hindsight.trainer.env.excavation.simulation.SiteSurvey;
import java.util.List;

/// Measures how fast one thread simulates an excavator with random actions, with the whole
/// observation after each step and new episodes.
public final class ExcavationBench {
  private static final double NANOS = 1e9;
  private static final int MAX_STEPS = 550;
  private static final int SITES = 8;

  /// Part of the time spent on warming up before measuring.
  private static final double WARM_UP = 0.5;

  private final SiteSurvey[] sites = new SiteSurvey[SITES];
  private final ExcavationWorld world;
  private final ExcavationObservation seen;
  private final StartSampler starts;
  private long random;
  private int episodes;

  private ExcavationBench(int size, long seed) {
    SiteGeometry geometry = SiteGeometry.of(size, BaseType.TRACKED);
    for (int i = 0; i < SITES; i++) {
      sites[i] = new SiteSurvey(SiteGenerator.generate(SiteKind.RING, size, seed + i));
    }
    world =
        new ExcavationWorld(
            geometry,
            ExcavationRules.CORRECTED,
            RewardWeights.WIP,
            TrenchReward.NONE,
            MAX_STEPS,
            sites[0]);
    seen = new ExcavationObservation(size);
    starts = new StartSampler(geometry);
    random = seed;
    begin();
  }

  /// What was measured.
  ///
  /// @param size N, tiles along a side of the site
  /// @param steps taken and observed
  /// @param seconds they took
  public record Result(int size, long steps, double seconds) implements BenchResult {
    @Override
    public List<BenchFigure> figures() {
      return List.of(BenchFigure.more("stepsPerSecond", "1/s", stepsPerSecond()));
    }

    /// Steps in a second.
    public double stepsPerSecond() {
      return steps / seconds;
    }
  }

  /// @param size N, tiles along a side of the site
  /// @param seconds how long to measure
  public static Result run(int size, double seconds, long seed) {
    ExcavationBench bench = new ExcavationBench(size, seed);
    bench.measure(seconds * WARM_UP);
    return new Result(size, bench.measure(seconds), seconds);
  }

  private void begin() {
    SiteSurvey site = sites[episodes++ % SITES];
    world.reset(site, starts.draw(site.map(), random));
  }

  private long measure(double seconds) {
    long end = System.nanoTime() + (long) (seconds * NANOS);
    long steps = 0;
    while (System.nanoTime() < end) {
      for (int i = 0; i < 100; i++) {
        random += SplitMix64.GAMMA;
        world.step((int) (SplitMix64.unit(SplitMix64.mix(random)) * ExcavatorAction.COUNT));
        world.observe(seen);
        if (world.excavation().outcome().taskDone || world.excavation().outcome().timeoutDone) {
          begin();
        }
      }
      steps += 100;
    }
    return steps;
  }
}
