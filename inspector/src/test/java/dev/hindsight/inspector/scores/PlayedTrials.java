package dev.hindsight.inspector.scores;

import dev.hindsight.trainer.outcome.EventBits;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Summary;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// One episode of equally long trials with random content, and the expected results, counted in
/// another way.
final class PlayedTrials {
  final int trials;
  final int agents;
  final int egos;
  final int length;
  private final int[][] events;
  private final float[][] rewards;
  private final boolean[][] limbo;

  /// @param egos number of egos; they come first
  PlayedTrials(int trials, int agents, int egos, int length, long seed) {
    this.trials = trials;
    this.agents = agents;
    this.egos = egos;
    this.length = length;
    Random random = new Random(seed);
    int ticks = trials * length;
    events = new int[ticks][agents];
    rewards = new float[ticks][agents];
    limbo = new boolean[ticks][agents];
    for (int trial = 0; trial < trials; trial++) {
      for (int agent = 0; agent < agents; agent++) {
        boolean arrived = false;
        for (int tick = trial * length; tick < (trial + 1) * length; tick++) {
          limbo[tick][agent] = arrived;
          boolean goal = !arrived && random.nextInt(length) == 0;
          int contact = random.nextInt(3 * length);
          events[tick][agent] =
              arrived
                  ? 0
                  : (goal ? EventBits.GOAL : 0)
                      + (contact == 0 ? EventBits.COLLISION : contact == 1 ? EventBits.OFFROAD : 0);
          rewards[tick][agent] = random.nextInt(5) / 4f + (goal ? 1 : 0);
          arrived |= goal;
        }
      }
    }
  }

  int ticks() {
    return trials * length;
  }

  boolean reached(int trial, int agent) {
    return count(EventBits.GOAL, trial, agent) > 0;
  }

  double score(int trial, int agent) {
    int touched = count(EventBits.COLLISION, trial, agent) + count(EventBits.OFFROAD, trial, agent);
    return reached(trial, agent) && touched == 0 ? 1 : 0;
  }

  /// The number of an agent's events of a kind in a trial.
  int count(int kind, int trial, int agent) {
    int count = 0;
    for (int tick = trial * length; tick < (trial + 1) * length; tick++) {
      count += (events[tick][agent] & kind) != 0 ? 1 : 0;
    }
    return count;
  }

  /// The number of events of a kind of some agents in all.
  double countOf(int kind, int from, int to) {
    return Arrays.stream(events)
        .mapToLong(row -> Arrays.stream(row, from, to).filter(e -> (e & kind) != 0).count())
        .sum();
  }

  double earned(int from, int to) {
    double sum = 0;
    for (float[] row : rewards) {
      for (int agent = from; agent < to; agent++) {
        sum += row[agent];
      }
    }
    return sum;
  }

  /// Mean score of a trial over some agents.
  double mean(int trial, int from, int to) {
    double sum = 0;
    for (int agent = from; agent < to; agent++) {
      sum += score(trial, agent);
    }
    return sum / (to - from);
  }

  /// The summary that a recorder would write.
  ///
  /// @param scored agents whose scores it includes
  /// @param counted agents whose events it counts
  /// @param places trials it has room for
  Summary summary(int scored, int counted, int places) {
    List<Double> scores =
        java.util.stream.IntStream.range(0, Math.min(places, trials))
            .mapToObj(trial -> mean(trial, 0, scored))
            .toList();
    return Summary.of(
        scores,
        Map.of(
            "goals", countOf(EventBits.GOAL, 0, counted),
            "collisions", countOf(EventBits.COLLISION, 0, counted),
            "offroad", countOf(EventBits.OFFROAD, 0, counted)),
        0);
  }

  /// The recording.
  ///
  /// @param declared K in its manifest
  MemoryRollout rollout(int declared) {
    float[] ego = new float[agents];
    Arrays.fill(ego, 0, egos, 1);
    return new MemoryRollout("lots", agents, ticks(), declared)
        .withTimeout(length)
        .with("trial", Dtype.I4, (tick, _) -> Math.floorDiv(tick, length))
        .with("trial_tick", Dtype.I4, (tick, _) -> tick % length)
        .with("event", Dtype.U1, (tick, agent) -> events[tick][agent], agents)
        .with("reward", Dtype.F4, (tick, agent) -> rewards[tick][agent], agents)
        .with("removed", Dtype.BOOL, (tick, agent) -> limbo[tick][agent] ? 1 : 0, agents)
        .with("trial_ended", Dtype.BOOL, (tick, _) -> tick % length == length - 1 ? 1 : 0, agents)
        .with(
            "trial_score",
            Dtype.F4,
            (tick, agent) ->
                tick % length == length - 1
                    ? score(Math.floorDiv(tick, length), agent)
                    : Double.NaN,
            agents)
        .with("ego", NpyArray.of(ego, agents))
        .with(summary(egos, egos, trials));
  }
}
