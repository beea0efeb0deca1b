package dev.hindsight.inspector.advantage;

import dev.hindsight.inspector.advantage.AdvantageRule.TimeLimitRule;
import dev.hindsight.trainer.advantage.AdvantageInputs;
import dev.hindsight.trainer.advantage.Discounting.EndRule;
import dev.hindsight.trainer.advantage.Discounting.LimboEndRule;

/// Advantages by their definition, each as a sum over all later errors, in doubles: slow, but
/// independent of implementations that carry a sum backwards.
///
/// After the last known tick, errors count as 0.
final class DirectAdvantages {
  /// Errors with a smaller weight are ignored.
  private static final double SMALL = 1e-12;

  private final AgentSteps agent;
  private final AdvantageRule rule;
  private final boolean valued;
  private final int[] next;
  private final EndRule[] ends;
  private final double[] error;

  DirectAdvantages(AgentSteps agent, AdvantageRule rule) {
    this.agent = agent;
    this.rule = rule;
    valued = agent.hasValues();
    int ticks = agent.ticks();
    next = new int[ticks];
    ends = new EndRule[ticks];
    error = new double[ticks];
    for (int t = 0; t < ticks; t++) {
      if (left(t)) {
        // What follows it is never asked for; looking would take as long as the limbo lasts.
        ends[t] = EndRule.ACROSS;
        next[t] = AdvantageTrace.NONE;
      } else {
        look(t);
      }
    }
  }

  private boolean left(int t) {
    return !rule.limboCounts() && agent.steps().removed[t] != 0;
  }

  /// Moves from a tick outside limbo to the next one, and collects the ends between them.
  private void look(int t) {
    EndRule hardest = end(t);
    boolean last = fromFinalValue(t);
    int at = t + 1;
    while (at < agent.ticks() && left(at)) {
      hardest =
          last
              ? hardest
              : harder(hardest, rule.limbo() == LimboEndRule.CUT ? EndRule.CUT : end(at));
      at++;
    }
    ends[t] = hardest;
    next[t] = at < agent.ticks() ? at : AdvantageTrace.NONE;
    AdvantageInputs advantageInputs = agent.steps();
    double reward = Math.clamp(advantageInputs.reward[t], -rule.rewardClip(), rule.rewardClip());
    boolean known =
        last
            ? !Float.isNaN(advantageInputs.timeoutValue[t])
            : hardest == EndRule.CUT || next[t] != AdvantageTrace.NONE;
    double later =
        hardest == EndRule.CUT || !known
            ? 0
            : last ? advantageInputs.timeoutValue[t] : value(next[t]);
    error[t] = known ? reward + gamma(t, hardest) * later - value(t) : 0;
  }

  /// Nothing is discounted behind a cut, so no discount has to be known there.
  private double gamma(int t, EndRule hardest) {
    return hardest == EndRule.CUT ? 0 : rule.gamma(agent, t);
  }

  private double value(int t) {
    return agent.value(t, valued);
  }

  /// Whether the error of a tick is not known, because the recording ends or lacks the value of the
  /// final observation.
  boolean isOpen(int t) {
    boolean later = fromFinalValue(t) ? !Float.isNaN(agent.steps().timeoutValue[t]) : next[t] >= 0;
    return !left(t) && ends[t] != EndRule.CUT && !later;
  }

  /// Takes errors that are not known from recorded advantages, which are such errors there: whoever
  /// recorded them may have known the value of what followed.
  DirectAdvantages closedBy(float[] recorded) {
    for (int t = 0; t < error.length; t++) {
      error[t] = isOpen(t) && Float.isFinite(recorded[t]) ? recorded[t] : error[t];
    }
    return this;
  }

  /// Whether the value of a tick's final observation takes the place of the next one's.
  boolean fromFinalValue(int t) {
    return !left(t) && agent.steps().timedOut(t) && rule.timeLimits() == TimeLimitRule.FINAL_VALUE;
  }

  private EndRule end(int t) {
    if (agent.steps().timedOut(t)) {
      return rule.timeLimits().ends(left(t));
    }
    EndRule end = agent.steps().truncation[t] != 0 ? rule.trialEnds() : EndRule.ACROSS;
    return agent.steps().terminal[t] != 0 ? harder(end, rule.terminals()) : end;
  }

  private static EndRule harder(EndRule a, EndRule b) {
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
    while (at != AdvantageTrace.NONE && weight > SMALL) {
      sum += weight * error[at];
      weight *= ends[at] == EndRule.ACROSS ? gamma(at, EndRule.ACROSS) * rule.lambda() : 0;
      at = next[at];
    }
    return sum;
  }

  /// The effect of an end at a tick; none in limbo, where other ticks report it.
  EndRule stop(int t) {
    return ends[t];
  }

  /// The next tick outside limbo, or [AdvantageTrace#NONE].
  int next(int t) {
    return next[t];
  }
}
