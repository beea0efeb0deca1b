package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EventBits;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.RecordedEvents;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.NpyArray;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Summary;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Checks that the numbers of the summary (steps, events, scores by trial) are those of the rows,
/// and that a trial's score follows from its events.
final class TotalsAudit implements Audit {
  private static final double NEAR = 1e-5;

  @Override
  public String id() {
    return "totals";
  }

  @Override
  public String title() {
    return "Totals";
  }

  @Override
  public String help() {
    return wording("TotalsAudit.steps_losses_goals_and_scores_by");
  }

  @Override
  public Optional<String> missing(Rollout rollout) {
    boolean scored = AgentColumn.of(rollout, "trial_score").isPresent();
    return rollout.summary().isPresent() || scored
        ? Optional.empty()
        : Optional.of(wording("TotalsAudit.the_recording_has_neither_a_summary"));
  }

  @Override
  public AuditReport run(AuditSubject subject, Progress progress, Cancellation cancellation) {
    Rollout rollout = subject.rollout();
    AuditFindings auditFindings = AuditFindings.of(id(), rollout);
    AuditedRecording recording = new AuditedRecording(rollout);
    TrialScoreCheck scores = new TrialScoreCheck(recording, auditFindings);
    scores.check(cancellation);
    progress.report(1, 2, "scores");
    Optional<Summary> recorded = rollout.summary();
    recorded.ifPresent(
        summary -> new SummaryTotals(recording, summary, auditFindings).check(cancellation));
    if (recorded.isEmpty()) {
      auditFindings.leftOut("summary", 1, wording("TotalsAudit.the_recording_has_none_it_was"));
    }
    return auditFindings.report(
        holds(recorded.isPresent(), scores.judged() > 0),
        wording("TotalsAudit.the_summary_holds_nothing_that_a"));
  }

  /// The sentence if nothing is wrong: it claims only what was compared.
  private static String holds(boolean summed, boolean scored) {
    return summed && scored
        ? wording("TotalsAudit.the_summary_agrees_with_the_rows")
        : summed
            ? wording("TotalsAudit.the_summary_agrees_with_the_rows_alone")
            : wording("TotalsAudit.scores_agree_with_the_events");
  }

  /// Compares the summary with the rows. One owner thread.
  private static final class SummaryTotals {
    /// Seconds, and simulation steps, within which few pairs lose separation twice.
    private static final double SHORT = 10;

    /// The speed in m/s that no aircraft exceeds.
    private static final double FASTEST = 350;

    /// The numbers of a radar pair: own aircraft, intruder, seconds, metres, whether separation is
    /// lost.
    private static final int PAIR = 5;

    private final AuditedRecording recording;
    private final Summary summary;
    private final AuditFindings auditFindings;
    private final int last;

    SummaryTotals(AuditedRecording recording, Summary summary, AuditFindings auditFindings) {
      this.recording = recording;
      this.summary = summary;
      this.auditFindings = auditFindings;
      last = Math.max(0, recording.ticks() - 1);
    }

    void check(Cancellation cancellation) {
      steps();
      events();
      scores();
      cancellation.throwIfCancelled();
      if (recording.world().equals("airspace") && !recording.byHand().everMoved()) {
        pairs("losses", true);
        ratio();
        // The radar is too short to show every conflict.
        pairs("conflicts", false);
      }
    }

    /// Checks a quotient of two numbers of the same summary.
    private void ratio() {
      Double losses = summary.totals().get("losses");
      Double hours = summary.totals().get("flight_hours");
      if (losses != null && hours != null && hours > 0) {
        exactly("losses_per_flight_hour", losses / hours);
      }
    }

    private void exactly(String name, double right) {
      between(name, right, right);
    }

    private void between(String name, double least, double most) {
      Double says = summary.totals().get(name);
      if (says == null) {
        return;
      }
      auditFindings.compared("number", 1);
      if (!(says >= least - NEAR * (1 + Math.abs(least))
          && says <= most + NEAR * (1 + Math.abs(most)))) {
        wrong(name, says, least, most);
      }
    }

    private void wrong(String name, double says, double least, double most) {
      String right =
          least == most
              ? NumberWords.total(least)
              : wording("TotalsAudit.to", NumberWords.total(least), NumberWords.total(most));
      auditFindings.add(
          last,
          AuditFinding.NO_AGENT,
          wording("TotalsAudit.summary", name),
          says < least ? least - says : says - most,
          wording(
              "TotalsAudit.the_summary_says_the_rows_say", name, NumberWords.total(says), right));
    }

    private void steps() {
      auditFindings.compared("number", 1);
      if (summary.ticks() != recording.ticks() && summary.ticks() != 0) {
        wrong("ticks", summary.ticks(), recording.ticks(), recording.ticks());
      }
      long steps = 0;
      long refused = 0;
      Optional<AgentColumn> refusals = recording.column("refused", 1);
      for (int tick = 0; tick < recording.ticks(); tick++) {
        for (int agent = 0; agent < recording.agents(); agent++) {
          steps += recording.limbo(tick, agent) ? 0 : 1;
          refused += refusals.isPresent() && refusals.get().value(tick, agent) != 0 ? 1 : 0;
        }
      }
      exactly("environment_steps", recording.ticks());
      if (recording.hasLimbo()) {
        exactly("agent_steps", (double) steps);
      }
      if (refusals.isPresent()) {
        exactly("refused", (double) refused);
      }
      double hour = recording.rollout().manifest().tickSeconds() / 3600;
      if (recording.world().equals("airspace") && !recording.byHand().everMoved()) {
        between("flight_hours", leastFlown() * hour, steps * hour);
      }
    }

    /// The smallest number of flown steps: an agent that leaves has flown part of the tick.
    private long leastFlown() {
      long whole = 0;
      for (int tick = 0; tick < recording.ticks(); tick++) {
        for (int agent = 0; agent < recording.agents(); agent++) {
          boolean leaves = recording.goal(tick, agent) || recording.contact(tick, agent);
          whole += recording.limbo(tick, agent) || leaves ? 0 : 1;
        }
      }
      return whole;
    }

    private void events() {
      if (!recording.hasEvents() || !recording.ours()) {
        return;
      }
      long goals = 0;
      long left = 0;
      long trials = 0;
      for (int tick = 0; tick < recording.ticks(); tick++) {
        trials += recording.trialEnds(tick) ? 1 : 0;
        for (int agent = 0; agent < recording.agents(); agent++) {
          boolean counts = recording.ego(agent);
          goals += counts && recording.goal(tick, agent) ? 1 : 0;
          boolean off = (recording.event(tick, agent) & EventBits.OFFROAD) != 0;
          left += counts && off ? 1 : 0;
        }
      }
      if (recording.world().equals("airspace")) {
        exactly("goals", (double) goals);
        exactly("left", (double) left);
      } else if (recording.world().equals("darkroom")) {
        exactly("goals", (double) goals);
        exactly("trials", (double) trials);
      } else if (recording.rules().scoring().isPresent()
          && recording.hasEnds()
          && !recording.byHand().everMoved()) {
        trials(trials);
      }
    }

    /// Checks the trials that ended: their lengths, and in how many an ego reached its goal.
    private void trials(long ended) {
      int count = Math.max(1, recording.rollout().manifest().trials().count());
      double[] reached = new double[count];
      double[] played = new double[count];
      boolean[] goal = new boolean[recording.agents()];
      long ticks = 0;
      for (int tick = 0; tick < recording.ticks(); tick++) {
        int trial = Math.clamp(recording.trial(tick), 0, count - 1);
        boolean ends = recording.trialEnds(tick);
        ticks += ends ? recording.trialTick(tick) + 1 : 0;
        for (int agent = 0; agent < recording.agents(); agent++) {
          goal[agent] |= recording.goal(tick, agent);
          if (ends) {
            played[trial] += recording.ego(agent) ? 1 : 0;
            reached[trial] += recording.ego(agent) && goal[agent] ? 1 : 0;
            goal[agent] = false;
          }
        }
      }
      if (ended == 0) {
        return;
      }
      exactly("trial_mean_length", ticks / (double) ended);
      exactly("trial_goal_reach_rate", Arrays.stream(reached).sum() / Arrays.stream(played).sum());
      for (int k = 0; k < count; k++) {
        if (played[k] > 0) {
          exactly("trial_" + k + "_goal_reached", reached[k] / played[k]);
        }
      }
    }

    /// The scores of a trial number, over egos and episodes. One owner thread.
    private static final class TrialScores {
      private double sum;
      private long count;
      private int end;
    }

    /// Checks mean scores by trial, over egos and episodes: known once the last trial of a number
    /// ends. Reads the rows once, however many trials there are.
    private void scores() {
      Optional<AgentColumn> score = recording.column("trial_score", 1);
      if (score.isEmpty() || !recording.hasEnds()) {
        return;
      }
      SortedMap<Integer, TrialScores> byTrial = new TreeMap<>();
      for (int tick = 0; tick < recording.ticks(); tick++) {
        if (recording.trialEnds(tick) && recording.trial(tick) >= 0) {
          add(
              tick,
              score.get(),
              byTrial.computeIfAbsent(recording.trial(tick), _ -> new TrialScores()));
        }
      }
      List<Double> says = summary.trialScores();
      double trials = byTrial.isEmpty() ? 0 : byTrial.lastKey() + 1.0;
      if (!says.isEmpty()) {
        auditFindings.compared("number", 1);
        if (says.size() > trials && recording.ours()) {
          wrong(wording("TotalsAudit.scores_by_trial"), says.size(), trials, trials);
        }
      }
      byTrial.forEach((trial, scores) ->
          score(
              trial,
              trial < says.size() ? Optional.of(says.get(trial)) : Optional.empty(),
              scores));
    }

    private void add(int tick, AgentColumn score, TrialScores scores) {
      boolean airspace = recording.world().equals("airspace");
      scores.end = tick;
      for (int agent = 0; agent < recording.agents(); agent++) {
        double one = score.value(tick, agent);
        if ((recording.ego(agent) || airspace) && !Double.isNaN(one)) {
          scores.sum += one;
          scores.count++;
        }
      }
    }

    private void score(int trial, Optional<Double> says, TrialScores scores) {
      if (scores.count == 0) {
        return;
      }
      double right = scores.sum / scores.count;
      says.ifPresent(value ->
          score(wording("TotalsAudit.score_of_trial", trial + 1), value, right, scores.end));
      Double named = summary.totals().get("trial_" + trial + "_score");
      if (named != null) {
        score("trial_" + trial + "_score", named, right, scores.end);
      }
    }

    private void score(String name, double says, double right, int where) {
      auditFindings.compared("number", 1);
      if (!(Math.abs(says - right) <= NEAR)) {
        auditFindings.add(
            where,
            AuditFinding.NO_AGENT,
            wording("TotalsAudit.summary", name),
            Math.abs(says - right),
            wording(
                "TotalsAudit.the_summary_says_the_rows_say",
                name,
                NumberWords.total(says),
                NumberWords.total(right)));
      }
    }

    /// Checks the pairs of aircraft that came into conflict or lost separation. A row tells which
    /// agents did, and the radar which pairs have lost separation before and after it. A pair that
    /// neither row shows may have lost and regained separation in between if it was close enough.
    private void pairs(String name, boolean shown) {
      int event =
          RecordedEvents.of(recording.rollout()).noted().stream()
              .filter(kind -> kind.heading().toLowerCase(Locale.ROOT).equals(name))
              .mapToInt(EventKind::bit)
              .sum();
      double seconds = recording.rollout().manifest().tickSeconds();
      boolean alone = recording.rollout().channel("other_pose").isEmpty();
      double least = 0;
      double steps = seconds / recording.rules().substepSeconds().orElse(seconds);
      double most = seconds <= SHORT && steps <= SHORT && alone ? 0 : Double.POSITIVE_INFINITY;
      for (int tick = 0; tick < recording.ticks(); tick++) {
        List<Integer> struck = new ArrayList<>();
        for (int agent = 0; agent < recording.agents(); agent++) {
          if ((recording.event(tick, agent) & event) != 0) {
            struck.add(agent);
          }
        }
        boolean radar = shown && alone && !recording.trialEnds(tick);
        Optional<Set<Integer>> before = radar ? lost(tick) : Optional.empty();
        Optional<Set<Integer>> after = radar ? lost(tick + 1) : Optional.empty();
        Set<Integer> counted = new HashSet<>();
        int certain = 0;
        int possible = 0;
        for (int one : struck) {
          for (int other : struck) {
            int pair = one * recording.agents() + other;
            boolean was = before.isPresent() && before.get().contains(pair);
            boolean is = after.isPresent() && after.get().contains(pair);
            if (one < other && is && !was && before.isPresent()) {
              certain++;
              counted.add(one);
              counted.add(other);
            } else if (one < other && (!shown || near(tick, one, other))) {
              possible++;
            }
          }
        }
        double untold = struck.stream().filter(agent -> !counted.contains(agent)).count();
        least += certain + Math.ceil(untold / 2);
        most += certain + Math.max(possible, Math.ceil(untold / 2));
      }
      // A pair on the edge of the zone may lose and regain separation within a tick: 2 in 134 were
      // seen.
      between(name, least, 2 + 1.25 * most);
    }

    /// Whether two aircraft may come within the zone during a tick.
    private boolean near(int tick, int one, int other) {
      Optional<AgentColumn> pose = recording.column("pose", 3);
      if (pose.isEmpty()) {
        return true;
      }
      double apart =
          Math.hypot(
              pose.get().value(tick, one, 0) - pose.get().value(tick, other, 0),
              pose.get().value(tick, one, 1) - pose.get().value(tick, other, 1));
      double seconds = recording.rollout().manifest().tickSeconds();
      double zone = recording.rules().separation().orElse(Double.POSITIVE_INFINITY);
      return apart <= zone + 2 * FASTEST * seconds;
    }

    /// Pairs of agents that have lost separation by the radar; empty if it has no such row or is
    /// full.
    private Optional<Set<Integer>> lost(int tick) {
      Optional<Channel> pairs =
          recording
              .rollout()
              .channel("conflict_pairs")
              .filter(c -> c.rowShape().length == 2 && c.rowShape()[1] == PAIR);
      Optional<NpyArray> last = recording.rollout().last("conflict_pairs");
      if (pairs.isEmpty() || (tick >= recording.ticks() && last.isEmpty())) {
        return Optional.empty();
      }
      Set<Integer> lost = new HashSet<>();
      int rows = pairs.get().rowShape()[0];
      for (int row = 0; row < rows; row++) {
        int at = row * PAIR;
        double own = tick < recording.ticks() ? pairs.get().value(tick, at) : last.get().value(at);
        double other =
            tick < recording.ticks() ? pairs.get().value(tick, at + 1) : last.get().value(at + 1);
        double loss =
            tick < recording.ticks() ? pairs.get().value(tick, at + 4) : last.get().value(at + 4);
        if (own >= 0 && loss != 0) {
          if (row == rows - 1) {
            return Optional.empty();
          }
          lost.add((int) (Math.min(own, other) * recording.agents() + Math.max(own, other)));
        }
      }
      return Optional.of(lost);
    }
  }
}
