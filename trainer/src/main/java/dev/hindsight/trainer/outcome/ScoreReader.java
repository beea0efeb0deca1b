package dev.hindsight.trainer.outcome;

import dev.hindsight.trainer.rollout.RecordedPartners;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads a recording once and sums up every agent's trials. For a background thread.
///
/// Scores are the environment's if the recording holds `trial_score`; else 1 for an agent that
/// reached a goal and caused no event that is a failure, NaN if that is unknown.
public final class ScoreReader {
  private static final int CHECK_EVERY = 1024;

  private final Rollout rollout;
  private final TrialIndex trials;
  private final TickEvents events;
  private final List<Side> sides;
  private final Optional<AgentColumn> removed;
  private final Optional<AgentColumn> ended;
  private final EpisodeEnds episodeEnds;
  private final Optional<RecordedPartners> partners;
  private final int agents;
  private final int[] row;

  private ScoreReader(Rollout rollout) {
    this.rollout = rollout;
    trials = rollout.trials();
    events = new TickEvents(rollout);
    sides = Side.of(rollout);
    agents = sides.size();
    removed = AgentColumn.of(rollout, "removed");
    ended = AgentColumn.of(rollout, "trial_ended");
    episodeEnds = new EpisodeEnds(rollout);
    partners = RecordedPartners.of(rollout.manifest());
    row = new int[agents];
  }

  /// For code that reads trial by trial.
  public static ScoreReader of(Rollout rollout) {
    return new ScoreReader(rollout);
  }

  /// Reads all existing ticks.
  public static ScoreSheet read(Rollout rollout, Progress progress, Cancellation cancellation) {
    return new ScoreReader(rollout).sheet(progress, cancellation);
  }

  private ScoreSheet sheet(Progress progress, Cancellation cancellation) {
    List<ScoreSheet.Episode> episodes = new ArrayList<>();
    List<Trial> present = new ArrayList<>();
    for (int stretch = 0; stretch < trials.count(); stretch++) {
      if (!present.isEmpty() && trials.trial(stretch) <= present.getLast().number()) {
        episodes.add(episode(episodes.size(), present));
        present = new ArrayList<>();
      }
      Trial trial = trial(stretch, cancellation);
      if (!waits(stretch, trial)) {
        present.add(trial);
      }
      progress.report(trials.end(stretch), rollout.ticks(), "ticks");
    }
    if (!present.isEmpty()) {
      episodes.add(episode(episodes.size(), present));
    }
    return new ScoreSheet(
        String.valueOf(rollout.file().getFileName()),
        columns(episodes),
        sides,
        episodes,
        events.recorded() ? ScoreSheet.Source.RECORDED : ScoreSheet.Source.DERIVED,
        events.shown().stream().filter(EventKind::inEventColumn).toList());
  }

  private ScoreSheet.Episode episode(int number, List<Trial> present) {
    int start = present.getFirst().start();
    return new ScoreSheet.Episode(
        number, partners.flatMap(known -> known.at(rollout, start)), present);
  }

  /// Whether a span is no trial: after its last trial the reference leaves all agents in limbo
  /// until it loads another map. A trial that agents were kept out of by edits is one, and counts.
  private boolean waits(int stretch, Trial trial) {
    boolean gone = trial.agents().stream().allMatch(agent -> agent.limboTicks() == trial.ticks());
    boolean ends = ended.isPresent() && ended.get().any(trials.end(stretch) - 1);
    if (!gone || ends || stretch == 0) {
      return gone && !ends;
    }
    int declared = rollout.manifest().trials().count();
    boolean follows =
        trials.beginsEpisode(stretch) || episodeEnds.allEnded(trials.start(stretch) - 1);
    return follows || (declared > 0 && trial.number() >= declared);
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

  /// The results of every agent in a span within one trial.
  public Trial trial(int stretch, Cancellation cancellation) {
    TrialIndex trials = rollout.trials();
    int start = trials.start(stretch);
    int end = trials.end(stretch);
    Ending ending = Ending.of(rollout, stretch);
    Sums sums = new Sums(agents);
    for (int tick = start; tick < end; tick++) {
      if (tick % CHECK_EVERY == 0) {
        cancellation.throwIfCancelled();
      }
      events.read(tick, row);
      sums.events(tick, row);
      sums.returns.add(tick);
      sums.scores.add(tick);
      if (removed.isPresent()) {
        removed.get().read(tick, row);
        sums.wait(row);
      }
    }
    Counts counts = new Counts(events.kinds(), sums.counts, sums.untold, sums.returns.inTrial());
    List<AgentTrial> results = new ArrayList<>(agents);
    for (int agent = 0; agent < agents; agent++) {
      results.add(sums.of(counts, agent, score(ending, agent, counts, sums)));
    }
    return new Trial(trials.trial(stretch), start, end - start, ending, results);
  }

  private double score(Ending ending, int agent, Counts counts, Sums sums) {
    return ending.ended()
        ? score(sums.scores.inTrial(agent), counts, agent, events.tellsGoals())
        : Double.NaN;
  }

  /// An agent's score of a finished trial: the environment's, else 1 for a goal without a failure.
  ///
  /// @param recorded the environment's score, NaN if there is none
  /// @param counts of the trial
  /// @return NaN if unknown
  static double score(double recorded, Counts counts, int agent, boolean tellsGoals) {
    if (!Double.isNaN(recorded) || !tellsGoals) {
      return recorded;
    }
    if (counts.count(EventKind.GOAL, agent) == 0) {
      return counts.exact(EventKind.GOAL, agent) || touched(counts, agent) ? 0 : Double.NaN;
    }
    for (EventKind kind : counts.kinds().failures()) {
      if (!counts.exact(kind, agent)) {
        return touched(counts, agent) ? 0 : Double.NaN;
      }
    }
    return touched(counts, agent) ? 0 : 1;
  }

  /// Whether an agent has reached a goal without a failure, as far as is known.
  static boolean clean(Counts counts, int agent) {
    return counts.count(EventKind.GOAL, agent) > 0 && !touched(counts, agent);
  }

  private static boolean touched(Counts counts, int agent) {
    for (EventKind kind : counts.kinds().failures()) {
      if (counts.count(kind, agent) > 0) {
        return true;
      }
    }
    return false;
  }

  /// Sums of the current trial. One owner thread; adding allocates nothing.
  private final class Sums {
    private final int[] counts;
    private final int[] untold;
    private final int[] reachedAt;
    private final int[] limbo;
    private final Returns returns = Returns.of(rollout);
    private final RecordedScores scores = RecordedScores.of(rollout);

    private Sums(int agents) {
      counts = new int[agents * events.kinds().places()];
      untold = new int[agents * events.kinds().places()];
      reachedAt = new int[agents];
      limbo = new int[agents];
      Arrays.fill(reachedAt, AgentTrial.NEVER);
    }

    private void events(int tick, int[] happened) {
      Counts.add(events.kinds(), happened, counts, untold);
      for (int agent = 0; agent < happened.length; agent++) {
        if (TickEvents.happened(happened[agent], EventKind.GOAL)
            && reachedAt[agent] == AgentTrial.NEVER) {
          reachedAt[agent] = tick;
        }
      }
    }

    private void wait(int[] flags) {
      for (int agent = 0; agent < flags.length; agent++) {
        limbo[agent] += flags[agent] != 0 ? 1 : 0;
      }
    }

    private AgentTrial of(Counts all, int agent, double score) {
      Map<EventKind, Integer> happened = new LinkedHashMap<>();
      Set<EventKind> open = new HashSet<>();
      for (EventKind kind : all.kinds().noted()) {
        happened.put(kind, all.count(kind, agent));
        if (!all.exact(kind, agent)) {
          open.add(kind);
        }
      }
      if (!events.tellsGoals()) {
        open.add(EventKind.GOAL);
      }
      return new AgentTrial(
          agent,
          sides.get(agent),
          score,
          happened,
          reachedAt[agent],
          all.reward(agent),
          limbo[agent],
          open);
    }
  }
}
