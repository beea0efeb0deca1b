package dev.hindsight.trainer.env.excavation;

import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.StateStream;
import java.util.Arrays;

/// Moves each world through levels of growing difficulty: one up after so many successes in a row,
/// one down after so many failures in a row.
///
/// Allocates nothing after construction; one owner thread.
public final class ExcavationCurriculum {
  private final int levels;
  private final int promotion;
  private final int demotion;
  private final AfterLast afterLast;
  private final int[] level;
  private final int[] successes;
  private final int[] failures;
  private long random;

  /// What a success at the last level leads to.
  public enum AfterLast {
    /// The last level again.
    STAY,
    /// Any level, each as likely as the others.
    RANDOM
  }

  /// @param levels number of levels
  /// @param promotion successes in a row that lead a level up; 20 in the reference
  /// @param demotion failures in a row that lead a level down; 80 in the reference
  /// @param worlds number of worlds, which all begin at level 0
  public ExcavationCurriculum(
      int levels, int promotion, int demotion, AfterLast afterLast, int worlds, long seed) {
    if (levels < 1 || promotion < 1 || demotion < 1) {
      throw new IllegalArgumentException(levels + " levels, " + promotion + ", " + demotion);
    }
    this.levels = levels;
    this.promotion = promotion;
    this.demotion = demotion;
    this.afterLast = afterLast;
    level = new int[worlds];
    successes = new int[worlds];
    failures = new int[worlds];
    random = SplitMix64.mix(seed);
  }

  /// Level of a world's next episode, from 0.
  public int level(int world) {
    return level[world];
  }

  /// Takes note of a world's finished episode.
  ///
  /// @param success the task was done; a time limit is a failure
  public void ended(int world, Ending success) {
    boolean done = success == Ending.TASK_DONE;
    successes[world] = done ? successes[world] + 1 : 0;
    failures[world] = done ? 0 : failures[world] + 1;
    if (successes[world] >= promotion) {
      successes[world] = 0;
      level[world] = level[world] + 1 < levels ? level[world] + 1 : last(level[world]);
    } else if (failures[world] >= demotion) {
      failures[world] = 0;
      level[world] = Math.max(0, level[world] - 1);
    }
  }

  /// How an episode ended.
  public enum Ending {
    /// The task is done.
    TASK_DONE,
    /// The time was up.
    TIMEOUT
  }

  /// Takes over the state of another with the same configuration.
  void set(ExcavationCurriculum other) {
    System.arraycopy(other.level, 0, level, 0, level.length);
    System.arraycopy(other.successes, 0, successes, 0, successes.length);
    System.arraycopy(other.failures, 0, failures, 0, failures.length);
    random = other.random;
  }

  /// Its fields, for a stored state.
  void transfer(StateStream stream) {
    for (int world = 0; world < level.length; world++) {
      level[world] = stream.within(level[world], 0, levels - 1);
    }
    stream.numbers(successes);
    stream.numbers(failures);
    random = stream.number(random);
  }

  /// Begins anew.
  void reset(long seed) {
    Arrays.fill(level, 0);
    Arrays.fill(successes, 0);
    Arrays.fill(failures, 0);
    random = SplitMix64.mix(seed);
  }

  /// Equal states have equal digests.
  long digest() {
    long hash = SplitMix64.mix(random + SplitMix64.GAMMA);
    for (int w = 0; w < level.length; w++) {
      hash =
          SplitMix64.mix(hash + ((long) level[w] << 48 | (long) successes[w] << 24 | failures[w]));
    }
    return hash;
  }

  private int last(int current) {
    return switch (afterLast) {
      case STAY -> current;
      case RANDOM -> {
        random += SplitMix64.GAMMA;
        yield (int) (SplitMix64.unit(SplitMix64.mix(random)) * levels);
      }
    };
  }
}
