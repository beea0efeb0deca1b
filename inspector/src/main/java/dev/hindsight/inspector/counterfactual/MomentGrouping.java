package dev.hindsight.inspector.counterfactual;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// How finely moments are told apart. No group reaches over a trial's end, but that of a result and
/// the tick that shows it.
public enum MomentGrouping {
  /// Every tick alone, but the tick whose action brought something together with the next, which
  /// shows what it brought: found here, seen here.
  RESULT("results whole", 1),
  /// Every tick alone.
  TICK("every tick", 1),
  /// Ten at a time, from the trial's start.
  TEN_TICKS("ten ticks", 10),
  /// Whole trials.
  TRIAL("whole trials", Integer.MAX_VALUE);

  private final String words;
  private final int most;

  MomentGrouping(String words, int most) {
    this.words = words;
    this.most = most;
  }

  /// For people.
  public String words() {
    return words;
  }

  /// Ticks in a group at most.
  public int most() {
    return most;
  }

  /// The groups of an agent's moments, in order.
  ///
  /// @param ticks the moments
  /// @param shown the tick after the last that may be left out: that of a result at the end of
  ///   `ticks` may be seen later
  public List<Span> groups(Span ticks, int shown, Rollout rollout, int agent) {
    if (this != RESULT) {
      return groups(ticks, rollout.trials());
    }
    BitSet results = ResultTicks.of(rollout, agent, ticks);
    List<Span> groups = new ArrayList<>();
    int from = ticks.from();
    while (from < ticks.to()) {
      int to = results.get(from) && from + 2 <= shown ? from + 2 : from + 1;
      groups.add(new Span(from, to));
      from = to;
    }
    return groups;
  }

  /// The groups of a range of ticks, in order; of [#RESULT] as if nothing had a result.
  public List<Span> groups(Span ticks, TrialIndex trials) {
    List<Span> groups = new ArrayList<>();
    int from = ticks.from();
    while (from < ticks.to()) {
      int stretch = trials.count() == 0 ? -1 : trials.stretchAt(from);
      int end = stretch < 0 ? ticks.to() : Math.min(ticks.to(), trials.end(stretch));
      int to = (int) Math.min(end, (long) from + most);
      groups.add(new Span(from, to));
      from = to;
    }
    return groups;
  }
}
