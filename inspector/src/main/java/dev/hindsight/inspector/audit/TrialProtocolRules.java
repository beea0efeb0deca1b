package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.env.Promise;
import dev.hindsight.trainer.outcome.EventBits;
import dev.hindsight.trainer.rollout.Manifest;
import java.util.List;

/// The rules of [ProtocolAudit] where an episode has K trials and all agents share a clock.
final class TrialProtocolRules {
  /// Rules about a single tick.
  static final List<ProtocolRule> ALONE =
      List.of(
          TrialProtocolRules::clockCounts,
          TrialProtocolRules::clockKeepsWithin,
          TrialProtocolRules::allEndTogether,
          TrialProtocolRules::terminalsEndTheLast);

  /// Rules about a tick and the one after it.
  static final List<ProtocolRule> FOLLOWED =
      List.of(
          TrialProtocolRules::clockRuns,
          TrialProtocolRules::noAgentBeginsInLimbo,
          TrialProtocolRules::goalsAreReachedOnce);

  private TrialProtocolRules() {}

  private static Manifest.Trials trials(RecordedFlags recordedFlags) {
    return recordedFlags.rollout().manifest().trials();
  }

  private static void clockCounts(
      RecordedFlags recordedFlags,
      int tick,
      RecordedFlags.Row now,
      RecordedFlags.Row next,
      AuditFindings auditFindings) {
    if (recordedFlags.hasClock() && !now.clock) {
      auditFindings.add(
          tick,
          AuditFinding.NO_AGENT,
          "trial",
          1,
          wording("TrialProtocolRules.the_clock_does_not_count"));
    }
  }

  private static void clockKeepsWithin(
      RecordedFlags recordedFlags,
      int tick,
      RecordedFlags.Row now,
      RecordedFlags.Row next,
      AuditFindings auditFindings) {
    int count = trials(recordedFlags).count();
    int limit = trials(recordedFlags).timeoutTicks();
    if (!now.clock) {
      return;
    }
    if (now.trial >= count) {
      auditFindings.add(
          tick,
          AuditFinding.NO_AGENT,
          "trial",
          now.trial - count + 1.0,
          wording("TrialProtocolRules.a_trial_is_played_that_an").formatted(count));
    }
    if (limit > 0 && now.trialTick >= limit) {
      String cause = wording("TrialProtocolRules.a_trial_goes_on_beyond_its", limit);
      double over = now.trialTick - limit + 1.0;
      if (now.trial == count - 1 && now.all(now.removed)) {
        auditFindings.broken(
            Promise.EPISODES_FOLLOW, tick, AuditFinding.NO_AGENT, "trial_tick", over, cause);
      } else {
        auditFindings.add(tick, AuditFinding.NO_AGENT, "trial_tick", over, cause);
      }
    }
  }

  private static void clockRuns(
      RecordedFlags recordedFlags,
      int tick,
      RecordedFlags.Row now,
      RecordedFlags.Row next,
      AuditFindings auditFindings) {
    if (!now.clock || !next.clock || !recordedFlags.has("trial_ended")) {
      return;
    }
    if (now.any(now.ended) || now.any(now.over)) {
      afterAnEnd(recordedFlags, tick, now, next, auditFindings);
    } else if (next.trial != now.trial || next.trialTick != now.trialTick + 1L) {
      auditFindings.add(
          tick + 1,
          AuditFinding.NO_AGENT,
          "trial_tick",
          Math.abs(next.trialTick - now.trialTick - 1.0),
          wording("TrialProtocolRules.the_trials_clock_jumps_though_no"));
    }
  }

  private static void afterAnEnd(
      RecordedFlags recordedFlags,
      int tick,
      RecordedFlags.Row now,
      RecordedFlags.Row next,
      AuditFindings auditFindings) {
    boolean waiting = next.all(next.removed);
    boolean last = now.any(now.over);
    long expected = last ? 0 : now.trial + 1L;
    if (next.trial != expected && !waiting) {
      auditFindings.add(
          tick + 1,
          AuditFinding.NO_AGENT,
          "trial",
          (double) Math.abs(next.trial - expected),
          (next.trial == now.trial
                  ? wording("TrialProtocolRules.the_trial_counter_stays_at_of")
                  : wording("TrialProtocolRules.the_trial_counter_goes_to_of"))
              .formatted(next.trial + 1L, trials(recordedFlags).count()));
    }
    if (next.trialTick != 0 && !waiting) {
      auditFindings.add(
          tick + 1,
          AuditFinding.NO_AGENT,
          "trial_tick",
          next.trialTick,
          wording("TrialProtocolRules.the_trials_clock_does_not_begin"));
    }
  }

  private static void allEndTogether(
      RecordedFlags recordedFlags,
      int tick,
      RecordedFlags.Row now,
      RecordedFlags.Row next,
      AuditFindings auditFindings) {
    for (int agent = 0; now.any(now.ended) && agent < recordedFlags.agents(); agent++) {
      if (now.ended[agent] == 0) {
        auditFindings.add(
            tick,
            agent,
            "trial_ended",
            1,
            wording("TrialProtocolRules.a_trial_ends_for_others_and"));
      }
      boolean told = now.truncation[agent] != 0 || now.terminal[agent] != 0;
      if (!told && !recordedFlags.wasDataset()) {
        auditFindings.add(
            tick,
            agent,
            "truncation",
            1,
            wording("TrialProtocolRules.a_trial_ends_without_a_truncation"));
      }
    }
  }

  private static void terminalsEndTheLast(
      RecordedFlags recordedFlags,
      int tick,
      RecordedFlags.Row now,
      RecordedFlags.Row next,
      AuditFindings auditFindings) {
    int last = trials(recordedFlags).count() - 1;
    // Episodes of a dataset may have any number of trials, and need not say why they ended.
    boolean asked = recordedFlags.has("terminal") && !recordedFlags.wasDataset();
    for (int agent = 0; asked && agent < recordedFlags.agents(); agent++) {
      if (now.over[agent] != 0 && now.clock && now.trial < last) {
        auditFindings.add(
            tick,
            agent,
            "terminal",
            1,
            wording("TrialProtocolRules.a_terminal_before_the_last_trial"));
      }
      if (now.clock && now.over[agent] == 0 && now.ended[agent] != 0 && now.trial >= last) {
        auditFindings.add(
            tick,
            agent,
            "terminal",
            1,
            wording("TrialProtocolRules.the_last_trial_ends_without_a"));
      }
    }
  }

  private static void noAgentBeginsInLimbo(
      RecordedFlags recordedFlags,
      int tick,
      RecordedFlags.Row now,
      RecordedFlags.Row next,
      AuditFindings auditFindings) {
    boolean begins = now.any(now.ended) && !now.any(now.over);
    for (int agent = 0; begins && agent < recordedFlags.agents(); agent++) {
      if (next.removed[agent] != 0 && !recordedFlags.moved(tick + 1, agent)) {
        auditFindings.add(
            tick + 1,
            agent,
            "removed",
            1,
            wording("TrialProtocolRules.an_agent_is_still_in_limbo"));
      }
    }
  }

  private static void goalsAreReachedOnce(
      RecordedFlags recordedFlags,
      int tick,
      RecordedFlags.Row now,
      RecordedFlags.Row next,
      AuditFindings auditFindings) {
    for (int agent = 0; agent < recordedFlags.agents(); agent++) {
      boolean twice = (now.event[agent] & next.event[agent] & EventBits.GOAL) != 0;
      if (twice && now.ended[agent] == 0 && !recordedFlags.moved(tick + 1, agent)) {
        auditFindings.broken(
            Promise.GOALS_ARE_PAID_ONCE,
            tick + 1,
            agent,
            "event",
            1,
            wording("TrialProtocolRules.the_goal_is_reached_again_at"));
      }
    }
  }
}
