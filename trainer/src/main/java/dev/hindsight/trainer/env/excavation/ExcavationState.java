package dev.hindsight.trainer.env.excavation;

import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.StateParts;
import dev.hindsight.trainer.env.StateStream;
import dev.hindsight.trainer.env.excavation.simulation.ExcavatorAction;
import dev.hindsight.trainer.env.excavation.simulation.SiteGeometry;
import dev.hindsight.trainer.env.excavation.simulation.StartPose;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/// The mutable state of the environment beside its world: random numbers, site, clocks, curriculum
/// and counts. Hot loop: [#digest], [#writeParts] and [#set] allocate nothing.
final class ExcavationState {
  /// Names of the parts, in the order of [#writeParts].
  static final List<String> PARTS =
      StateParts.named(
          "random numbers",
          "site",
          "machine and ground",
          "clock",
          "curriculum",
          "last actions",
          "totals");

  /// State of the random number generator, see [SplitMix64].
  long random;

  /// Level of the site of this episode, and its index in the level.
  int level;

  int site;

  /// Where each trial of this episode begins.
  StartPose start = StartPose.of(0, 0, 0);

  int trial;
  int trialTick;
  final ExcavationCurriculum curriculum;

  /// `[5]` the last actions of this trial, the latest first; -1 for none.
  final byte[] previous = new byte[ExcavationLayout.PREVIOUS_ACTIONS];

  /// `[K]` since the reset: finished trials, and those in which the task was done.
  final int[] finished;

  final int[] tasksDone;

  /// Since the reset: digs that filled the bucket, dumps that emptied it, and trials that ended at
  /// their time limit.
  int digs;

  int dumps;
  int timeouts;

  ExcavationState(ExcavationConfig config) {
    curriculum =
        new ExcavationCurriculum(
            config.levels().size(),
            config.promotion(),
            config.demotion(),
            config.afterLast(),
            1,
            0);
    finished = new int[config.trials()];
    tasksDone = new int[config.trials()];
  }

  /// Begins a run.
  void reset(long seed) {
    random = SplitMix64.mix(seed);
    curriculum.reset(seed);
    Arrays.fill(finished, 0);
    Arrays.fill(tasksDone, 0);
    digs = 0;
    dumps = 0;
    timeouts = 0;
    trial = 0;
    beginTrial();
  }

  void beginTrial() {
    trialTick = 0;
    Arrays.fill(previous, (byte) ExcavatorAction.NONE);
  }

  /// Random bits.
  long draw() {
    random += SplitMix64.GAMMA;
    return SplitMix64.mix(random);
  }

  void remember(int action) {
    System.arraycopy(previous, 0, previous, 1, previous.length - 1);
    previous[0] = (byte) action;
  }

  /// Becomes a copy of another of the same configuration.
  void set(ExcavationState other) {
    random = other.random;
    level = other.level;
    site = other.site;
    start = other.start;
    trial = other.trial;
    trialTick = other.trialTick;
    curriculum.set(other.curriculum);
    System.arraycopy(other.previous, 0, previous, 0, previous.length);
    System.arraycopy(other.finished, 0, finished, 0, finished.length);
    System.arraycopy(other.tasksDone, 0, tasksDone, 0, tasksDone.length);
    digs = other.digs;
    dumps = other.dumps;
    timeouts = other.timeouts;
  }

  /// Its fields, for a stored state.
  void transfer(StateStream stream, ExcavationSites sites) {
    random = stream.number(random);
    level = stream.within(level, 0, sites.levels() - 1);
    site = stream.within(site, 0, sites.count(level) - 1);
    start =
        new StartPose(
            stream.number(start.row()),
            stream.number(start.column()),
            stream.within(start.base(), 0, SiteGeometry.DIRECTIONS - 1),
            stream.within(start.cabin(), 0, SiteGeometry.DIRECTIONS - 1),
            stream.within(start.wheel(), -SiteGeometry.WHEEL_STOP, SiteGeometry.WHEEL_STOP),
            stream.within(start.load(), 0, Byte.MAX_VALUE),
            stream.within(start.steps(), 0, Integer.MAX_VALUE));
    trial = stream.within(trial, 0, finished.length - 1);
    trialTick = stream.number(trialTick);
    curriculum.transfer(stream);
    stream.numbers(previous);
    stream.numbers(finished);
    stream.numbers(tasksDone);
    digs = stream.number(digs);
    dumps = stream.number(dumps);
    timeouts = stream.number(timeouts);
  }

  /// Writes a digest of each of [#PARTS].
  void writeParts(ExcavationWorld world, ByteBuffer row) {
    StateParts.put(row, SplitMix64.mix(random));
    StateParts.put(row, siteDigest());
    StateParts.put(row, world.excavation().digest());
    StateParts.put(row, clockDigest());
    StateParts.put(row, curriculum.digest());
    StateParts.put(row, previousDigest());
    StateParts.put(row, totalsDigest());
  }

  /// Equal states have equal digests.
  long digest(ExcavationWorld world) {
    long hash = SplitMix64.mix(random);
    hash = SplitMix64.mix(hash ^ siteDigest());
    hash = SplitMix64.mix(hash ^ world.excavation().digest());
    hash = SplitMix64.mix(hash ^ clockDigest());
    hash = SplitMix64.mix(hash ^ curriculum.digest());
    hash = SplitMix64.mix(hash ^ previousDigest());
    return SplitMix64.mix(hash ^ totalsDigest());
  }

  private long siteDigest() {
    long hash = SplitMix64.mix(SplitMix64.GAMMA ^ ((long) level << 32 | site));
    return SplitMix64.mix(hash + start.row() * 10_000L + start.column() * 100L + start.base());
  }

  private long clockDigest() {
    return SplitMix64.mix(SplitMix64.GAMMA ^ ((long) trial << 32 | trialTick));
  }

  private long previousDigest() {
    long hash = 1;
    for (byte action : previous) {
      hash = hash * 10 + action + 1;
    }
    return SplitMix64.mix(hash);
  }

  private long totalsDigest() {
    long hash = SplitMix64.mix(((long) digs << 32 | dumps) + 1);
    hash = SplitMix64.mix(hash ^ timeouts);
    for (int k = 0; k < finished.length; k++) {
      hash = SplitMix64.mix(hash ^ ((long) finished[k] << 32 | tasksDone[k]));
    }
    return hash;
  }
}
