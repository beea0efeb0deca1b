package dev.hindsight.trainer.outcome;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.List;

/// The totals of every agent up to any tick, including the results of that tick's action.
///
/// It keeps sums every [#BLOCK] ticks, so that a query reads at most that many rows once the
/// earlier ticks have been read, and a recording of a million ticks needs little memory. When a
/// recording grows, reading continues where it stopped; the newest row is read again until another
/// one follows. Any thread; queries wait for each other. Reading a tick allocates nothing.
public final class RunningCounts {
  /// Ticks between two kept sums.
  static final int BLOCK = 64;

  private static final int CHECK_EVERY = 256;

  private final Rollout rollout;
  private final int agents;
  private final List<Side> sides;
  private final TickEvents events;
  private final int[] row;
  private final List<Sums> blocks = new ArrayList<>();
  private final List<Double> scores = new ArrayList<>();
  private final Sums sum;

  /// Whether the recording told goals when the kept scores were read.
  private boolean scoredWithGoals;

  private int known;

  /// Sums of the ticks before a given one.
  private record Sums(int[] counts, int[] untold, Returns returns, RecordedScores scores) {
    Sums copy() {
      return new Sums(counts.clone(), untold.clone(), returns.copy(), scores.copy());
    }

    /// Takes away the events of earlier ticks.
    void forget(Sums earlier) {
      for (int i = 0; i < counts.length; i++) {
        counts[i] -= earlier.counts[i];
        untold[i] -= earlier.untold[i];
      }
    }
  }

  /// One trial of an episode.
  ///
  /// @param number from 0
  /// @param score mean over the egos; NaN if unknown. For the current trial: the share of egos that
  ///   have reached a goal and touched nothing so far
  /// @param ended whether it has ended, by the action of the tick or before
  public record TrialScore(int number, double score, boolean ended) {}

  /// Creates an object that has read nothing yet.
  public RunningCounts(Rollout rollout) {
    this.rollout = rollout;
    agents = rollout.manifest().agents();
    sides = Side.of(rollout);
    events = new TickEvents(rollout);
    row = new int[agents];
    int places = agents * events.kinds().places();
    sum =
        new Sums(new int[places], new int[places], Returns.of(rollout), RecordedScores.of(rollout));
    blocks.add(sum.copy());
  }

  /// The recording.
  public Rollout rollout() {
    return rollout;
  }

  /// The side of each agent.
  public List<Side> sides() {
    return sides;
  }

  /// The kinds of the recording.
  public RecordedEvents kinds() {
    return events.kinds();
  }

  /// Whether views should show a kind of event, as [TickEvents#shows] defines it.
  public synchronized boolean shows(EventKind kind) {
    return events.shows(kind);
  }

  /// Number of ticks still to read before a query about a tick can be answered at once.
  public synchronized int missing(int tick) {
    return Math.max(0, Math.min(tick, rollout.ticks() - 1) - known);
  }

  /// Reads all ticks, so that every query is answered at once.
  public void readAll(Cancellation cancellation) {
    int ticks = rollout.ticks();
    for (int next = CHECK_EVERY; next < ticks; next += CHECK_EVERY) {
      cancellation.throwIfCancelled();
      readTo(next);
    }
    readTo(ticks);
  }

  /// Reads up to a number of ticks, limited to the existing ones.
  public synchronized void readTo(int ticks) {
    int end = Math.min(ticks, rollout.ticks());
    TrialIndex trials = rollout.trials();
    for (; known < end && events.settled(known); known++) {
      if (known > 0 && known % BLOCK == 0) {
        blocks.add(sum.copy());
      }
      add(known, trials, sum);
    }
  }

  /// The totals of all agents up to and including a tick.
  ///
  /// @param tick `0..ticks-1`
  public synchronized Counts at(int tick) {
    Sums sums = before(tick + 1);
    return new Counts(events.kinds(), sums.counts, sums.untold, sums.returns.total());
  }

  /// The totals of all agents in the tick's trial, up to and including the tick.
  public synchronized Counts inTrial(int tick) {
    return counts(sumsInTrial(tick));
  }

  private Sums sumsInTrial(int tick) {
    TrialIndex trials = rollout.trials();
    Sums sums = before(tick + 1);
    sums.forget(before(trials.start(trials.stretchAt(tick))));
    return sums;
  }

  private Counts counts(Sums inTrial) {
    return new Counts(events.kinds(), inTrial.counts, inTrial.untold, inTrial.returns.inTrial());
  }

  /// The trials of the tick's episode, up to the tick's own.
  public synchronized List<TrialScore> trials(int tick) {
    TrialIndex trials = rollout.trials();
    int present = trials.stretchAt(tick);
    int first = present;
    while (!trials.beginsEpisode(first)) {
      first--;
    }
    List<TrialScore> found = new ArrayList<>();
    for (int stretch = first; stretch <= present; stretch++) {
      boolean ended = tick + 1 >= trials.end(stretch) && Ending.of(rollout, stretch).ended();
      double mean = ended ? ended(trials, stretch) : soFar(tick);
      found.add(new TrialScore(trials.trial(stretch), mean, ended));
    }
    return found;
  }

  private double ended(TrialIndex trials, int stretch) {
    // A recording that grows may begin to tell goals: what was unknown is then known.
    if (events.tellsGoals() != scoredWithGoals) {
      scoredWithGoals = events.tellsGoals();
      scores.clear();
    }
    while (scores.size() < stretch) {
      scores.add(read(trials, scores.size()));
    }
    if (stretch < scores.size()) {
      return scores.get(stretch);
    }
    double mean = read(trials, stretch);
    if (events.settled(trials.end(stretch) - 1)) {
      scores.add(mean);
    }
    return mean;
  }

  private double read(TrialIndex trials, int stretch) {
    Sums sums = sumsInTrial(trials.end(stretch) - 1);
    Counts counts = counts(sums);
    double total = 0;
    int egos = 0;
    for (int agent = 0; agent < agents; agent++) {
      double recorded = sums.scores.inTrial(agent);
      double one = ScoreReader.score(recorded, counts, agent, events.tellsGoals());
      if (sides.get(agent) == Side.EGO) {
        total += one;
        egos++;
      }
    }
    return egos == 0 ? Double.NaN : total / egos;
  }

  private double soFar(int tick) {
    if (!events.tellsGoals()) {
      return Double.NaN;
    }
    Counts counts = inTrial(tick);
    int egos = 0;
    int clean = 0;
    for (int agent = 0; agent < agents; agent++) {
      if (sides.get(agent) == Side.EGO) {
        egos++;
        clean += ScoreReader.clean(counts, agent) ? 1 : 0;
      }
    }
    return egos == 0 ? Double.NaN : (double) clean / egos;
  }

  /// Sums of the ticks before one.
  private Sums before(int tick) {
    readTo(tick);
    boolean newest = tick >= known;
    Sums sums = newest ? sum.copy() : blocks.get(tick / BLOCK).copy();
    TrialIndex trials = rollout.trials();
    for (int t = newest ? known : tick / BLOCK * BLOCK; t < tick; t++) {
      add(t, trials, sums);
    }
    return sums;
  }

  private void add(int tick, TrialIndex trials, Sums to) {
    events.read(tick, row);
    Counts.add(events.kinds(), row, to.counts, to.untold);
    if (trials.start(trials.stretchAt(tick)) == tick) {
      to.returns.begin();
      to.scores.begin();
    }
    to.returns.add(tick);
    to.scores.add(tick);
  }
}
