package dev.hindsight.inspector.agents;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.Arrays;
import java.util.Optional;

/// Sums of every agent that grow tick by tick. One owner thread; seeing a tick allocates nothing.
///
/// Goals and contacts are counted when they begin, once; every trial begins without any.
final class RunningSums {
  private static final int VEHICLE = 1;
  private static final int OFFROAD = 2;

  private final AgentChannels channels;
  private final double[] reward;
  private final int[] goals;
  private final int[] collisions;
  private final int[] offroad;
  private final int[] contactBefore;
  private final int[] reachedBefore;
  private final int[] row;
  private final float[] numbers;

  /// Nothing seen yet.
  RunningSums(AgentChannels channels) {
    int agents = channels.agents();
    this(
        channels,
        new double[agents],
        new int[agents],
        new int[agents],
        new int[agents],
        new int[agents],
        new int[agents]);
  }

  private RunningSums(
      AgentChannels channels,
      double[] reward,
      int[] goals,
      int[] collisions,
      int[] offroad,
      int[] contactBefore,
      int[] reachedBefore) {
    this.channels = channels;
    this.reward = reward;
    this.goals = goals;
    this.collisions = collisions;
    this.offroad = offroad;
    this.contactBefore = contactBefore;
    this.reachedBefore = reachedBefore;
    this.row = new int[reward.length];
    this.numbers = new float[reward.length];
  }

  RunningSums copy() {
    return new RunningSums(
        channels,
        reward.clone(),
        goals.clone(),
        collisions.clone(),
        offroad.clone(),
        contactBefore.clone(),
        reachedBefore.clone());
  }

  /// Counts the world of a tick and the reward of the action chosen in it.
  void see(TrialIndex trials, int tick) {
    seeWorld(trials, tick);
    if (channels.reward().isPresent()) {
      channels.reward().get().read(tick, 0, numbers, numbers.length);
      for (int agent = 0; agent < numbers.length; agent++) {
        reward[agent] += numbers[agent];
      }
    }
  }

  /// Counts what has begun in the world of a tick.
  void seeWorld(TrialIndex trials, int tick) {
    if (trials.count() > 0 && trials.start(trials.stretchAt(tick)) == tick) {
      Arrays.fill(contactBefore, 0);
      Arrays.fill(reachedBefore, 0);
    }
    if (read(channels.collision(), tick)) {
      for (int agent = 0; agent < row.length; agent++) {
        boolean begins = row[agent] != contactBefore[agent];
        collisions[agent] += begins && row[agent] == VEHICLE ? 1 : 0;
        offroad[agent] += begins && row[agent] == OFFROAD ? 1 : 0;
        contactBefore[agent] = row[agent];
      }
    }
    if (read(channels.reached(), tick)) {
      for (int agent = 0; agent < row.length; agent++) {
        goals[agent] += row[agent] != 0 && reachedBefore[agent] == 0 ? 1 : 0;
        reachedBefore[agent] = row[agent];
      }
    }
  }

  AgentRow.Sums of(int agent) {
    double earned = channels.reward().isPresent() ? reward[agent] : Double.NaN;
    return new AgentRow.Sums(earned, goals[agent], collisions[agent], offroad[agent]);
  }

  private boolean read(Optional<Channel> channel, int tick) {
    channel.ifPresent(present -> present.read(tick, 0, row, row.length));
    return channel.isPresent();
  }
}
