package dev.hindsight.trainer.advantage;

import dev.hindsight.trainer.advantage.Discounting.EndRule;
import dev.hindsight.trainer.advantage.Discounting.LimboEndRule;
import dev.hindsight.trainer.advantage.Discounting.TimeoutRule;

/// How much better each action was than expected. Hot loop: allocates nothing.
///
/// Generalised advantage estimation (Schulman et al. 2016) with the clipped importance ratios of
/// V-trace (Espeholt et al. 2018), over the ticks outside limbo alone. With t' the next such tick
/// of the row:
///
/// ```
/// delta[t] = min(ratio[t], rhoClip) * (r[t] + g * V[t'] * next(t) - V[t])
/// A[t]     = delta[t] + g * lambda * min(ratio[t], traceClip) * trace(t) * A[t']
/// ```
///
/// `next(t)` is 0 if an end between t and t' cuts, `trace(t)` is 0 if one cuts or bootstraps; both
/// are 1 elsewhere. Where a time limit ended the episode, `V[t']` is the value of the final
/// observation and the trace stops: the next tick belongs to another episode (Pardo et al., "Time
/// Limits in Reinforcement Learning", 2018); under [TimeoutRule#END] `next(t)` is 0 there. Ticks in
/// limbo have advantage 0. So have skipped ticks, which lie between t and t' like those in limbo,
/// but are no limbo: they cut nothing, and where one is a time limit, `V[t']` is the value of its
/// final observation. Where ticks have discounts of their own, g is that of t.
public final class Advantage {
  private static final float[] IN_COMMON = new float[0];

  private final Discounting discounting;

  /// @param discounting the rule
  public Advantage(Discounting discounting) {
    this.discounting = discounting;
  }

  /// Fills the advantages of one row. If the value after the row is not known, the last tick has
  /// advantage 0; so has a tick before a time limit if the value of its final observation is not.
  ///
  /// @param from first tick of the row
  /// @param ticks number of ticks used
  /// @param tail value after the last of them; NaN if unknown
  /// @param discount g of all ticks
  /// @param advantage as long as the steps; the row's part is overwritten
  public void fill(
      AdvantageInputs all, int from, int ticks, float tail, double discount, float[] advantage) {
    fill(all, from, ticks, tail, IN_COMMON, discount, advantage);
  }

  /// As [#fill(AdvantageInputs, int, int, float, double, float\[\])], where episodes have discounts
  /// of their own.
  ///
  /// @param discounts g of each tick, as long as the steps
  public void fill(
      AdvantageInputs all, int from, int ticks, float tail, float[] discounts, float[] advantage) {
    fill(all, from, ticks, tail, discounts, 0, advantage);
  }

  private void fill(
      AdvantageInputs all,
      int from,
      int ticks,
      float tail,
      float[] discounts,
      double inCommon,
      float[] advantage) {
    double nextValue = tail;
    double later = 0;
    EndRule between = EndRule.ACROSS;
    boolean limboNext = false;
    for (int at = from + ticks - 1; at >= from; at--) {
      boolean timedOut = all.timedOut(at);
      // What comes after a time limit belongs to the next episode.
      EndRule end = timedOut ? end(all, at) : harder(between, end(all, at));
      if (all.removed[at] != 0) {
        advantage[at] = 0;
        between = end;
        boolean limbo = all.inLimbo(at);
        if (!limbo && timedOut) {
          nextValue = all.timeoutValue[at];
          limboNext = false;
        }
        limboNext |= limbo;
        continue;
      }
      if (limboNext && !timedOut && discounting.limbo() == LimboEndRule.CUT) {
        end = EndRule.CUT;
      }
      double discount = discounts.length > 0 ? discounts[at] : inCommon;
      double next = timedOut ? all.timeoutValue[at] : nextValue;
      double value = all.value[at];
      if (end == EndRule.CUT) {
        advantage[at] = (float) (rho(all.ratio[at]) * (all.reward[at] - value));
      } else if (Double.isNaN(next)) {
        advantage[at] = 0;
      } else {
        double delta = rho(all.ratio[at]) * (all.reward[at] + discount * next - value);
        double trace = end == EndRule.ACROSS ? discount * discounting.lambda() : 0;
        double clipped = Math.min(all.ratio[at], discounting.traceClip());
        advantage[at] = (float) (delta + trace * clipped * later);
      }
      later = advantage[at];
      nextValue = value;
      between = EndRule.ACROSS;
      limboNext = false;
    }
  }

  private double rho(float ratio) {
    return Math.min(ratio, discounting.rhoClip());
  }

  private EndRule end(AdvantageInputs all, int at) {
    if (all.timedOut(at)) {
      // An agent in limbo leaves nothing to bootstrap from.
      boolean bootstraps = !all.inLimbo(at) && discounting.timeouts() == TimeoutRule.BOOTSTRAP;
      return bootstraps ? EndRule.BOOT : EndRule.CUT;
    }
    EndRule end = all.truncation[at] != 0 ? discounting.trialEnds() : EndRule.ACROSS;
    return all.terminal[at] != 0 ? harder(end, discounting.terminals()) : end;
  }

  private static EndRule harder(EndRule a, EndRule b) {
    return a.compareTo(b) >= 0 ? a : b;
  }
}
