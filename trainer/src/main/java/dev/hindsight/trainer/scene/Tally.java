package dev.hindsight.trainer.scene;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/// What has happened up to a tick: events counted once, when they begin, and scores per trial.
///
/// Reads every tick up to the one asked for once and keeps running sums, so the first question
/// about a late tick costs a pass over the recording and later ones nothing. Any thread; questions
/// wait for each other, so a thread that must not wait lets another ask for a few ticks at a time.
public final class Tally {
  private final Rollout rollout;
  private final TallyEvents events;
  private final List<Double> finished = new ArrayList<>();

  /// Sums up to and including each tick.
  private int[] goals = new int[64];

  private int[] collisions = new int[64];
  private int[] offroad = new int[64];
  private int[] scored = new int[64];
  private int known;

  /// Counts nothing yet.
  public Tally(Rollout rollout) {
    this.rollout = rollout;
    this.events = new TallyEvents(rollout);
  }

  /// @param goals goals reached so far; nothing where the recording does not tell
  /// @param collisions vehicle collisions begun so far, one per agent in it
  /// @param offroad times an agent left the road so far
  /// @param trialScores part of the agents that reached their goal without a vehicle collision, per
  ///   trial of this episode up to the present one
  public record Counts(
      OptionalInt goals, OptionalInt collisions, OptionalInt offroad, List<Double> trialScores) {
    /// Copies the list.
    public Counts {
      trialScores = List.copyOf(trialScores);
    }
  }

  /// How many ticks [#at] has to read before it can answer; 0 when it knows.
  public synchronized int missing(int tick) {
    return Math.max(0, tick + 1 - known);
  }

  /// The counts when the world of a tick is seen, before anyone acts in it.
  public synchronized Counts at(int tick) {
    while (known <= tick && known < rollout.ticks()) {
      count(known++);
    }
    return new Counts(
        sum(events.tellGoals(), goals, tick),
        sum(events.tellCollisions(), collisions, tick),
        sum(events.tellCollisions(), offroad, tick),
        events.tellGoals() ? trialScores(tick) : List.of());
  }

  private static OptionalInt sum(boolean told, int[] sums, int tick) {
    return told ? OptionalInt.of(sums[tick]) : OptionalInt.empty();
  }

  private List<Double> trialScores(int tick) {
    TrialIndex trials = rollout.trials();
    int present = trials.stretchAt(tick);
    int first = present;
    while (first > 0 && trials.trial(first) > 0) {
      first--;
    }
    List<Double> scores = new ArrayList<>(finished.subList(first, present));
    scores.add(score(scored[tick]));
    return scores;
  }

  private double score(int scoring) {
    return (double) scoring / Math.max(1, events.agents());
  }

  private void count(int tick) {
    if (tick == goals.length) {
      goals = Arrays.copyOf(goals, 2 * tick);
      collisions = Arrays.copyOf(collisions, 2 * tick);
      offroad = Arrays.copyOf(offroad, 2 * tick);
      scored = Arrays.copyOf(scored, 2 * tick);
    }
    TrialIndex trials = rollout.trials();
    int stretch = trials.stretchAt(tick);
    boolean begins = tick == trials.start(stretch);
    if (begins && tick > 0) {
      events.endTrial(tick - 1, trials.end(stretch - 1) - trials.start(stretch - 1));
      finished.add(score(events.scoring()));
    }
    if (begins) {
      events.beginTrial();
    }
    events.see(tick);
    goals[tick] = events.goals();
    collisions[tick] = events.collisions();
    offroad[tick] = events.offroad();
    scored[tick] = events.scoring();
  }
}
