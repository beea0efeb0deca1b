package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.CountWords;
import dev.hindsight.trainer.env.Promise;
import dev.hindsight.trainer.env.RecordingRules.TrialEnd;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.EventBits;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Optional;

/// Checks that trials end when they must, for a reason, and for all agents at once, and that
/// terminals are set at the end of an episode and nowhere else. Applies to episodes of one or many
/// trials. Where an environment ends the episodes of its agents one by one by rules of its own, the
/// episode is the trial: it ends for each agent with its terminal or time limit, and the clock
/// starts again after the last.
final class EndsAudit implements Audit {
  @Override
  public String id() {
    return "ends";
  }

  @Override
  public String title() {
    return "Ends";
  }

  @Override
  public String help() {
    return wording("EndsAudit.every_trial_ends_when_its_time");
  }

  @Override
  public Optional<String> missing(Rollout rollout) {
    if (AgentColumn.of(rollout, "trial_ended").isEmpty()) {
      return Optional.of(wording("EndsAudit.the_recording_does_not_say_where"));
    }
    return rollout.channel("trial_tick").filter(c -> c.rowLength() == 1).isPresent()
        ? Optional.empty()
        : Optional.of(wording("EndsAudit.the_recording_has_no_clock_of"));
  }

  @Override
  public AuditReport run(AuditSubject subject, Progress progress, Cancellation cancellation) {
    Rollout rollout = subject.rollout();
    AuditFindings auditFindings = AuditFindings.of(id(), rollout);
    Ends ends = new Ends(new AuditedRecording(rollout), auditFindings);
    for (int tick = 0; tick < rollout.ticks(); tick++) {
      cancellation.throwIfCancelled();
      ends.check(tick);
      progress.report(tick + 1L, rollout.ticks(), "ticks");
    }
    if (ends.ended() > 0 || ends.knowsReasons()) {
      auditFindings.compared("tick", rollout.ticks());
    }
    if (!ends.knowsReasons()) {
      auditFindings.leftOut(
          ends.ended() > 0 ? "end" : "tick",
          ends.ended() > 0 ? ends.ended() : rollout.ticks(),
          wording("EndsAudit.this_environments_rules_for_ending"));
    }
    String holds =
        ends.knowsReasons()
            ? wording("EndsAudit.each_at_the_right_tick")
            : wording("EndsAudit.each_is_one_for_all_and_the_clock");
    return auditFindings.report(
        ends.ended() > 0
            ? holds.formatted(wording("EndsAudit.of_trials", CountWords.of(ends.ended(), "end")))
            : wording("EndsAudit.no_trial_ends_and_none_should"),
        wording("EndsAudit.no_trial_ends"));
  }

  /// Checks the ends of trials and episodes. One owner thread.
  private static final class Ends {
    private final AuditedRecording recording;
    private final AuditFindings auditFindings;
    private final int limit;
    private final TrialEnd reason;
    private final boolean waits;

    /// Whether agents' episodes end one by one, by rules that are not known.
    private final boolean oneByOne;

    private final boolean removesOnContact;
    private final Optional<AgentColumn> ghost;
    private final EndReasonCheck reasons;
    private long ended;
    private boolean over;

    Ends(AuditedRecording recording, AuditFindings auditFindings) {
      this.recording = recording;
      this.auditFindings = auditFindings;
      reason = recording.current() ? recording.rules().trialEnd() : TrialEnd.UNDECLARED;
      waits = Waivers.waive(recording.rollout(), Promise.EPISODES_FOLLOW);
      oneByOne =
          recording.rules().trialEnd() == TrialEnd.UNDECLARED
              && Waivers.waive(recording.rollout(), Promise.EPISODES_END_WITH_TERMINALS);
      limit = oneByOne ? 0 : limit();
      ghost = recording.column("ghost", 1);
      reasons = new EndReasonCheck(recording, auditFindings);
      removesOnContact = recording.rules().contactRemoves();
    }

    /// The time limit of a trial, in ticks.
    private int limit() {
      int declared = recording.rollout().manifest().trials().timeoutTicks();
      return recording.ours() ? recording.rules().episodeTicks().orElse(declared) : declared;
    }

    boolean knowsReasons() {
      return reason != TrialEnd.UNDECLARED;
    }

    long ended() {
      return ended;
    }

    void check(int tick) {
      boolean ends = oneByOne ? allOver(tick) : recording.trialEnds(tick);
      ended += ends ? 1 : 0;
      reasons.check(tick);
      if (oneByOne) {
        alone(tick, ends);
        clock(tick, ends);
        return;
      }
      if (waiting(tick)) {
        return;
      }
      together(tick, ends);
      terminals(tick, ends);
      clock(tick, ends);
      boolean timeUp = limit > 0 && timed() && recording.trialTick(tick) == limit - 1;
      if (ends && !timeUp && aged(tick)) {
        return;
      }
      limits(tick, timeUp);
      if (ends && !timeUp) {
        early(tick);
      } else if (!ends) {
        late(tick, timeUp);
      }
    }

    /// Whether the first trial of a first episode that began at some age ends at its time limit.
    private boolean aged(int tick) {
      boolean cut =
          recording.timedOut(tick, 0)
              || (recording.truncation(tick, 0)
                  && !recording.terminal(tick, 0)
                  && !recording.goal(tick, 0));
      return ended == 1 && recording.rules().staggered() && cut;
    }

    /// Whether all agents stay in limbo for good because no episode follows the last trial.
    private boolean waiting(int tick) {
      over |= waits && tick > 0 && recording.episodeEnds(tick - 1) && gone(tick);
      over &= gone(tick);
      return over;
    }

    private boolean gone(int tick) {
      for (int agent = 0; agent < recording.agents(); agent++) {
        if (!recording.limbo(tick, agent)) {
          return false;
        }
      }
      return recording.hasLimbo();
    }

    /// Whether every agent's episode ends with the action of a tick or ended before.
    private boolean allOver(int tick) {
      for (int agent = 0; agent < recording.agents(); agent++) {
        if (!recording.over(tick, agent) && !recording.limbo(tick, agent)) {
          return false;
        }
      }
      return true;
    }

    /// Checks that an agent leaves with its own end, and that its trial ends with nothing else.
    private void alone(int tick, boolean allOver) {
      for (int agent = 0; agent < recording.agents(); agent++) {
        boolean over = recording.over(tick, agent);
        if (recording.ended(tick, agent) && !over) {
          auditFindings.add(
              tick, agent, "trial_ended", 1, wording("EndsAudit.a_trial_ends_with_neither_a"));
        }
        boolean continues =
            !allOver && tick + 1 < recording.ticks() && !recording.limbo(tick + 1, agent);
        if (over && continues) {
          auditFindings.add(
              tick,
              agent,
              EpisodeEnds.COLUMN,
              1,
              wording("EndsAudit.an_episode_ends_and_the_agent"));
        }
      }
    }

    private void together(int tick, boolean ends) {
      for (int agent = 0; ends && agent < recording.agents(); agent++) {
        boolean ended = recording.ended(tick, agent);
        if (!ended) {
          auditFindings.add(
              tick, agent, "trial_ended", 1, wording("EndsAudit.a_trial_ends_for_other_agents"));
        }
        boolean cut = recording.truncation(tick, agent) || recording.terminal(tick, agent);
        if (ended && !cut && (recording.hasTruncations() || recording.hasTerminals())) {
          if (recording.wasDataset()) {
            auditFindings.leftOut(
                "end", 1, wording("EpisodeProtocolRules.the_dataset_does_not_say_why"));
            continue;
          }
          auditFindings.broken(
              Promise.EPISODES_END_WITH_TERMINALS,
              tick,
              agent,
              "truncation",
              1,
              wording("EndsAudit.a_trial_ends_with_neither_a"));
        }
      }
      for (int agent = 0; !ends && !goesOnAfterItsEnd() && agent < recording.agents(); agent++) {
        boolean leaves =
            tick + 1 == recording.ticks()
                || recording.limbo(tick + 1, agent)
                || recording.limbo(tick, agent);
        leaves &= recording.event(tick, agent) != 0 || !recording.hasEvents();
        if (recording.terminal(tick, agent) && !leaves) {
          auditFindings.add(
              tick, agent, "terminal", 1, wording("EndsAudit.a_terminal_although_no_trial_ends"));
        }
        if (recording.truncation(tick, agent) && !leaves) {
          auditFindings.add(
              tick,
              agent,
              "truncation",
              1,
              wording("EndsAudit.a_truncation_although_no_trial_ends"));
        }
      }
    }

    /// Whether an agent may end before the others and go on at once, as those of a vector
    /// environment in a dataset do.
    private boolean goesOnAfterItsEnd() {
      return recording.wasDataset() && !recording.hasLimbo() && recording.agents() > 1;
    }

    /// Checks that the episodes of all agents end where the last trial ends.
    private void terminals(int tick, boolean ends) {
      int count = Math.max(1, recording.rollout().manifest().trials().count());
      boolean last = recording.trial(tick) >= count - 1;
      if (!ends || !last || !recording.hasTerminals() || recording.wasDataset()) {
        return;
      }
      int declared = 0;
      for (int agent = 0; agent < recording.agents(); agent++) {
        declared += told(tick, agent) ? 1 : 0;
      }
      for (int agent = 0; agent < recording.agents(); agent++) {
        if (!told(tick, agent)) {
          auditFindings.broken(
              Promise.EPISODES_END_WITH_TERMINALS,
              tick,
              agent,
              "terminal",
              1,
              declared == 0
                  ? wording("EndsAudit.the_episode_ends_and_no_agent")
                  : wording("EndsAudit.the_episode_ends_and_this_agent"));
        }
      }
    }

    private boolean told(int tick, int agent) {
      return recording.terminal(tick, agent) || recording.timedOut(tick, agent);
    }

    private void clock(int tick, boolean ends) {
      if (tick + 1 >= recording.ticks()) {
        return;
      }
      int next = recording.trialTick(tick + 1);
      if (ends && next != 0 && !(waits && gone(tick + 1))) {
        auditFindings.add(
            tick + 1,
            AuditFinding.NO_AGENT,
            "trial_tick",
            next,
            wording("EndsAudit.the_trials_clock_does_not_begin"));
      } else if (!ends && next != recording.trialTick(tick) + 1) {
        auditFindings.add(
            tick + 1,
            AuditFinding.NO_AGENT,
            "trial_tick",
            Math.abs(next - recording.trialTick(tick) - 1),
            wording("EndsAudit.the_trials_clock_jumps_though_no"));
      }
    }

    /// Checks that a trial that ended before its time limit had a reason to.
    private void early(int tick) {
      switch (reason) {
        case ALL_GONE -> {
          for (int agent = 0; agent < recording.agents(); agent++) {
            if (recording.ego(agent) && !left(tick, agent)) {
              auditFindings.add(
                  tick,
                  agent,
                  "trial_ended",
                  1,
                  wording("EndsAudit.the_trial_ends_before_its_time"));
            }
          }
        }
        case ALL_RESPAWNED -> {
          if (!respawned(tick)) {
            noReason(tick, wording("EndsAudit.the_episode_ends_although_its_time"));
          }
        }
        case GOAL -> {
          if (!recording.goal(tick, 0)) {
            noReason(tick, wording("EndsAudit.the_trial_ends_although_its_time"));
          }
        }
        case NOTHING -> noReason(tick, wording("EndsAudit.the_trial_ends_although_its_time_2"));
        case UNDECLARED -> {}
      }
    }

    /// Checks that only a limit on the length of episodes is recorded as a time limit.
    private void limits(int tick, boolean timeUp) {
      for (int agent = 0; !timeUp && timed() && agent < recording.agents(); agent++) {
        if (recording.timedOut(tick, agent)) {
          auditFindings.add(
              tick,
              agent,
              EpisodeEnds.COLUMN,
              1,
              wording("EndsAudit.a_time_limit_although_the_time"));
        }
      }
    }

    private void noReason(int tick, String cause) {
      auditFindings.add(tick, AuditFinding.NO_AGENT, "trial_ended", 1, cause);
    }

    /// Whether an agent is off the map, or leaves it with the action of a tick. An agent removed
    /// because another one hit it has no event of its own.
    private boolean left(int tick, int agent) {
      int gone = EventBits.GOAL | EventBits.COLLISION | EventBits.OFFROAD;
      boolean own = (recording.event(tick, agent) & gone) != 0;
      boolean touched = false;
      for (int other = 0; removesOnContact && other < recording.agents(); other++) {
        touched |= recording.contact(tick, other);
      }
      // An ongoing contact is not an event.
      return recording.limbo(tick, agent) || own || touched || !recording.hasEvents();
    }

    private boolean respawned(int tick) {
      for (int agent = 0; ghost.isPresent() && agent < recording.agents(); agent++) {
        if (ghost.get().value(tick, agent) == 0) {
          return false;
        }
      }
      return true;
    }

    /// Checks that a trial that continues had no reason to end.
    private void late(int tick, boolean timeUp) {
      if (timeUp) {
        noReason(tick, wording("EndsAudit.the_trials_time_of_ticks_is", limit));
      } else if (limit > 0 && timed() && recording.trialTick(tick) >= limit) {
        noReason(tick, wording("EndsAudit.the_trial_goes_on_beyond_its", limit));
      }
      switch (reason) {
        case ALL_GONE -> {
          boolean last = tick + 1 >= recording.ticks();
          if (!last
              && egosGone(tick + 1)
              && !recording.byHand().moved(tick + 1)
              && !egosGone(tick)) {
            noReason(tick, wording("EndsAudit.every_ego_is_off_the_map"));
          } else if (egosGone(tick) && recording.byHand().moved(tick)) {
            noReason(tick, wording("EndsAudit.every_ego_is_off_the_map_2"));
          }
        }
        case ALL_RESPAWNED -> {
          if (ghost.isPresent() && respawned(tick)) {
            noReason(tick, wording("EndsAudit.all_agents_have_respawned_and_the"));
          }
        }
        case GOAL -> {
          if (recording.goal(tick, 0)) {
            noReason(tick, wording("EndsAudit.the_goal_is_reached_and_the"));
          }
        }
        case NOTHING, UNDECLARED -> {}
      }
    }

    /// Whether trials are known to end at their time limit: for other programs' recordings only if
    /// an episode has several trials.
    private boolean timed() {
      return recording.rollout().manifest().trials().count() > 1 || recording.current();
    }

    private boolean egosGone(int tick) {
      for (int agent = 0; agent < recording.agents(); agent++) {
        if (recording.ego(agent) && !recording.limbo(tick, agent)) {
          return false;
        }
      }
      return recording.hasLimbo();
    }
  }
}
