package dev.hindsight.trainer.study;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/// How often an interval of paired differences claims a change where there is none, and how wide it
/// is: many studies of n episodes each, of policies without a gain. Run it for the tables of
/// `docs/measurements/intervals.md`.
final class IntervalStudy {
  /// Of the normal distribution: 95 % lie within this many deviations.
  private static final double Z = 1.959963984540054;

  private static final double ALPHA = 0.05;

  /// What the differences of an episode are; their true mean is 0.
  enum Gainless {
    /// One agent, 0 or 1 in each trial, no memory.
    RANDOM("random agent, 0/1", r -> change(r, trial -> bit(trial, 0.42))),
    /// One agent that nearly always succeeds.
    CEILING("near the ceiling, 0/1 at 0.97", r -> change(r, trial -> bit(trial, 0.97))),
    /// One agent that nearly never does.
    FLOOR("near the floor, 0/1 at 0.05", r -> change(r, trial -> bit(trial, 0.05))),
    /// Scores that are any number.
    CONTINUOUS("continuous scores", r -> change(r, SplittableRandom::nextDouble)),
    /// Nine episodes of ten change nothing.
    TIED("tied: 90 % exactly 0", r -> r.nextDouble() < 0.9 ? 0 : r.nextDouble(-1, 1)),
    /// Small losses, seldom a large gain.
    SKEWED("skewed: often -0.02, seldom +0.38", r -> r.nextDouble() < 0.95 ? -0.02 : 0.38),
    /// The mean of eight agents that share an episode's luck.
    AGENTS("mean over 8 agents", IntervalStudy::agents);

    final String words;

    @SuppressWarnings("ImmutableEnumChecker") // a function without state
    private final ToDoubleFunction<SplittableRandom> draw;

    Gainless(String words, ToDoubleFunction<SplittableRandom> draw) {
      this.words = words;
      this.draw = draw;
    }

    /// Its place in the list, for a stream of random numbers of its own.
    int number() {
      return List.of(values()).indexOf(this);
    }

    double[] study(int episodes, SplittableRandom random) {
      double[] differences = new double[episodes];
      Arrays.setAll(differences, _ -> draw.applyAsDouble(random));
      return differences;
    }
  }

  /// Ways to make the interval.
  enum Candidate {
    /// Ours.
    GAFFKE("Gaffke") {
      @Override
      double[] ends(double[] x) {
        return of(Interval.ofDifferences(x, Interval.Range.UNIT));
      }

      @Override
      boolean claims(double[] x) {
        return GaffkeBound.above(x, 1).significance(0) < ALPHA / 2
            || GaffkeBound.below(x, -1).significance(0) < ALPHA / 2;
      }
    },
    /// What it was before: Wilson where all happen to be 0 or 1, else 1.96 standard errors.
    FORMER("former rule") {
      @Override
      double[] ends(double[] x) {
        return Arrays.stream(x).allMatch(v -> v == 0 || v == 1) ? wilson(x) : around(x, Z);
      }
    },
    /// Student's t.
    STUDENT("Student t") {
      @Override
      double[] ends(double[] x) {
        return around(x, StudentT.quantile(0.975, x.length - 1));
      }
    },
    /// Student's t with a pair of +1 and -1 added.
    STUDENT_ADDED("t, +1 and -1 added") {
      @Override
      double[] ends(double[] x) {
        double[] more = Arrays.copyOf(x, x.length + 2);
        more[x.length] = 1;
        more[x.length + 1] = -1;
        return around(more, StudentT.quantile(0.975, more.length - 1));
      }
    },
    /// Bootstrap-t, 399 resamples.
    BOOTSTRAP("bootstrap-t") {
      @Override
      double[] ends(double[] x) {
        return bootstrap(x);
      }
    },
    /// Hoeffding (1963).
    HOEFFDING("Hoeffding") {
      @Override
      double[] ends(double[] x) {
        double half = 2 * Math.sqrt(Math.log(2 / ALPHA) / (2 * x.length));
        return clamped(mean(x), half);
      }
    },
    /// Maurer and Pontil (2009).
    BERNSTEIN("empirical Bernstein") {
      @Override
      double[] ends(double[] x) {
        double log = Math.log(4 / ALPHA);
        double half =
            Math.sqrt(2 * variance(x) * log / x.length) + 2 * 7 * log / (3 * (x.length - 1.0));
        return clamped(mean(x), half);
      }
    },
    /// Waudby-Smith and Ramdas (2024), hedged capital with the bets they recommend for fixed n.
    BETTING("betting") {
      @Override
      double[] ends(double[] x) {
        return betting(x);
      }

      @Override
      boolean claims(double[] x) {
        return ruined(x, 0.5);
      }
    };

    final String words;

    Candidate(String words) {
      this.words = words;
    }

    abstract double[] ends(double[] differences);

    /// Whether the interval lies completely above or below 0.
    boolean claims(double[] differences) {
      double[] ends = ends(differences);
      return ends[0] > 0 || ends[1] < 0;
    }

    private static double[] of(Interval interval) {
      return new double[] {interval.low(), interval.high()};
    }
  }

  private IntervalStudy() {}

  /// Prints the tables: `IntervalStudy [studies]`.
  public static void main(String[] args) {
    int studies = args.length > 0 ? Integer.parseInt(args[0]) : 2000;
    List<Integer> sizes = List.of(4, 8, 16, 32, 64, 256, 1000);
    for (Gainless policy : Gainless.values()) {
      System.out.printf(Locale.ROOT, "%n### %s%n%n| method | ", policy.words);
      sizes.forEach(n -> System.out.printf(Locale.ROOT, "%d | ", n));
      System.out.printf(Locale.ROOT, "%n|---|");
      sizes.forEach(_ -> System.out.print("---|"));
      for (Candidate candidate : Candidate.values()) {
        System.out.printf(Locale.ROOT, "%n| %s | ", candidate.words);
        for (int n : sizes) {
          if (candidate == Candidate.BOOTSTRAP && n > 64) {
            System.out.print("– | ");
            continue;
          }
          System.out.printf(
              Locale.ROOT,
              "%.1f %% (%.3f) | ",
              100.0 * falseClaims(policy, candidate, n, studies) / studies,
              width(policy, candidate, n, Math.min(studies, 100)));
        }
      }
      System.out.println();
    }
    means(studies, sizes);
  }

  private static void means(int studies, List<Integer> sizes) {
    System.out.printf(
        Locale.ROOT, "%n### One mean: how often the true one lies outside%n%n| what | ");
    sizes.forEach(n -> System.out.printf(Locale.ROOT, "%d | ", n));
    System.out.printf(Locale.ROOT, "%n|---|");
    sizes.forEach(_ -> System.out.print("---|"));
    for (double share : new double[] {0.5, 0.9, 0.97}) {
      for (boolean wilson : new boolean[] {true, false}) {
        System.out.printf(
            Locale.ROOT, "%n| 0/1 at %.2f, %s | ", share, wilson ? "Wilson" : "Clopper-Pearson");
        for (int n : sizes) {
          SplittableRandom random = new SplittableRandom(n);
          int outside = 0;
          for (int study = 0; study < studies; study++) {
            double[] x = random.doubles(n).map(u -> u < share ? 1 : 0).toArray();
            outside += wilson ? outsideWilson(x, share) ? 1 : 0 : outside(x, share) ? 1 : 0;
          }
          System.out.printf(Locale.ROOT, "%.1f %% | ", 100.0 * outside / studies);
        }
      }
    }
    System.out.printf(Locale.ROOT, "%n| scores, uniform, Gaffke | ");
    for (int n : sizes) {
      SplittableRandom random = new SplittableRandom(n);
      int outside = 0;
      for (int study = 0; study < studies; study++) {
        outside += outside(random.doubles(n).toArray(), 0.5) ? 1 : 0;
      }
      System.out.printf(Locale.ROOT, "%.1f %% | ", 100.0 * outside / studies);
    }
    System.out.println();
  }

  /// Wilson (1927), for comparison: it is right on average over shares, not for each.
  private static double[] wilson(double[] x) {
    double share = mean(x);
    double z2 = Z * Z / x.length;
    double middle = (share + z2 / 2) / (1 + z2);
    double half = Math.sqrt(z2 * (share * (1 - share) + z2 / 4)) / (1 + z2);
    return new double[] {Math.max(0, middle - half), Math.min(1, middle + half)};
  }

  private static boolean outsideWilson(double[] x, double truth) {
    double[] ends = wilson(x);
    return truth < ends[0] || truth > ends[1];
  }

  private static boolean outside(double[] x, double truth) {
    return GaffkeBound.above(x, 1).significance(truth) < ALPHA / 2
        || GaffkeBound.below(x, 0).significance(truth) < ALPHA / 2;
  }

  /// Studies whose interval lies wholly above or wholly below 0.
  static int falseClaims(Gainless policy, Candidate candidate, int episodes, int studies) {
    SplittableRandom random = new SplittableRandom(31L * policy.number() + episodes);
    int claims = 0;
    for (int study = 0; study < studies; study++) {
      claims += candidate.claims(policy.study(episodes, random)) ? 1 : 0;
    }
    return claims;
  }

  /// Mean width.
  static double width(Gainless policy, Candidate candidate, int episodes, int studies) {
    SplittableRandom random = new SplittableRandom(77L * policy.number() + episodes);
    double sum = 0;
    for (int study = 0; study < studies; study++) {
      double[] ends = candidate.ends(policy.study(episodes, random));
      sum += ends[1] - ends[0];
    }
    return sum / studies;
  }

  private static double agents(SplittableRandom random) {
    double luck = random.nextDouble(0.2, 0.8);
    double sum = 0;
    for (int agent = 0; agent < 8; agent++) {
      sum += change(random, trial -> bit(trial, luck));
    }
    return sum / 8;
  }

  /// What the last trial brings more than the first, both by the same chance.
  private static double change(SplittableRandom random, ToDoubleFunction<SplittableRandom> trial) {
    double last = trial.applyAsDouble(random);
    double first = trial.applyAsDouble(random);
    return last - first;
  }

  private static double bit(SplittableRandom random, double chance) {
    return random.nextDouble() < chance ? 1 : 0;
  }

  private static double mean(double[] x) {
    return Arrays.stream(x).average().orElseThrow();
  }

  private static double variance(double[] x) {
    double mean = mean(x);
    return Arrays.stream(x).map(v -> (v - mean) * (v - mean)).sum() / (x.length - 1);
  }

  private static double[] around(double[] x, double times) {
    double half = times * Math.sqrt(variance(x) / x.length);
    return new double[] {mean(x) - half, mean(x) + half};
  }

  private static double[] clamped(double mean, double half) {
    return new double[] {Math.max(-1, mean - half), Math.min(1, mean + half)};
  }

  private static double[] bootstrap(double[] x) {
    SplittableRandom random = new SplittableRandom(Arrays.hashCode(x));
    double mean = mean(x);
    double error = Math.sqrt(variance(x) / x.length);
    List<Double> ts = new ArrayList<>();
    for (int b = 0; b < 399; b++) {
      double[] again = new double[x.length];
      Arrays.setAll(again, _ -> x[random.nextInt(x.length)]);
      double own = Math.sqrt(variance(again) / x.length);
      double off = mean(again) - mean;
      ts.add(own > 0 ? off / own : off == 0 ? 0 : Math.copySign(1e9, off));
    }
    ts.sort(null);
    double low = mean - ts.get(389) * error;
    double high = mean - ts.get(9) * error;
    return new double[] {Math.max(-1, low), Math.min(1, high)};
  }

  private static double[] betting(double[] x) {
    double low = 0;
    double high = 1;
    while (low < 1 && ruined(x, low)) {
      low += 0.002;
    }
    while (high > low && ruined(x, high)) {
      high -= 0.002;
    }
    return new double[] {2 * low - 1, 2 * high - 1};
  }

  /// Whether a gambler against "the mean is m", on the scale of 0 to 1, has won 1 / α.
  private static boolean ruined(double[] x, double m) {
    double up = 1;
    double down = 1;
    double sum = 0.5;
    double squares = 0.25;
    for (int i = 0; i < x.length; i++) {
      double value = (x[i] + 1) / 2;
      double bet = Math.sqrt(2 * Math.log(2 / ALPHA) / (x.length * (squares / (i + 1))));
      up *= 1 + Math.min(bet, 0.5 / m) * (value - m);
      down *= 1 - Math.min(bet, 0.5 / (1 - m)) * (value - m);
      sum += value;
      double mean = sum / (i + 2);
      squares += (value - mean) * (value - mean);
      if (Math.max(up, down) / 2 >= 1 / ALPHA) {
        return true;
      }
    }
    return false;
  }
}
