package dev.hindsight.inspector.credit;

import dev.hindsight.trainer.credit.Discounting.Ends;
import dev.hindsight.trainer.credit.Discounting.Limbo;
import dev.hindsight.trainer.credit.Steps;

/// Advantages as they are defined, each one a sum over all later errors, in doubles: slow, and a
/// witness to those who carry a sum backwards.
///
/// Where nothing later is known an error counts as 0.
final class DirectSum {
  /// A weight below which an error counts for nothing.
  private static final double SMALL = 1e-12;

  private final AgentSteps agent;
  private final CreditRule rule;
  private final int[] next;
  private final Ends[] ends;
  private final double[] error;

  DirectSum(AgentSteps agent, CreditRule rule) {
    this.agent = agent;
    this.rule = rule;
    int ticks = agent.ticks();
    next = new int[ticks];
    ends = new Ends[ticks];
    error = new double[ticks];
    for (int t = 0; t < ticks; t++) {
      look(t);
    }
  }

  private boolean left(int t) {
    return !rule.limboCounts() && agent.steps().removed[t] != 0;
  }

  /// Goes on from a tick to the next one outside limbo, and gathers what ends between them.
  private void look(int t) {
    Ends hardest = end(t);
    int at = t + 1;
    while (at < agent.ticks() && left(at)) {
      hardest = harder(hardest, rule.limbo() == Limbo.CUT ? Ends.CUT : end(at));
      at++;
    }
    ends[t] = hardest;
    next[t] = at < agent.ticks() ? at : CreditTrace.NONE;
    Steps steps = agent.steps();
    double reward = Math.clamp(steps.reward[t], -rule.rewardClip(), rule.rewardClip());
    boolean known = hardest == Ends.CUT || next[t] != CreditTrace.NONE;
    double later = hardest == Ends.CUT || !known ? 0 : value(next[t]);
    error[t] = known && !left(t) ? reward + rule.gamma() * later - value(t) : 0;
  }

  private double value(int t) {
    float value = agent.steps().value[t];
    return Float.isNaN(value) ? 0 : value;
  }

  private Ends end(int t) {
    Ends end = agent.steps().truncation[t] != 0 ? rule.trialEnds() : Ends.ACROSS;
    return agent.steps().terminal[t] != 0 ? harder(end, rule.terminals()) : end;
  }

  private static Ends harder(Ends a, Ends b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  /// The advantage of a tick; 0 in limbo.
  double advantage(int t) {
    if (left(t)) {
      return 0;
    }
    double sum = 0;
    double weight = 1;
    int at = t;
    while (at != CreditTrace.NONE && weight > SMALL) {
      sum += weight * error[at];
      weight *= ends[at] == Ends.ACROSS ? rule.gamma() * rule.lambda() : 0;
      at = next[at];
    }
    return sum;
  }

  /// What an end at a tick does; nothing in limbo, where others tell of it.
  Ends stop(int t) {
    return left(t) ? Ends.ACROSS : ends[t];
  }

  /// The next tick outside limbo, or [CreditTrace#NONE].
  int next(int t) {
    return next[t];
  }
}
