package dev.hindsight.trainer.env.drive;

import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.drive.reward.EpisodeLog;
import dev.hindsight.trainer.env.drive.reward.EpisodeState;
import dev.hindsight.trainer.env.drive.simulation.Bodies;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig.GoalBehavior;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig.Limits;
import dev.hindsight.trainer.env.drive.simulation.DriveConfig.Termination;
import dev.hindsight.trainer.env.drive.simulation.ReachableExits;
import dev.hindsight.trainer.env.drive.simulation.Roster;
import dev.hindsight.trainer.env.randomise.EpisodeBucket;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import java.util.Arrays;

/// Ends trials and episodes and starts the next ones. Hot loop: no allocation.
///
/// All agents share one clock. In trial mode a trial ends when every ego is off the map or time is
/// up; K trials make an episode. In other modes an episode is one trial.
final class EpisodeClock {
  private final Bodies start;
  private final DriveConfig config;
  private final EpisodeLog log;
  private final TrialReset reset;
  private final boolean trials;
  private final int egos;
  private final ReachableExits exits;
  private final Runnable beforeReset;
  private final EpisodeBucket bucket;

  /// @param start state at the start of every trial, but for hidden goals
  /// @param exits where hidden goals lie
  /// @param beforeReset called when an episode has ended, before the next begins
  /// @param bucket of the episodes
  EpisodeClock(
      Bodies start,
      DriveConfig config,
      Roster roster,
      ReachableExits exits,
      EpisodeLog log,
      TrialReset reset,
      Runnable beforeReset,
      EpisodeBucket bucket) {
    this.beforeReset = beforeReset;
    this.bucket = bucket;
    this.start = start;
    this.exits = exits;
    this.config = config;
    this.log = log;
    this.reset = reset;
    trials = config.goals().behavior() == GoalBehavior.TRIAL;
    egos = roster.egos(config.casting());
  }

  /// Whether episodes end at a time limit that is no part of the task, and say so.
  static boolean cutsEpisodes(DriveConfig config) {
    return config.goals().behavior() != GoalBehavior.TRIAL && !config.quirks();
  }

  /// Starts a new episode.
  void begin(Bodies b, EpisodeState episodeState) {
    bucket.begin();
    episodeState.begin(config.casting().initSteps(), config.conditioning());
    b.copyFrom(start);
    exits.aim(b, episodeState.exit);
  }

  /// Outside trial mode, ends an episode that has reached its last tick: that tick is not simulated
  /// but shows the next episode.
  ///
  /// @return whether the episode ended
  boolean endEpisode(Bodies b, EpisodeState episodeState, StepBuffer buffer) {
    boolean timeUp = episodeState.tick == config.limits().episodeTicks();
    if (trials || !(timeUp || allRespawned(b))) {
      return false;
    }
    log.score(b, episodeState, buffer);
    log.add(b, episodeState, episodeState.totals);
    log.addOnlyTrial(b, episodeState);
    Arrays.fill(buffer.trialEnded, (byte) 1);
    Arrays.fill(buffer.truncation, (byte) (timeUp ? 1 : 0));
    // The reference never reports the end of an episode.
    for (int a = 0; a < b.agents && cutsEpisodes(config); a++) {
      buffer.end(a, timeUp ? atTimeLimit(b, a) : EpisodeEnd.TASK_DONE);
    }
    beforeReset.run();
    begin(b, episodeState);
    return true;
  }

  /// Nothing was cut off for an agent that a contact has taken off the map.
  private static EpisodeEnd atTimeLimit(Bodies b, int agent) {
    return b.removed[agent] == 0 ? EpisodeEnd.TIMEOUT : EpisodeEnd.CRASH;
  }

  /// In trial mode, ends a trial that is over after this tick.
  void endTrial(Bodies b, EpisodeState episodeState, StepBuffer buffer) {
    int ticks = episodeState.tick - episodeState.trialStart;
    Limits limits = config.limits();
    boolean over = allArrived(b) || ticks >= limits.trialTicks();
    if (!trials || episodeState.ended == 1 || !over) {
      return;
    }
    Arrays.fill(buffer.trialEnded, (byte) 1);
    Arrays.fill(buffer.truncation, (byte) 1);
    log.score(b, episodeState, buffer);
    log.addTrial(b, episodeState, ticks);
    if (episodeState.trial + 1 < limits.trials()) {
      episodeState.trial++;
      episodeState.trialStart = episodeState.tick;
      // The reference counts one goal for all trials, and so completion rates above 1.
      episodeState.logs.sampleGoals(config.quirks() ? 0 : 1);
      reset.restart(b, start);
      reset.aim(exits, b, episodeState.exit);
    } else {
      for (int a = 0; a < b.agents; a++) {
        buffer.end(a, afterTrials(b, buffer, a));
      }
      beforeReset.run();
      log.add(b, episodeState, episodeState.totals);
      afterLastTrial(b, episodeState);
    }
  }

  /// The time of a trial is part of the task, so the end of the last one is never a time limit.
  private static EpisodeEnd afterTrials(Bodies b, StepBuffer buffer, int agent) {
    if (buffer.trialScore[agent] == 1) {
      return EpisodeEnd.TASK_DONE;
    }
    boolean crashed = b.removed[agent] != 0 && b.goalReached[agent] == 0;
    return crashed ? EpisodeEnd.CRASH : EpisodeEnd.TASK_FAILED;
  }

  /// The reference leaves all agents in limbo until it loads another map.
  private void afterLastTrial(Bodies b, EpisodeState episodeState) {
    if (!config.quirks()) {
      begin(b, episodeState);
      return;
    }
    episodeState.ended = 1;
    episodeState.trialStart = episodeState.tick;
    for (int a = 0; a < b.agents; a++) {
      b.remove(a);
      b.stop(a);
    }
  }

  private boolean allRespawned(Bodies b) {
    if (config.limits().termination() != Termination.ALL_RESPAWNED) {
      return false;
    }
    for (int a = 0; a < b.agents; a++) {
      if (b.respawns[a] == 0) {
        return false;
      }
    }
    return true;
  }

  private boolean allArrived(Bodies b) {
    for (int a = 0; a < egos; a++) {
      if (b.removed[a] == 0) {
        return false;
      }
    }
    return true;
  }
}
