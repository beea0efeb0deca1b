package dev.hindsight.inspector.scores;

import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Reads a recording once and adds up every agent's every trial. For a background thread.
///
/// Scores are those the environment gave where the recording holds `trial_score`; else 1 for who
/// reached a goal and touched nothing.
public final class ScoreReader {
  private static final int CHECK_EVERY = 1024;

  private final Rollout rollout;
  private final TrialIndex trials;
  private final Happenings happenings;
  private final List<Side> sides;
  private final Optional<Channel> reward;
  private final Optional<Channel> removed;
  private final Optional<Channel> score;
  private final int agents;
  private final int[] row;
  private final float[] numbers;

  private ScoreReader(Rollout rollout) {
    this.rollout = rollout;
    trials = rollout.trials();
    happenings = Happenings.of(rollout);
    sides = Side.of(rollout);
    agents = sides.size();
    reward = column("reward");
    removed = column("removed");
    score = column("trial_score");
    row = new int[agents];
    numbers = new float[agents];
  }

  private Optional<Channel> column(String name) {
    return rollout.channel(name).filter(channel -> channel.rowLength() == agents);
  }

  /// For who reads trial by trial.
  static ScoreReader of(Rollout rollout) {
    return new ScoreReader(rollout);
  }

  /// Reads all ticks there are now.
  public static ScoreSheet read(Rollout rollout, Progress progress, Cancellation cancellation) {
    return new ScoreReader(rollout).sheet(progress, cancellation);
  }

  private ScoreSheet sheet(Progress progress, Cancellation cancellation) {
    List<ScoreSheet.Episode> episodes = new ArrayList<>();
    List<Trial> present = new ArrayList<>();
    for (int stretch = 0; stretch < trials.count(); stretch++) {
      if (!present.isEmpty() && trials.trial(stretch) <= present.getLast().number()) {
        episodes.add(new ScoreSheet.Episode(episodes.size(), present));
        present = new ArrayList<>();
      }
      Trial trial = trial(stretch, cancellation);
      if (takesPlace(trial)) {
        present.add(trial);
      }
      progress.report(trials.end(stretch), rollout.ticks(), "ticks");
    }
    if (!present.isEmpty()) {
      episodes.add(new ScoreSheet.Episode(episodes.size(), present));
    }
    return new ScoreSheet(
        String.valueOf(rollout.file().getFileName()),
        columns(episodes),
        sides,
        episodes,
        happenings.exact() ? ScoreSheet.Source.RECORDED : ScoreSheet.Source.DERIVED);
  }

  /// After its last trial the reference leaves everybody in limbo: that is no trial.
  private static boolean takesPlace(Trial trial) {
    return trial.agents().stream().anyMatch(agent -> agent.limboTicks() < trial.ticks());
  }

  private int columns(List<ScoreSheet.Episode> episodes) {
    int declared = rollout.manifest().trials().count();
    int played =
        episodes.stream()
            .flatMap(episode -> episode.trials().stream())
            .mapToInt(trial -> trial.number() + 1)
            .max()
            .orElse(0);
    return Math.max(declared, played);
  }

  /// What every agent came to in a stretch of one trial.
  Trial trial(int stretch, Cancellation cancellation) {
    TrialIndex trials = rollout.trials();
    int start = trials.start(stretch);
    int end = trials.end(stretch);
    Trial.Ending ending = Happenings.ending(rollout, stretch);
    Sums sums = new Sums(agents);
    for (int tick = start; tick < end; tick++) {
      if (tick % CHECK_EVERY == 0) {
        cancellation.throwIfCancelled();
      }
      Happenings.Place place =
          tick + 1 < end
              ? Happenings.Place.WITHIN
              : ending == Trial.Ending.ENDED ? Happenings.Place.LAST : Happenings.Place.CUT_OFF;
      happenings.read(tick, place, row);
      sums.events(tick, row);
      if (reward.isPresent()) {
        reward.get().read(tick, 0, numbers, agents);
        sums.earn(numbers);
      }
      if (removed.isPresent()) {
        removed.get().read(tick, 0, row, agents);
        sums.wait(row);
      }
    }
    List<AgentTrial> results = new ArrayList<>(agents);
    for (int agent = 0; agent < agents; agent++) {
      results.add(sums.of(agent, score(end - 1, ending, agent, sums)));
    }
    return new Trial(trials.trial(stretch), start, end - start, ending, results);
  }

  private double score(int last, Trial.Ending ending, int agent, Sums sums) {
    if (ending == Trial.Ending.CUT_OFF) {
      return Double.NaN;
    }
    double told = score.map(channel -> channel.value(last, agent)).orElse(Double.NaN);
    if (!Double.isNaN(told) || !happenings.tellsGoals()) {
      return told;
    }
    return sums.goals[agent] > 0 && sums.collisions[agent] + sums.offroad[agent] == 0 ? 1 : 0;
  }

  /// Sums of a trial under way. One owner thread; adding allocates nothing.
  private final class Sums {
    private final int[] goals;
    private final int[] reachedAt;
    private final int[] collisions;
    private final int[] offroad;
    private final int[] limbo;
    private final double[] earned;

    private Sums(int agents) {
      goals = new int[agents];
      reachedAt = new int[agents];
      collisions = new int[agents];
      offroad = new int[agents];
      limbo = new int[agents];
      earned = new double[agents];
      Arrays.fill(reachedAt, AgentTrial.NEVER);
    }

    private void events(int tick, int[] events) {
      for (int agent = 0; agent < events.length; agent++) {
        if ((events[agent] & StepBuffer.GOAL) != 0) {
          goals[agent]++;
          reachedAt[agent] = reachedAt[agent] == AgentTrial.NEVER ? tick : reachedAt[agent];
        }
        collisions[agent] += (events[agent] & StepBuffer.COLLISION) != 0 ? 1 : 0;
        offroad[agent] += (events[agent] & StepBuffer.OFFROAD) != 0 ? 1 : 0;
      }
    }

    private void earn(float[] rewards) {
      for (int agent = 0; agent < rewards.length; agent++) {
        earned[agent] += rewards[agent];
      }
    }

    private void wait(int[] flags) {
      for (int agent = 0; agent < flags.length; agent++) {
        limbo[agent] += flags[agent] != 0 ? 1 : 0;
      }
    }

    private AgentTrial of(int agent, double score) {
      return new AgentTrial(
          agent,
          sides.get(agent),
          score,
          goals[agent],
          reachedAt[agent],
          reward.isPresent() ? earned[agent] : Double.NaN,
          collisions[agent],
          offroad[agent],
          limbo[agent]);
    }
  }
}
