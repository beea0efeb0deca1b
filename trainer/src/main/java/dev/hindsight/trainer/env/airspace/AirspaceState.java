package dev.hindsight.trainer.env.airspace;

import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.StateParts;
import dev.hindsight.trainer.env.StateStream;
import dev.hindsight.trainer.env.airspace.flight.AirTraffic;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The mutable state of an airspace. Hot: only the constructor allocates. A = agents, N = bodies, K
/// = trials.
final class AirspaceState {
  /// In [#status]: it is flying.
  static final byte FLYING = 0;

  /// In [#status]: it left at its exit.
  static final byte EXITED = 1;

  /// In [#status]: it left elsewhere.
  static final byte LEFT = 2;

  /// In [#status]: an edit removed it.
  static final byte TAKEN = 3;

  /// Added to any [#status]: it left at its exit earlier in the trial, and an edit brought it back.
  private static final byte EXITED_BEFORE = 8;

  /// Names of the parts, in the order of [#writeParts].
  static final List<String> PARTS = parts();

  /// `[N]` all bodies, agents first.
  final AirTraffic traffic;

  /// `[N]` their state at the start of the trial.
  final AirTraffic start;

  /// `[N]` degrees; NaN without an exit.
  final double[] exitLatitude;

  final double[] exitLongitude;

  /// `[A]`.
  final byte[] status;

  /// `[A]` whether separation was lost at any time in this trial.
  final byte[] lost;

  /// `[A * 3]` heading, speed and level of the last action, each in `[-1, 1]`.
  final float[] last;

  /// `[N * N]` the relation of two bodies one second ago: [ConflictMonitor#CONFLICT],
  /// [ConflictMonitor#LOSS].
  final byte[] known;

  /// `[K]` since the reset.
  final int[] finished;

  /// `[K]` since the reset.
  final double[] scores;

  /// Since the reset, as in [AirspaceCounters].
  final double[] counts;

  long random;
  int trial;
  int trialTick;

  AirspaceState(int agents, int count, int trials) {
    traffic = new AirTraffic(count);
    start = new AirTraffic(count);
    exitLatitude = new double[count];
    exitLongitude = new double[count];
    status = new byte[agents];
    lost = new byte[agents];
    last = new float[agents * 3];
    known = new byte[count * count];
    finished = new int[trials];
    scores = new double[trials];
    counts = new double[AirspaceCounters.COUNT];
  }

  private static List<String> parts() {
    List<String> names = new ArrayList<>(StateParts.named("random numbers", "clock"));
    names.addAll(AirTraffic.PARTS);
    names.addAll(
        StateParts.named(
            "start of the trial",
            "exits",
            "status",
            "separation lost in the trial",
            "pairs known to be in conflict",
            "last actions",
            "scores of trials",
            "totals"));
    return List.copyOf(names);
  }

  /// @param what one of [AirspaceCounters]
  void count(int what, double more) {
    counts[what] += more;
  }

  /// @param what one of [AirspaceCounters]
  double counted(int what) {
    return counts[what];
  }

  /// Whether an aircraft has left at its exit in this trial, also if an edit brought it back.
  boolean reachedExit(int agent) {
    return is(agent, EXITED) || (status[agent] & EXITED_BEFORE) != 0;
  }

  /// @param what one of [#FLYING], [#EXITED], [#LEFT], [#TAKEN]
  boolean is(int agent, byte what) {
    return (status[agent] & ~EXITED_BEFORE) == what;
  }

  /// @param what one of [#FLYING], [#EXITED], [#LEFT], [#TAKEN]; an exit before is not forgotten
  void become(int agent, byte what) {
    boolean before = what != EXITED && reachedExit(agent);
    status[agent] = (byte) (before ? what | EXITED_BEFORE : what);
  }

  /// A random number in `[0, 1)`.
  double draw() {
    random += SplitMix64.GAMMA;
    return SplitMix64.unit(SplitMix64.mix(random));
  }

  /// Returns to the start of the trial's scenario.
  void beginTrial() {
    traffic.set(start);
    Arrays.fill(status, FLYING);
    Arrays.fill(lost, (byte) 0);
    Arrays.fill(last, 0);
    Arrays.fill(known, (byte) 0);
    trialTick = 0;
  }

  /// Becomes a copy of another of the same size.
  void set(AirspaceState other) {
    traffic.set(other.traffic);
    start.set(other.start);
    copy(other.exitLatitude, exitLatitude);
    copy(other.exitLongitude, exitLongitude);
    System.arraycopy(other.status, 0, status, 0, status.length);
    System.arraycopy(other.lost, 0, lost, 0, lost.length);
    System.arraycopy(other.last, 0, last, 0, last.length);
    System.arraycopy(other.known, 0, known, 0, known.length);
    System.arraycopy(other.finished, 0, finished, 0, finished.length);
    copy(other.scores, scores);
    copy(other.counts, counts);
    random = other.random;
    trial = other.trial;
    trialTick = other.trialTick;
  }

  void transfer(StateStream stream) {
    traffic.transfer(stream);
    start.transfer(stream);
    stream.numbers(exitLatitude);
    stream.numbers(exitLongitude);
    stream.numbers(status);
    stream.numbers(lost);
    stream.numbers(last);
    stream.numbers(known);
    stream.numbers(finished);
    stream.numbers(scores);
    stream.numbers(counts);
    random = stream.number(random);
    trial = stream.within(trial, 0, finished.length - 1);
    trialTick = stream.number(trialTick);
  }

  private static void copy(double[] from, double[] to) {
    System.arraycopy(from, 0, to, 0, to.length);
  }

  /// Equal states have equal digests.
  long digest() {
    long hash = SplitMix64.mix(random ^ ((long) trial << 32 | trialTick));
    hash = start.digest(traffic.digest(hash));
    hash = digest(digest(hash, exitLatitude), exitLongitude);
    hash = digest(digest(hash, scores), counts);
    hash = digest(digest(digest(hash, status), lost), known);
    for (float x : last) {
      hash = SplitMix64.mix(hash ^ Float.floatToIntBits(x));
    }
    for (int x : finished) {
      hash = SplitMix64.mix(hash ^ x);
    }
    return hash;
  }

  /// Writes a digest of each of [#PARTS]. Allocates nothing.
  void writeParts(ByteBuffer row) {
    StateParts.put(row, SplitMix64.mix(random));
    StateParts.put(row, SplitMix64.mix(SplitMix64.GAMMA ^ ((long) trial << 32 | trialTick)));
    for (int part = 0; part < AirTraffic.PARTS.size(); part++) {
      StateParts.put(row, traffic.digestPart(part));
    }
    StateParts.put(row, start.digest(0));
    StateParts.put(row, digest(digest(0, exitLatitude), exitLongitude));
    StateParts.put(row, digest(0, status));
    StateParts.put(row, digest(0, lost));
    StateParts.put(row, digest(0, known));
    long commands = 1;
    for (float x : last) {
      commands = SplitMix64.mix(commands ^ Float.floatToIntBits(x));
    }
    StateParts.put(row, commands);
    long trials = digest(0, scores);
    for (int x : finished) {
      trials = SplitMix64.mix(trials ^ x);
    }
    StateParts.put(row, trials);
    StateParts.put(row, digest(0, counts));
  }

  private static long digest(long digest, double[] numbers) {
    long hash = digest;
    for (double x : numbers) {
      hash = SplitMix64.mix(hash ^ Double.doubleToLongBits(x));
    }
    return hash;
  }

  private static long digest(long digest, byte[] numbers) {
    long hash = digest;
    for (int i = 0; i < numbers.length; i++) {
      // Most are 0: skipping them keeps 2500 pairs cheap, and the digest still depends on the
      // place.
      if (numbers[i] != 0) {
        hash = SplitMix64.mix(hash ^ ((long) i << 8 | numbers[i]));
      }
    }
    return SplitMix64.mix(hash ^ numbers.length);
  }
}
