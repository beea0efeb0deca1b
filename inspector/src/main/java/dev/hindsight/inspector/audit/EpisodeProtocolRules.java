package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.env.Promise;
import dev.hindsight.trainer.outcome.EpisodeEnd;
import dev.hindsight.trainer.outcome.EpisodeEnds;
import dev.hindsight.trainer.outcome.EventBits;
import java.util.List;
import java.util.Optional;

/// The rules of [ProtocolAudit] that hold in every environment, with trials or without.
final class EpisodeProtocolRules {
  /// Rules about a single tick.
  static final List<ProtocolRule> ALONE =
      List.of(
          EpisodeProtocolRules::nothingHappensInLimbo,
          EpisodeProtocolRules::endsAreOfAKind,
          EpisodeProtocolRules::endsSayWhy,
          EpisodeProtocolRules::eventsAreDeclared);

  /// Rules about a tick and the one after it.
  static final List<ProtocolRule> FOLLOWED =
      List.of(
          EpisodeProtocolRules::limboBegins,
          EpisodeProtocolRules::limboEnds,
          EpisodeProtocolRules::episodesEnd);

  /// The largest distance, in metres, between the centres of two bodies that touch within a tick:
  /// the length of a long truck plus what both drive meanwhile.
  private static final double REACH = 30;

  private EpisodeProtocolRules() {}

  private static void limboBegins(
      RecordedFlags recordedFlags,
      int tick,
      RecordedFlags.Row now,
      RecordedFlags.Row next,
      AuditFindings auditFindings) {
    for (int agent = 0; recordedFlags.has("event") && agent < recordedFlags.agents(); agent++) {
      if (rises(agent, now, next)
          && !explained(recordedFlags, tick, agent, now)
          && !recordedFlags.moved(tick + 1, agent)
          && !touched(recordedFlags, tick, agent, now, next)) {
        auditFindings.add(
            tick + 1,
            agent,
            "removed",
            1,
            wording("EpisodeProtocolRules.an_agent_disappears_into_limbo_without"));
      }
    }
  }

  private static boolean rises(int agent, RecordedFlags.Row now, RecordedFlags.Row next) {
    return now.removed[agent] == 0 && next.removed[agent] != 0;
  }

  /// Whether an agent's own columns explain why it disappears. An ongoing contact is not an event.
  private static boolean explained(
      RecordedFlags recordedFlags, int tick, int agent, RecordedFlags.Row now) {
    return now.event[agent] != 0
        || now.terminal[agent] != 0
        || now.truncation[agent] != 0
        || now.ended[agent] != 0
        || recordedFlags.touching(tick, agent);
  }

  /// Whether an agent is the second party of a collision that removes both: the one that hits it
  /// has the event and disappears in the same tick, near it. Each takes one other agent along.
  private static boolean touched(
      RecordedFlags recordedFlags,
      int tick,
      int agent,
      RecordedFlags.Row now,
      RecordedFlags.Row next) {
    int who = -1;
    for (int other = 0; other < recordedFlags.agents(); other++) {
      boolean hits = (now.event[other] & EventBits.COLLISION) != 0 && rises(other, now, next);
      boolean near = other != agent && hits && recordedFlags.apart(tick, agent, other) <= REACH;
      boolean nearer =
          near
              && (who < 0
                  || recordedFlags.apart(tick, agent, other)
                      < recordedFlags.apart(tick, agent, who));
      who = nearer ? other : who;
    }
    for (int rival = 0; who >= 0 && rival < recordedFlags.agents(); rival++) {
      boolean silent = rises(rival, now, next) && !explained(recordedFlags, tick, rival, now);
      if (rival != agent
          && silent
          && recordedFlags.apart(tick, rival, who) < recordedFlags.apart(tick, agent, who)) {
        return false;
      }
    }
    return who >= 0;
  }

  private static void limboEnds(
      RecordedFlags recordedFlags,
      int tick,
      RecordedFlags.Row now,
      RecordedFlags.Row next,
      AuditFindings auditFindings) {
    for (int agent = 0; agent < recordedFlags.agents(); agent++) {
      boolean falls = now.removed[agent] != 0 && next.removed[agent] == 0;
      boolean ends = now.ended[agent] != 0 || now.over[agent] != 0 || now.truncation[agent] != 0;
      if (falls && !ends && !recordedFlags.moved(tick + 1, agent)) {
        auditFindings.add(
            tick + 1,
            agent,
            "removed",
            1,
            wording("EpisodeProtocolRules.an_agent_reappears_from_limbo_before"));
      }
    }
  }

  private static void nothingHappensInLimbo(
      RecordedFlags recordedFlags,
      int tick,
      RecordedFlags.Row now,
      RecordedFlags.Row next,
      AuditFindings auditFindings) {
    for (int agent = 0; agent < recordedFlags.agents(); agent++) {
      if (now.removed[agent] == 0) {
        continue;
      }
      if (now.event[agent] != 0) {
        auditFindings.add(
            tick,
            agent,
            "event",
            now.event[agent],
            wording("EpisodeProtocolRules.something_happens_to_an_agent_in"));
      }
      if (now.reward[agent] != 0) {
        auditFindings.add(
            tick,
            agent,
            "reward",
            Math.abs(now.reward[agent]),
            wording("EpisodeProtocolRules.an_agent_in_limbo_is_paid"));
      }
    }
  }

  private static void endsAreOfAKind(
      RecordedFlags recordedFlags,
      int tick,
      RecordedFlags.Row now,
      RecordedFlags.Row next,
      AuditFindings auditFindings) {
    for (int agent = 0; agent < recordedFlags.agents(); agent++) {
      boolean cut = now.truncation[agent] != 0 || now.terminal[agent] != 0;
      if (now.ended[agent] != 0
          && !cut
          && (recordedFlags.has("truncation") || recordedFlags.has("terminal"))) {
        if (recordedFlags.wasDataset()) {
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
            wording("EpisodeProtocolRules.a_trial_ends_without_a_truncation"));
      }
    }
  }

  /// A terminal is an end for good, and a time limit is a truncation.
  private static void endsSayWhy(
      RecordedFlags recordedFlags,
      int tick,
      RecordedFlags.Row now,
      RecordedFlags.Row next,
      AuditFindings auditFindings) {
    for (int agent = 0; recordedFlags.has(EpisodeEnds.COLUMN) && agent < now.end.length; agent++) {
      Optional<EpisodeEnd> why = EpisodeEnd.of(now.end[agent]);
      boolean good = why.filter(EpisodeEnd::isForGood).isPresent();
      if (why.isEmpty() && now.end[agent] != 0) {
        auditFindings.add(
            tick,
            agent,
            EpisodeEnds.COLUMN,
            now.end[agent],
            wording("EpisodeProtocolRules.an_end_has_an_unknown_reason"));
      } else if (recordedFlags.has("terminal") && good != (now.terminal[agent] != 0)) {
        auditFindings.add(
            tick,
            agent,
            "terminal",
            1,
            good
                ? wording("EpisodeProtocolRules.an_episode_ends_for_good_without")
                : wording("EpisodeProtocolRules.a_terminal_where_no_episode_ends"));
      } else if (recordedFlags.has("truncation")
          && why.filter(EpisodeEnd.TIMEOUT::equals).isPresent()
          && now.truncation[agent] == 0) {
        auditFindings.add(
            tick,
            agent,
            "truncation",
            1,
            wording("EpisodeProtocolRules.a_time_limit_without_a_truncation"));
      }
    }
  }

  /// A recording that declares its events holds no others.
  private static void eventsAreDeclared(
      RecordedFlags recordedFlags,
      int tick,
      RecordedFlags.Row now,
      RecordedFlags.Row next,
      AuditFindings auditFindings) {
    for (int agent = 0; agent < recordedFlags.agents(); agent++) {
      int others = now.event[agent] & ~recordedFlags.declaredEvents();
      if (others != 0) {
        auditFindings.add(
            tick,
            agent,
            "event",
            others,
            wording("EpisodeProtocolRules.an_event_that_the_manifest_does"));
      }
    }
  }

  /// If the clock returns to an earlier tick in the same or an earlier trial, another episode has
  /// begun.
  private static void episodesEnd(
      RecordedFlags recordedFlags,
      int tick,
      RecordedFlags.Row now,
      RecordedFlags.Row next,
      AuditFindings auditFindings) {
    boolean begins =
        now.clock
            && next.clock
            && (next.trial < now.trial || (next.trial == now.trial && next.trialTick == 0));
    if (begins && recordedFlags.has("terminal") && !recordedFlags.allOver(tick, now)) {
      auditFindings.broken(
          Promise.EPISODES_END_WITH_TERMINALS,
          tick,
          AuditFinding.NO_AGENT,
          "terminal",
          1,
          wording("EpisodeProtocolRules.an_episode_ends_and_no_terminal"));
    }
  }
}
