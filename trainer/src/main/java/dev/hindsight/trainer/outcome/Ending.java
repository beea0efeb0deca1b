package dev.hindsight.trainer.outcome;

import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.TrialIndex;
import java.util.Optional;

/// How a span within one trial ended, according to its last row. The kinds of end stay separate; if
/// a row has several, the first of this list counts.
public enum Ending {
  /// The episode ended for good for at least one agent, and the trial with it.
  TERMINAL,
  /// The trial ended; another one may follow.
  TRIAL_ENDED,
  /// A time limit cut the trace; nothing indicates that a trial ended.
  TRUNCATION,
  /// The recording ended before the trial did: it has no score and enters no mean.
  CUT_OFF;

  /// Whether the environment ended it.
  public boolean ended() {
    return this != CUT_OFF;
  }

  /// How a span ended.
  ///
  /// If another span follows, this one has ended. The last one has ended if `trial_ended` of its
  /// last row says so or the episodes of all agents are over there ([EpisodeEnds#allOver]); without
  /// that column, if `terminal` or `truncation` was set for every agent in its last row or before;
  /// without these, if the recording is complete.
  ///
  /// @param stretch `0..trials().count()-1`
  public static Ending of(Rollout rollout, int stretch) {
    return stretch + 1 < rollout.trials().count()
        ? read(rollout, stretch)
        : WholeRecording.of(rollout).lastEnding(stretch);
  }

  /// Determines the ending; for the last span this may read all of its rows.
  static Ending read(Rollout rollout, int stretch) {
    TrialIndex trials = rollout.trials();
    int last = trials.end(stretch) - 1;
    Optional<AgentColumn> trialEnded = AgentColumn.of(rollout, "trial_ended");
    Optional<AgentColumn> terminal = AgentColumn.of(rollout, "terminal");
    Optional<AgentColumn> truncation = AgentColumn.of(rollout, "truncation");
    boolean ended;
    if (stretch + 1 < trials.count()) {
      ended = true;
    } else if (trialEnded.isPresent()) {
      ended = trialEnded.get().any(last) || new EpisodeEnds(rollout).allOver(last);
    } else if (terminal.isPresent() || truncation.isPresent()) {
      ended = allCut(terminal, truncation, trials.start(stretch), last);
    } else {
      ended = rollout.complete();
    }
    if (!ended) {
      return CUT_OFF;
    }
    if (terminal.isPresent() && terminal.get().any(last)) {
      return TERMINAL;
    }
    boolean trial = trialEnded.isPresent() && trialEnded.get().any(last);
    boolean cut = truncation.isPresent() && truncation.get().any(last);
    return cut && !trial ? TRUNCATION : TRIAL_ENDED;
  }

  private static boolean allCut(
      Optional<AgentColumn> terminal, Optional<AgentColumn> truncation, int first, int last) {
    int agents = terminal.or(() -> truncation).map(AgentColumn::agents).orElse(0);
    for (int agent = 0; agent < agents; agent++) {
      boolean cut = false;
      for (int tick = last; tick >= first && !cut; tick--) {
        cut =
            (terminal.isPresent() && terminal.get().is(tick, agent))
                || (truncation.isPresent() && truncation.get().is(tick, agent));
      }
      if (!cut) {
        return false;
      }
    }
    return agents > 0;
  }
}
