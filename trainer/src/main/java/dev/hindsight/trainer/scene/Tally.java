package dev.hindsight.trainer.scene;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// What has happened up to a tick: events counted once, when they begin, and scores per trial.
///
/// Reads every tick up to the one asked for once and keeps running sums, so the first question
/// about a late tick costs a pass over the recording and later ones nothing. Any thread; questions
/// wait for each other.
///
/// Goals are counted from `goal_reached` or, where only limbo tells them, from `removed`; the rest
/// from `collision` (1 vehicle, 2 offroad). An agent scores in a trial if it reached its goal and
/// was in no vehicle collision in that trial.
public final class Tally {
  private static final int VEHICLE = 1;
  private static final int OFFROAD = 2;

  private final Rollout rollout;
  private final Optional<Channel> goalReached;
  private final Optional<Channel> removed;
  private final Optional<Channel> collision;
  private final int agents;

  /// Running sums after the results of each tick's actions.
  private int[] goals = new int[64];

  private int[] collisions = new int[64];
  private int[] offroad = new int[64];
  private int[] scored = new int[64];
  private int known;

  private final int[] row;
  private final int[] collisionBefore;
  private final boolean[] reached;
  private final boolean[] collided;

  /// Counts nothing yet.
  public Tally(Rollout rollout) {
    this.rollout = rollout;
    this.agents = rollout.manifest().agents();
    this.goalReached = perAgent("goal_reached");
    this.removed = perAgent("removed");
    this.collision = perAgent("collision");
    this.row = new int[agents];
    this.collisionBefore = new int[agents];
    this.reached = new boolean[agents];
    this.collided = new boolean[agents];
  }

  /// @param goals goals reached so far; nothing where the recording does not tell
  /// @param collisions vehicle collisions begun so far, one per agent in it
  /// @param offroad times an agent left the road so far
  /// @param trialScores part of the agents that scored, per trial of this episode up to the present
  ///   one
  public record Counts(
      OptionalInt goals, OptionalInt collisions, OptionalInt offroad, List<Double> trialScores) {
    /// Copies the list.
    public Counts {
      trialScores = List.copyOf(trialScores);
    }
  }

  /// Whether [#at] answers without reading.
  public synchronized boolean knows(int tick) {
    return tick < known;
  }

  /// The counts when the world of a tick is seen, before anyone acts in it.
  public synchronized Counts at(int tick) {
    while (known <= tick && known < rollout.ticks()) {
      count(known++);
    }
    boolean tellsGoals = goalReached.isPresent() || removed.isPresent();
    return new Counts(
        sum(tellsGoals, goals, goalReached.isPresent() ? tick - 1 : tick),
        sum(collision.isPresent(), collisions, tick),
        sum(collision.isPresent(), offroad, tick),
        tellsGoals && agents > 0 ? trialScores(tick) : List.of());
  }

  private static OptionalInt sum(boolean told, int[] sums, int tick) {
    return told ? OptionalInt.of(tick < 0 ? 0 : sums[tick]) : OptionalInt.empty();
  }

  private List<Double> trialScores(int tick) {
    TrialIndex trials = rollout.trials();
    int present = trials.stretchAt(tick);
    int first = present;
    while (first > 0 && trials.trial(first) > 0) {
      first--;
    }
    List<Double> scores = new ArrayList<>();
    for (int stretch = first; stretch <= present; stretch++) {
      int seen = goalReached.isPresent() ? tick - 1 : tick;
      int last = Math.min(trials.end(stretch) - 1, seen);
      scores.add(last < trials.start(stretch) ? 0 : (double) scored[last] / agents);
    }
    return scores;
  }

  private void count(int tick) {
    if (tick == goals.length) {
      goals = Arrays.copyOf(goals, 2 * tick);
      collisions = Arrays.copyOf(collisions, 2 * tick);
      offroad = Arrays.copyOf(offroad, 2 * tick);
      scored = Arrays.copyOf(scored, 2 * tick);
    }
    if (tick == rollout.trials().start(rollout.trials().stretchAt(tick))) {
      Arrays.fill(reached, false);
      Arrays.fill(collided, false);
      Arrays.fill(collisionBefore, 0);
    }
    int before = tick - 1;
    goals[tick] = tick == 0 ? 0 : goals[before];
    collisions[tick] = tick == 0 ? 0 : collisions[before];
    offroad[tick] = tick == 0 ? 0 : offroad[before];
    collision.ifPresent(channel -> countCollisions(channel, tick));
    goalReached.or(() -> removed).ifPresent(channel -> countGoals(channel, tick));
    int scoring = 0;
    for (int agent = 0; agent < agents; agent++) {
      scoring += reached[agent] && !collided[agent] ? 1 : 0;
    }
    scored[tick] = scoring;
  }

  private void countCollisions(Channel channel, int tick) {
    channel.read(tick, 0, row, agents);
    for (int agent = 0; agent < agents; agent++) {
      if (row[agent] != collisionBefore[agent]) {
        collisions[tick] += row[agent] == VEHICLE ? 1 : 0;
        offroad[tick] += row[agent] == OFFROAD ? 1 : 0;
      }
      collided[agent] |= row[agent] == VEHICLE;
      collisionBefore[agent] = row[agent];
    }
  }

  private void countGoals(Channel channel, int tick) {
    channel.read(tick, 0, row, agents);
    boolean everyTickIsOne = goalReached.isPresent();
    for (int agent = 0; agent < agents; agent++) {
      if (row[agent] != 0) {
        goals[tick] += everyTickIsOne || !reached[agent] ? 1 : 0;
        reached[agent] = true;
      }
    }
  }

  private Optional<Channel> perAgent(String name) {
    return rollout.channel(name).filter(channel -> channel.rowLength() == agents);
  }
}
