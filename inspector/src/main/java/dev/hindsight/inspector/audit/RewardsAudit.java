package dev.hindsight.inspector.audit;

import dev.hindsight.inspector.audit.RewardRule.Pay;
import dev.hindsight.trainer.Counted;
import dev.hindsight.trainer.NumberWords;
import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Every reward is what the events of its tick and the declared payments come to. Of an environment
/// this program does not know, goals are held against the payments the recording itself makes.
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
    return "Every reward is what the events of its own tick are worth under the declared payments.";
  }

  @Override
  public Optional<String> missing(Rollout rollout) {
    return AgentColumn.of(rollout, "reward").isPresent()
            && AgentColumn.of(rollout, "event").isPresent()
        ? Optional.empty()
        : Optional.of("The recording holds no rewards, or no events to hold them against.");
  }

  @Override
  public AuditReport run(AuditSubject subject, Progress progress, Cancellation cancellation) {
    Rollout rollout = subject.rollout();
    Findings findings = Findings.of(id(), rollout);
    AuditedRecording recording = new AuditedRecording(rollout);
    AgentColumn reward = recording.column("reward", 1).orElseThrow();
    Optional<RewardRule> rule = rule(recording);
    if (rule.isPresent()) {
      new Declared(recording, reward, rule.get(), findings).look(progress, cancellation);
    } else {
      new OwnPayments(recording, reward, findings).look(cancellation);
    }
    return findings.report(
        "Every reward that was compared is what its tick is worth.",
        "The payments of this environment are not known, and too few goals are alike to tell one that"
            + " is not paid.");
  }

  /// The payments as an environment of this very version declares them.
  private static Optional<RewardRule> rule(AuditedRecording recording) {
    if (!recording.current()) {
      return Optional.empty();
    }
    return switch (recording.world()) {
      case "drive" -> Optional.of(new DriveRewards(recording));
      case "airspace" -> Optional.of(new AirspaceRewards(recording));
      case "darkroom" -> Optional.of((tick, agent, pay) -> darkRoom(recording, tick, agent, pay));
      default -> Optional.empty();
    };
  }

  private static boolean darkRoom(AuditedRecording recording, int tick, int agent, Pay pay) {
    pay.clear();
    boolean pays = recording.trial(tick) > 0 || recording.word("first_trial_pays").equals("true");
    if (recording.goal(tick, agent)) {
      pay.goal = pays ? 1 : 0;
      pay.add(pay.goal);
    }
    return true;
  }

  /// Rewards against declared payments. One owner thread.
  private static final class Declared {
    private final AuditedRecording recording;
    private final AgentColumn reward;
    private final RewardRule rule;
    private final Findings findings;
    private final Pay pay = new Pay();
    private final Pay before = new Pay();
    private final List<Wrong> wrong = new ArrayList<>();

    private record Wrong(int tick, int agent, double off, String cause) {}

    Declared(AuditedRecording recording, AgentColumn reward, RewardRule rule, Findings findings) {
      this.recording = recording;
      this.reward = reward;
      this.rule = rule;
      this.findings = findings;
    }

    void look(Progress progress, Cancellation cancellation) {
      // Whether all rewards would be right in the row before, and one of them only there.
      boolean late = true;
      for (int tick = 0; tick < recording.ticks(); tick++) {
        cancellation.throwIfCancelled();
        for (int agent = 0; agent < recording.agents(); agent++) {
          double paid = reward.value(tick, agent);
          if (rule.of(tick, agent, pay)) {
            findings.compared("reward", 1);
            double off = Double.isNaN(paid) ? Double.POSITIVE_INFINITY : pay.off(paid);
            if (off != 0) {
              wrong.add(new Wrong(tick, agent, Math.abs(off), cause(tick, agent, paid, off)));
            }
          } else {
            findings.leftOut("reward", 1, "the world after the action is not recorded");
          }
          late &= tick == 0 || !rule.of(tick - 1, agent, before) || before.off(paid) == 0;
        }
        progress.report(tick + 1L, recording.ticks(), "ticks");
      }
      boolean lateExplains = late && !wrong.isEmpty();
      for (Wrong each : wrong) {
        findings.add(
            each.tick,
            each.agent,
            "reward",
            each.off,
            lateExplains
                ? "rewards are stored one row late, which explains every one of them: with the"
                    + " observation they arrived with"
                : each.cause);
      }
    }

    /// What the difference is as large as; where two causes would look the same it says both.
    private String cause(int tick, int agent, double paid, double off) {
      String amount =
          pay.most - pay.least < 1e-6
              ? NumberWords.significant(paid, 4)
                  + " instead of "
                  + NumberWords.significant(pay.least, 4)
              : NumberWords.significant(paid, 4)
                  + " instead of "
                  + NumberWords.significant(pay.least, 4)
                  + " to "
                  + NumberWords.significant(pay.most, 4);
      boolean noGoal = pay.goal != 0 && near(-pay.goal, off);
      boolean noPenalty = pay.penalty != 0 && near(-pay.penalty, off);
      boolean nothing = paid == 0 && pay.goal + pay.penalty != 0;
      String what;
      if (noGoal && noPenalty) {
        what = "the payment of this tick is missing";
      } else if (noGoal) {
        what = "the goal of this tick is not paid";
      } else if (noPenalty) {
        what = "the penalty of this tick is missing";
      } else if (nothing) {
        what = "nothing of this tick is paid";
      } else if (pay.goal != 0 && near(pay.goal, off)) {
        what = "the goal of this tick is paid twice";
      } else if (pay.penalty != 0 && near(pay.penalty, off)) {
        what = "the penalty of this tick is taken twice";
      } else if (pay.goal == 0 && off > 0.01 && !recording.goal(tick, agent)) {
        what = "paid for something no event tells of";
      } else {
        what = "the reward is not what this tick is worth under the declared payments";
      }
      return what + " (" + amount + ")";
    }

    private boolean near(double part, double off) {
      double slack = 1e-3 * (1 + Math.abs(part)) + (pay.most - pay.least);
      return Math.abs(part - off) <= slack;
    }
  }

  /// Goals against the payments the same recording makes for others. It speaks up only where they
  /// are so much alike that one stands out. One owner thread.
  private static final class OwnPayments {
    /// Goals from which on a usual payment can be told.
    private static final int ENOUGH = 4;

    private final AuditedRecording recording;
    private final AgentColumn reward;
    private final Findings findings;

    OwnPayments(AuditedRecording recording, AgentColumn reward, Findings findings) {
      this.recording = recording;
      this.reward = reward;
      this.findings = findings;
    }

    void look(Cancellation cancellation) {
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
        findings.leftOut("goal", goals.size(), "too few to know what one pays");
        return;
      }
      double usual = middle(goals);
      double nothing = middle(rest);
      double gap = Math.abs(usual - nothing);
      long alike = goals.stream().filter(paid -> Math.abs(paid - usual) < 0.02 * gap).count();
      long quiet = rest.stream().filter(paid -> Math.abs(paid - nothing) < 0.2 * gap).count();
      boolean clear = gap > 0 && alike >= goals.size() - 1 && quiet >= rest.size() - 1;
      if (!clear) {
        findings.leftOut("goal", goals.size(), "goals pay differently");
        return;
      }
      findings.compared("goal", goals.size());
      for (int tick = 0; tick < recording.ticks(); tick++) {
        for (int agent = 0; agent < recording.agents(); agent++) {
          odd(tick, agent, usual, nothing);
        }
      }
      findings.remark(
          String.format(
              Locale.ROOT,
              "%s of the recording pay %s, other ticks %s",
              Counted.of(goals.size(), "goal"),
              NumberWords.significant(usual, 4),
              NumberWords.significant(nothing, 4)));
    }

    private void odd(int tick, int agent, double usual, double nothing) {
      double paid = reward.value(tick, agent);
      double gap = usual - nothing;
      int event = recording.event(tick, agent);
      if (event == 1 && Math.abs(paid - nothing) < 0.2 * Math.abs(gap)) {
        findings.add(
            tick,
            agent,
            "reward",
            Math.abs(paid - usual),
            "the goal of this tick is not paid, all others are");
      } else if (event == 1 && Math.abs(paid - nothing - 2 * gap) < 0.02 * Math.abs(gap)) {
        findings.add(
            tick,
            agent,
            "reward",
            Math.abs(paid - usual),
            "the goal of this tick pays twice what all others do");
      } else if (event == 0 && Math.abs(paid - usual) < 0.02 * Math.abs(gap)) {
        findings.add(
            tick,
            agent,
            "reward",
            Math.abs(paid - nothing),
            "a tick without any event is paid like a goal");
      }
    }

    private static double middle(List<Double> numbers) {
      return numbers.stream().sorted().skip(numbers.size() / 2).findFirst().orElse(0.0);
    }
  }
}
