package dev.hindsight.trainer.env.darkroom;

import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.StateParts;
import dev.hindsight.trainer.env.StateStream;
import java.nio.ByteBuffer;
import java.util.List;

/// The mutable state of a dark room. Hot loop: [#digest], [#writeParts] and [#drawGoal] allocate
/// nothing.
final class DarkRoomState implements Environment.Snapshot {
  /// Names of the parts, in the order of [#writeParts].
  static final List<String> PARTS =
      StateParts.named(
          "random numbers", "goal", "cell", "clock", "limbo", "last action", "results", "totals");

  /// State of the random number generator, see [SplitMix64].
  long random;

  /// Index of the goal's cell; cells count row by row from the bottom left: `row * G + column`.
  int goal;

  int cell;
  int trial;
  int trialTick;
  boolean limbo;

  /// The last action, or -1 if there was none in this episode.
  int move;

  /// Whether the last action reached the goal; stays set through limbo into the next trial.
  boolean hit;

  /// Whether the goal has been reached in the current trial: what its score says. Only edits can
  /// make it differ from being in limbo after a hit.
  boolean found;

  boolean trialEnded;
  boolean terminal;

  /// Code of an [dev.hindsight.trainer.outcome.EpisodeEnd]; 0 unless [#terminal].
  byte end;

  /// `[D]` the room before the last reset.
  final float[] finalObservation;

  float reward;

  /// Whether the last action reached the goal; unlike [#hit] it is reset by the next action.
  boolean arrived;

  /// Score of the trial that the last action ended; NaN if it ended none.
  float score = Float.NaN;

  /// `[K]` since the reset: finished trials, and those that reached the goal.
  final int[] finished;

  final int[] reached;

  /// @param trials K
  /// @param numbers D
  DarkRoomState(int trials, int numbers) {
    finalObservation = new float[numbers];
    finished = new int[trials];
    reached = new int[trials];
  }

  /// Becomes a copy of another.
  void set(DarkRoomState other) {
    random = other.random;
    goal = other.goal;
    cell = other.cell;
    trial = other.trial;
    trialTick = other.trialTick;
    limbo = other.limbo;
    move = other.move;
    hit = other.hit;
    found = other.found;
    trialEnded = other.trialEnded;
    terminal = other.terminal;
    end = other.end;
    System.arraycopy(other.finalObservation, 0, finalObservation, 0, finalObservation.length);
    reward = other.reward;
    arrived = other.arrived;
    score = other.score;
    System.arraycopy(other.finished, 0, finished, 0, finished.length);
    System.arraycopy(other.reached, 0, reached, 0, reached.length);
  }

  /// @param cells of the room
  void transfer(StateStream stream, int cells) {
    random = stream.number(random);
    goal = stream.within(goal, 0, cells - 1);
    cell = stream.within(cell, 0, cells - 1);
    trial = stream.within(trial, 0, finished.length - 1);
    trialTick = stream.number(trialTick);
    // One number for both: the bytes of a world that nobody edited stay what they were.
    int flags = stream.within((limbo ? 1 : 0) | editedFind(), 0, 5);
    limbo = (flags & 1) != 0;
    move = stream.within(move, -1, 3);
    hit = stream.flag(hit);
    found = (limbo && hit) != ((flags & 4) != 0);
    trialEnded = stream.flag(trialEnded);
    terminal = stream.flag(terminal);
    end = (byte) stream.number(end);
    stream.numbers(finalObservation);
    reward = stream.number(reward);
    arrived = stream.flag(arrived);
    score = stream.number(score);
    stream.numbers(finished);
    stream.numbers(reached);
  }

  /// Draws a goal other than the start.
  void drawGoal(int cells, int start) {
    random += SplitMix64.GAMMA;
    // The modulo bias of 63 random bits is below 1e-16 for any room.
    int drawn = (int) ((SplitMix64.mix(random) >>> 1) % (cells - 1));
    goal = drawn < start ? drawn : drawn + 1;
  }

  /// Writes a digest of each of [#PARTS].
  void writeParts(ByteBuffer row) {
    StateParts.put(row, SplitMix64.mix(random));
    StateParts.put(row, SplitMix64.mix(goal + 1));
    StateParts.put(row, SplitMix64.mix(cell + 1));
    StateParts.put(row, SplitMix64.mix(SplitMix64.GAMMA ^ ((long) trial << 32 | trialTick)));
    StateParts.put(row, SplitMix64.mix((limbo ? 1 : 0) | 2 | editedFind()));
    StateParts.put(row, SplitMix64.mix((move & 0xffffL) << 1 | (hit ? 1 : 0) | 1L << 20));
    int flags = (trialEnded ? 1 : 0) | (terminal ? 2 : 0) | (reward != 0 ? 4 : 0) | 8;
    StateParts.put(row, SplitMix64.mix(flags));
    long totals = 1;
    for (int k = 0; k < finished.length; k++) {
      totals = SplitMix64.mix(totals ^ ((long) finished[k] << 32 | reached[k]));
    }
    StateParts.put(row, totals);
  }

  /// 4 if [#found] does not follow from the rest of the state, else 0: digests of worlds that
  /// nobody edited stay what they were.
  private int editedFind() {
    return found == (limbo && hit) ? 0 : 4;
  }

  /// Equal states have equal digests.
  long digest() {
    long hash = SplitMix64.mix(random ^ goal);
    hash = SplitMix64.mix(hash ^ ((long) cell << 32 | trial));
    hash = SplitMix64.mix(hash ^ ((long) trialTick << 32 | (move & 0xffffL)));
    hash = SplitMix64.mix(hash ^ ((limbo ? 1 : 0) | (hit ? 2 : 0) | editedFind()));
    hash =
        SplitMix64.mix(hash ^ ((trialEnded ? 1 : 0) | (terminal ? 2 : 0) | (reward != 0 ? 4 : 0)));
    for (int k = 0; k < finished.length; k++) {
      hash = SplitMix64.mix(hash ^ ((long) finished[k] << 32 | reached[k]));
    }
    return hash;
  }
}
