package dev.hindsight.inspector.critic;

import dev.hindsight.trainer.advantage.Discounting.EndRule;
import dev.hindsight.trainer.advantage.Discounting.TimeoutRule;
import dev.hindsight.trainer.critic.RecordedSteps;
import dev.hindsight.trainer.critic.TargetRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Which steps of a group a critic can learn from, and what follows each: read from a recording
/// plainly and apart from the code that learns.
///
/// A step is a tick at which all members act. What follows it is decided by the ends up to the next
/// such tick: by the first one of an episode, or of a trial behind which nothing counts; without
/// such, by whether a trial ends.
final class PlainSteps {
  /// What follows a step.
  enum Follow {
    /// The next step.
    STEP,
    /// The next step's observation, but sums of rewards stop here.
    OBSERVATION,
    /// The final observation of a time limit.
    FINAL,
    /// Nothing: the episode ended for good.
    NOTHING,
    /// It is not known, or not the same for all members.
    UNKNOWN
  }

  /// Several steps that a target sums up.
  ///
  /// @param ticks at which the members act, n of them
  /// @param follow what follows the last of them
  /// @param next the tick of the step after them, if there is one
  /// @param discount factor of the rewards and of the value after them, per tick
  record Window(List<Integer> ticks, Follow follow, int next, double discount) {}

  /// Which discount factors targets follow.
  enum Discounts {
    /// The one that an agent observes at a step, if it observes any; else the rule's.
    OWN,
    /// The rule's, for all agents.
    COMMON
  }

  private final RecordedSteps steps;
  private final TargetRule rule;
  private final List<Integer> members;
  private final OptionalInt ownDiscount;
  private final float[] seen;

  /// @param observed D
  /// @param ownDiscount index of the observed number that is the discount of a lone decider; empty
  ///   if all are discounted by the rule
  PlainSteps(
      RecordedSteps steps,
      TargetRule rule,
      List<Integer> members,
      int observed,
      OptionalInt ownDiscount) {
    this.ownDiscount = ownDiscount;
    this.seen = new float[observed];
    this.steps = steps;
    this.rule = rule;
    this.members = List.copyOf(members);
  }

  /// All targets that learning may compute, in order.
  List<Window> windows() {
    List<Integer> acts = new ArrayList<>();
    for (int tick = 0; tick < steps.ticks(); tick++) {
      if (living(tick) == members.size()) {
        acts.add(tick);
      }
    }
    List<Window> windows = new ArrayList<>();
    for (int i = 0; i + rule.steps() <= acts.size(); i++) {
      window(acts, i).ifPresent(windows::add);
    }
    return windows;
  }

  private Optional<Window> window(List<Integer> acts, int first) {
    List<Integer> ticks = new ArrayList<>();
    for (int k = 0; k < rule.steps(); k++) {
      int at = first + k;
      int next = at + 1 < acts.size() ? acts.get(at + 1) : steps.ticks();
      Follow follow = follow(acts.get(at), next);
      boolean last = k == rule.steps() - 1;
      if (follow == Follow.UNKNOWN || (!last && follow != Follow.STEP)) {
        return Optional.empty();
      }
      ticks.add(acts.get(at));
      if (last) {
        return Optional.of(new Window(ticks, follow, next, discount(ticks.getFirst())));
      }
    }
    return Optional.empty();
  }

  private double discount(int tick) {
    if (ownDiscount.isEmpty()) {
      return rule.gamma();
    }
    steps.observation(tick, members.getFirst(), seen, 0);
    return seen[ownDiscount.getAsInt()];
  }

  /// @param tick of a step
  /// @param next tick of the next step, or the number of ticks
  private Follow follow(int tick, int next) {
    boolean ends = false;
    for (int t = tick; t < next; t++) {
      int at = t;
      long terminal = members.stream().filter(agent -> steps.terminal(at, agent)).count();
      long timedOut = members.stream().filter(agent -> steps.timedOut(at, agent)).count();
      if (terminal == members.size()) {
        return Follow.NOTHING;
      }
      if (timedOut == members.size() && (t == tick || living(t) == 0)) {
        boolean counts = t == tick && rule.timeouts() == TimeoutRule.BOOTSTRAP;
        return counts ? Follow.FINAL : Follow.NOTHING;
      }
      if (terminal + timedOut > 0) {
        return Follow.UNKNOWN;
      }
      boolean trialEnded = members.stream().anyMatch(agent -> steps.truncation(at, agent));
      if (trialEnded && rule.trialEnds() == EndRule.CUT) {
        return Follow.NOTHING;
      }
      ends |= trialEnded && rule.trialEnds() == EndRule.BOOT;
    }
    if (next >= steps.ticks()) {
      return Follow.UNKNOWN;
    }
    return ends ? Follow.OBSERVATION : Follow.STEP;
  }

  private int living(int tick) {
    return (int) members.stream().filter(agent -> !steps.limbo(tick, agent)).count();
  }
}
