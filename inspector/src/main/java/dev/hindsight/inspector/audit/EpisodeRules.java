package dev.hindsight.inspector.audit;

import java.util.List;

/// What holds of flags in every environment, trials or not.
final class EpisodeRules {
  /// Of every tick by itself.
  static final List<Rule> ALONE =
      List.of(EpisodeRules::nothingHappensInLimbo, EpisodeRules::endsAreOfAKind);

  /// Of every tick and the one after it.
  static final List<Rule> FOLLOWED =
      List.of(EpisodeRules::limboBegins, EpisodeRules::limboEnds, EpisodeRules::episodesEnd);

  private EpisodeRules() {}

  private static void limboBegins(
      Flags flags, int tick, Flags.Row now, Flags.Row next, Findings findings) {
    for (int agent = 0; flags.has("event") && agent < flags.agents(); agent++) {
      boolean rises = now.removed[agent] == 0 && next.removed[agent] != 0;
      boolean told =
          now.terminal[agent] != 0 || now.truncation[agent] != 0 || now.ended[agent] != 0;
      if (rises && now.event[agent] == 0 && !told) {
        findings.add(
            tick + 1,
            agent,
            "removed",
            1,
            "an agent disappears into limbo without having reached a goal or touched anything");
      }
    }
  }

  private static void limboEnds(
      Flags flags, int tick, Flags.Row now, Flags.Row next, Findings findings) {
    for (int agent = 0; agent < flags.agents(); agent++) {
      boolean falls = now.removed[agent] != 0 && next.removed[agent] == 0;
      boolean ends =
          now.ended[agent] != 0 || now.terminal[agent] != 0 || now.truncation[agent] != 0;
      if (falls && !ends) {
        findings.add(
            tick + 1, agent, "removed", 1, "an agent reappears from limbo before its trial ended");
      }
    }
  }

  private static void nothingHappensInLimbo(
      Flags flags, int tick, Flags.Row now, Flags.Row next, Findings findings) {
    for (int agent = 0; agent < flags.agents(); agent++) {
      if (now.removed[agent] == 0) {
        continue;
      }
      if (now.event[agent] != 0) {
        findings.add(
            tick,
            agent,
            "event",
            now.event[agent],
            "something happens to an agent in limbo: it is still simulated there");
      }
      if (now.reward[agent] != 0) {
        findings.add(
            tick, agent, "reward", Math.abs(now.reward[agent]), "an agent in limbo is paid");
      }
    }
  }

  private static void endsAreOfAKind(
      Flags flags, int tick, Flags.Row now, Flags.Row next, Findings findings) {
    for (int agent = 0; agent < flags.agents(); agent++) {
      boolean cut = now.truncation[agent] != 0 || now.terminal[agent] != 0;
      if (now.ended[agent] != 0 && !cut && (flags.has("truncation") || flags.has("terminal"))) {
        findings.add(
            tick,
            agent,
            "truncation",
            1,
            "a trial ends without a truncation or a terminal: advantages run on through it");
      }
    }
  }

  /// Where the clock begins again in the same trial, or in an earlier one, another episode has
  /// begun.
  private static void episodesEnd(
      Flags flags, int tick, Flags.Row now, Flags.Row next, Findings findings) {
    boolean begins =
        flags.hasClock()
            && (next.trial < now.trial
                || (next.trial == now.trial && next.trialTick <= now.trialTick));
    if (begins && flags.has("terminal") && !now.all(now.terminal)) {
      findings.add(
          tick,
          AuditFinding.NOBODY,
          "terminal",
          1,
          "an episode ends and no terminal says so: memory is not wiped, credit runs on");
    }
  }
}
