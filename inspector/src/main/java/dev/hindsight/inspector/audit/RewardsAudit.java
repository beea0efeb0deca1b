package dev.hindsight.inspector.audit;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.trainer.CountWords;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.env.RewardRule;
import dev.hindsight.trainer.env.RewardRule.RewardRange;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.RewardBreakdown;
import dev.hindsight.trainer.outcome.RewardParts;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Checks every reward against the events of its tick and the declared payments. For an unknown
/// environment, it compares goals with the payments that the recording itself makes.
final class RewardsAudit implements Audit {
  @Override
  public String id() {
    return "rewards";
  }

  @Override
  public String title() {
    return "Rewards";
  }

  @Override
  public String help() {
    return wording("RewardsAudit.every_reward_equals_what_the_events");
  }

  @Override
  public Optional<String> missing(Rollout rollout) {
    boolean compares =
        AgentColumn.of(rollout, "event").isPresent() || RewardParts.areIn(rollout.manifest());
    return AgentColumn.of(rollout, "reward").isPresent() && compares
        ? Optional.empty()
        : Optional.of(wording("RewardsAudit.the_recording_holds_no_rewards_or"));
  }

  @Override
  public AuditReport run(AuditSubject subject, Progress progress, Cancellation cancellation) {
    Rollout rollout = subject.rollout();
    AuditFindings auditFindings = AuditFindings.of(id(), rollout);
    AuditedRecording recording = new AuditedRecording(rollout);
    AgentColumn reward = recording.column("reward", 1).orElseThrow();
    Optional<RewardRule> rule = recording.rewardRule();
    BitSet named = new BitSet();
    if (rule.isPresent()) {
      new DeclaredPayments(recording, reward, rule.get(), auditFindings, named)
          .check(progress, cancellation);
    } else if (recording.hasEvents()) {
      new OwnPayments(recording, reward, auditFindings).check(cancellation);
    }
    parts(recording, named, auditFindings, cancellation);
    return auditFindings.report(
        wording("RewardsAudit.every_compared_reward_is_what_its"),
        wording("RewardsAudit.the_payments_of_this_environment"));
  }

  /// Checks that what the recording declares as parts of the reward add up to it.
  ///
  /// @param named places, `tick * A + agent`, at which the reward is named already
  private static void parts(
      AuditedRecording recording,
      BitSet named,
      AuditFindings auditFindings,
      Cancellation cancellation) {
    int agents = RewardParts.areIn(recording.rollout().manifest()) ? recording.agents() : 0;
    for (int agent = 0; agent < agents; agent++) {
      RewardBreakdown breakdown = RewardBreakdown.of(recording.rollout(), agent, cancellation);
      int compared = 0;
      for (int tick = 0; tick < breakdown.ticks(); tick++) {
        double sum = breakdown.sum(tick);
        double gap = Math.abs(sum - breakdown.reward(tick));
        // What is not a number is a matter of another audit.
        compared += Double.isNaN(gap) ? 0 : 1;
        if (gap > 0 && !breakdown.addsUp(tick) && !named.get(tick * recording.agents() + agent)) {
          auditFindings.add(
              tick,
              agent,
              "reward",
              gap,
              wording(
                  "RewardsAudit.its_parts_add_up_to",
                  NumberWords.significant(sum, 4),
                  NumberWords.significant(breakdown.reward(tick), 4)));
        }
      }
      auditFindings.compared(wording("RewardsAudit.sum_of_parts"), compared);
    }
  }

  /// Compares rewards with the declared payments. One owner thread.
  private static final class DeclaredPayments {
    private final AuditedRecording recording;
    private final AgentColumn reward;
    private final RewardRule rule;
    private final AuditFindings auditFindings;
    private final BitSet named;
    private final RewardRange rewardRange = new RewardRange();
    private final RewardRange before = new RewardRange();

    DeclaredPayments(
        AuditedRecording recording,
        AgentColumn reward,
        RewardRule rule,
        AuditFindings auditFindings,
        BitSet named) {
      this.named = named;
      this.recording = recording;
      this.reward = reward;
      this.rule = rule;
      this.auditFindings = auditFindings;
    }

    void check(Progress progress, Cancellation cancellation) {
      boolean late = oneRowLate(cancellation);
      for (int tick = 0; tick < recording.ticks(); tick++) {
        cancellation.throwIfCancelled();
        for (int agent = 0; agent < recording.agents(); agent++) {
          check(tick, agent, late);
        }
        progress.report(tick + 1L, recording.ticks(), "ticks");
      }
    }

    /// Whether all rewards would be right one row earlier, and some of them only there.
    private boolean oneRowLate(Cancellation cancellation) {
      boolean onlyEarlier = false;
      for (int tick = 1; tick < recording.ticks(); tick++) {
        cancellation.throwIfCancelled();
        for (int agent = 0; agent < recording.agents(); agent++) {
          double paid = reward.value(tick, agent);
          if (rule.of(tick - 1, agent, before)) {
            if (before.off(paid) != 0) {
              return false;
            }
            onlyEarlier |= rule.of(tick, agent, rewardRange) && rewardRange.off(paid) != 0;
          }
        }
      }
      return onlyEarlier;
    }

    private void check(int tick, int agent, boolean late) {
      if (!rule.of(tick, agent, rewardRange)) {
        auditFindings.leftOut("reward", 1, wording("RewardsAudit.the_world_after_the_action_is"));
        return;
      }
      auditFindings.compared("reward", 1);
      double paid = reward.value(tick, agent);
      double off = rewardRange.off(paid);
      if (off != 0) {
        String cause =
            late
                ? wording("RewardsAudit.rewards_are_stored_one_row_late")
                : cause(tick, agent, paid, off);
        auditFindings.add(tick, agent, "reward", Math.abs(off), cause);
        named.set(tick * recording.agents() + agent);
      }
    }

    /// The cause whose effect is as large as the difference; names both if two causes would look
    /// the same.
    private String cause(int tick, int agent, double paid, double off) {
      String amount =
          rewardRange.most - rewardRange.least < 1e-6
              ? wording(
                  "RewardsAudit.instead_of",
                  NumberWords.significant(paid, 4),
                  NumberWords.significant(rewardRange.least, 4))
              : wording(
                  "RewardsAudit.instead_of_to",
                  NumberWords.significant(paid, 4),
                  NumberWords.significant(rewardRange.least, 4),
                  NumberWords.significant(rewardRange.most, 4));
      boolean noGoal = rewardRange.goal != 0 && near(-rewardRange.goal, off);
      boolean noPenalty = rewardRange.penalty != 0 && near(-rewardRange.penalty, off);
      boolean nothing = paid == 0 && rewardRange.goal + rewardRange.penalty != 0;
      String what;
      if (noGoal && noPenalty) {
        what = wording("RewardsAudit.the_payment_of_this_tick_is");
      } else if (noGoal) {
        what = wording("RewardsAudit.the_goal_of_this_tick_is");
      } else if (noPenalty) {
        what = wording("RewardsAudit.the_penalty_of_this_tick_is");
      } else if (nothing) {
        what = wording("RewardsAudit.no_event_of_this_tick_is");
      } else if (rewardRange.goal != 0 && near(rewardRange.goal, off)) {
        what = wording("RewardsAudit.the_goal_of_this_tick_is_2");
      } else if (rewardRange.penalty != 0 && near(rewardRange.penalty, off)) {
        what = wording("RewardsAudit.the_penalty_of_this_tick_is_2");
      } else if (rewardRange.goal == 0
          && off > 0.01
          && !Double.isNaN(paid)
          && !recording.goal(tick, agent)) {
        what = wording("RewardsAudit.paid_for_something_without_an_event");
      } else {
        what = wording("RewardsAudit.the_reward_is_not_what_this");
      }
      return what + " (" + amount + ")";
    }

    private boolean near(double part, double off) {
      double slack = 1e-3 * (1 + Math.abs(part)) + (rewardRange.most - rewardRange.least);
      return Math.abs(part - off) <= slack;
    }
  }

  /// Compares goals with the payments that the same recording makes for other goals. It reports
  /// only if these are so similar that one stands out. One owner thread.
  private static final class OwnPayments {
    /// The number of goals from which on a usual payment can be determined.
    private static final int ENOUGH = 4;

    private final AuditedRecording recording;
    private final AgentColumn reward;
    private final AuditFindings auditFindings;

    OwnPayments(AuditedRecording recording, AgentColumn reward, AuditFindings auditFindings) {
      this.recording = recording;
      this.reward = reward;
      this.auditFindings = auditFindings;
    }

    void check(Cancellation cancellation) {
      List<Double> goals = new ArrayList<>();
      List<Double> rest = new ArrayList<>();
      for (int tick = 0; tick < recording.ticks(); tick++) {
        cancellation.throwIfCancelled();
        for (int agent = 0; agent < recording.agents(); agent++) {
          double paid = reward.value(tick, agent);
          boolean known = Double.isFinite(paid);
          if (known && recording.event(tick, agent) == 1) {
            goals.add(paid);
          } else if (known && recording.event(tick, agent) == 0 && !recording.limbo(tick, agent)) {
            rest.add(paid);
          }
        }
      }
      if (goals.size() < ENOUGH || rest.isEmpty()) {
        auditFindings.leftOut(
            "goal", goals.size(), wording("RewardsAudit.too_few_to_know_what_one"));
        return;
      }
      double usual = middle(goals);
      double nothing = middle(rest);
      double gap = Math.abs(usual - nothing);
      long alike = goals.stream().filter(paid -> Math.abs(paid - usual) < 0.02 * gap).count();
      long quiet = rest.stream().filter(paid -> Math.abs(paid - nothing) < 0.2 * gap).count();
      boolean clear = gap > 0 && alike >= goals.size() - 1 && quiet >= rest.size() - 1;
      if (!clear) {
        auditFindings.leftOut("goal", goals.size(), wording("RewardsAudit.goals_pay_differently"));
        return;
      }
      auditFindings.compared("goal", goals.size());
      for (int tick = 0; tick < recording.ticks(); tick++) {
        for (int agent = 0; agent < recording.agents(); agent++) {
          odd(tick, agent, usual, nothing);
        }
      }
      auditFindings.remark(
          String.format(
              Locale.ROOT,
              wording("RewardsAudit.of_the_recording_pay_other_ticks"),
              CountWords.of(goals.size(), "goal"),
              NumberWords.significant(usual, 4),
              NumberWords.significant(nothing, 4)));
    }

    private void odd(int tick, int agent, double usual, double nothing) {
      double paid = reward.value(tick, agent);
      double gap = usual - nothing;
      int event = recording.event(tick, agent);
      if (event == 1 && Math.abs(paid - nothing) < 0.2 * Math.abs(gap)) {
        auditFindings.add(
            tick,
            agent,
            "reward",
            Math.abs(paid - usual),
            wording("RewardsAudit.the_goal_of_this_tick_is_3"));
      } else if (event == 1 && Math.abs(paid - nothing - 2 * gap) < 0.02 * Math.abs(gap)) {
        auditFindings.add(
            tick,
            agent,
            "reward",
            Math.abs(paid - usual),
            wording("RewardsAudit.the_goal_of_this_tick_pays"));
      } else if (event == 0 && Math.abs(paid - usual) < 0.02 * Math.abs(gap)) {
        auditFindings.add(
            tick,
            agent,
            "reward",
            Math.abs(paid - nothing),
            wording("RewardsAudit.a_tick_without_any_event_is"));
      }
    }

    private static double middle(List<Double> numbers) {
      return numbers.stream().sorted().skip(numbers.size() / 2).findFirst().orElse(0.0);
    }
  }
}
