package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.outcome.EpisodeEnds;

/// Checks that no agent's episode ends twice: an agent whose episode ended and that has been in
/// limbo since has nothing left that could end, whatever its environment is, until another episode
/// begins. Where the episodes of all agents end together, an environment may report the end for
/// every agent, those in limbo included. One owner thread; ticks in order.
final class SecondEndCheck {
  private final RecordedFlags recordedFlags;
  private final AuditFindings auditFindings;

  /// `[A]` whether the agent's episode ended before and it has been in limbo since.
  private final boolean[] gone;

  /// Whether the episodes of all agents ended before and no other one has begun.
  private boolean over;

  private int trial;

  SecondEndCheck(RecordedFlags recordedFlags, AuditFindings auditFindings) {
    this.recordedFlags = recordedFlags;
    this.auditFindings = auditFindings;
    gone = new boolean[recordedFlags.agents()];
  }

  void check(int tick, RecordedFlags.Row now) {
    // Without a clock, the next episode may begin with an agent that stays in limbo.
    boolean begins =
        now.clock ? now.trialTick == 0 || now.trial != trial : over && !recordedFlags.hasClock();
    trial = now.trial;
    boolean all = true;
    for (int agent = 0; agent < gone.length; agent++) {
      gone[agent] &= now.removed[agent] != 0 && !begins;
      all &= gone[agent] || now.over[agent] != 0;
    }
    over &= !begins && all;
    for (int agent = 0; agent < gone.length; agent++) {
      if (gone[agent] && now.over[agent] != 0 && (over || !all)) {
        auditFindings.add(
            tick,
            agent,
            now.terminal[agent] != 0 ? "terminal" : EpisodeEnds.COLUMN,
            1,
            wording("SecondEndCheck.an_episode_ends_again"));
      }
      gone[agent] |= now.over[agent] != 0;
    }
    over = all;
  }
}
