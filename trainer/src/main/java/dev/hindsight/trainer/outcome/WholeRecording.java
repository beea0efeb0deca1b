package dev.hindsight.trainer.outcome;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.Optional;

/// What only many rows of a recording show: what a goal pays, whether any episode ended with its
/// task done, and how the last trial ended. Read once and kept with the recording, because every
/// sentence and picture of a tick needs it; when a recording grows, reading continues where it
/// stopped. Any thread.
final class WholeRecording {
  private final Rollout rollout;
  private volatile Pay pay = new Pay(0, Double.NaN);
  private volatile Done done = new Done(0, false);
  private volatile Last last = new Last(-1, 0, false, Ending.CUT_OFF);
  private int next;
  private double least = Double.POSITIVE_INFINITY;
  private double most = Double.NEGATIVE_INFINITY;

  /// @param ticks number of ticks read for it
  private record Pay(int ticks, double least) {}

  /// @param ticks number of ticks read for it
  private record Done(int ticks, boolean found) {}

  /// @param ticks number of ticks when it was read
  private record Last(int stretch, int ticks, boolean complete, Ending ending) {}

  private WholeRecording(Rollout rollout) {
    this.rollout = rollout;
  }

  /// The one object of a recording.
  static WholeRecording of(Rollout rollout) {
    return rollout.derived(WholeRecording.class, WholeRecording::new);
  }

  /// The smallest reward of a goal, if rewards distinguish goals from everything else within the
  /// trials; else NaN. The first call reads all rows.
  double leastPaid() {
    Pay known = pay;
    return known.ticks == rollout.ticks() ? known.least : readPay();
  }

  /// Whether the column `end` says of any episode that it ended with its task done. The first call
  /// may read all rows.
  boolean hasTaskDone() {
    Done known = done;
    boolean current = known.found || known.ticks == rollout.ticks();
    return current ? known.found : readDone();
  }

  /// How the last span ended.
  Ending lastEnding(int stretch) {
    Last known = last;
    int ticks = rollout.ticks();
    boolean complete = rollout.complete();
    if (known.stretch != stretch || known.ticks != ticks || known.complete != complete) {
      known = new Last(stretch, ticks, complete, Ending.read(rollout, stretch));
      last = known;
    }
    return known.ending;
  }

  private synchronized boolean readDone() {
    int ticks = rollout.ticks();
    Optional<AgentColumn> end = AgentColumn.of(rollout, EpisodeEnds.COLUMN);
    boolean found = done.found;
    for (int tick = done.ticks; tick < ticks && end.isPresent() && !found; tick++) {
      for (int agent = 0; agent < end.get().agents(); agent++) {
        found |= end.get().integer(tick, agent) == EpisodeEnd.TASK_DONE.code();
      }
    }
    done = new Done(ticks, found);
    return found;
  }

  private synchronized double readPay() {
    int ticks = rollout.ticks();
    Optional<AgentColumn> reward = AgentColumn.of(rollout, "reward");
    InferredEvents seen = new InferredEvents(rollout);
    if (reward.isEmpty() || !seen.guessesGoals()) {
      pay = new Pay(ticks, Double.NaN);
      return Double.NaN;
    }
    TrialIndex trials = rollout.trials();
    int[] row = new int[rollout.manifest().agents()];
    for (int stretch = next < ticks ? trials.stretchAt(next) : 0; next + 1 < ticks; next++) {
      if (next >= trials.end(stretch)) {
        stretch++;
      }
      if (next + 1 < trials.end(stretch)) {
        seen.within(next, trials.start(stretch), row);
        take(seen, reward.get(), row);
      }
    }
    double found = least > most && Double.isFinite(least) ? least : Double.NaN;
    pay = new Pay(ticks, found);
    return found;
  }

  private void take(InferredEvents seen, AgentColumn reward, int[] row) {
    for (int agent = 0; agent < row.length; agent++) {
      double paid = reward.value(next, agent);
      if (TickEvents.happened(row[agent], EventKind.GOAL)) {
        least = Math.min(least, paid);
      } else if (!seen.limbo(next, agent)) {
        most = Math.max(most, paid);
      }
    }
  }
}
