package dev.hindsight.trainer.learn.ppo;

import dev.hindsight.trainer.advantage.Discounting;
import dev.hindsight.trainer.advantage.Discounting.EndRule;
import dev.hindsight.trainer.advantage.Discounting.LimboEndRule;
import dev.hindsight.trainer.advantage.Discounting.TimeoutRule;
import dev.hindsight.trainer.learn.training.Trajectories;
import java.util.ArrayList;
import java.util.List;

/// The advantage straight from its definition: for each tick the sum over all later errors, each
/// weighted by every step between. Slow and independent of the real one.
final class PlainAdvantage {
  private PlainAdvantage() {}

  static float[] of(Trajectories all, Discounting rules) {
    float[] advantage = new float[all.rows * all.ticks];
    for (int row = 0; row < all.rows; row++) {
      List<Integer> live = new ArrayList<>();
      for (int t = 0; t < all.used; t++) {
        if (all.removed[all.at(row, t)] == 0) {
          live.add(t);
        }
      }
      for (int i = 0; i < live.size(); i++) {
        advantage[all.at(row, live.get(i))] = (float) sum(all, rules, row, live, i);
      }
    }
    return advantage;
  }

  private static double sum(
      Trajectories all, Discounting rules, int row, List<Integer> live, int first) {
    double total = 0;
    double weight = 1;
    for (int j = first; j < live.size(); j++) {
      int at = all.at(row, live.get(j));
      EndRule step = step(all, rules, row, live, j);
      double next = Double.NaN;
      if (all.steps.timedOut(at)) {
        next = all.timeoutValue[at];
      } else if (skippedLimit(all, row, live, j) >= 0) {
        next = all.timeoutValue[skippedLimit(all, row, live, j)];
      } else if (j + 1 < live.size()) {
        next = all.value[all.at(row, live.get(j + 1))];
      } else {
        next = all.tail[row];
      }
      double rho = Math.min(all.ratio[at], rules.rhoClip());
      if (step == EndRule.CUT) {
        return total + weight * rho * (all.reward[at] - all.value[at]);
      }
      if (Double.isNaN(next)) {
        return total;
      }
      double discount = all.discount[at];
      total += weight * rho * (all.reward[at] + discount * next - all.value[at]);
      if (step == EndRule.BOOT) {
        return total;
      }
      weight *= discount * rules.lambda() * Math.min(all.ratio[at], rules.traceClip());
    }
    return total;
  }

  /// The first skipped time limit behind the j-th live tick, before the next one; -1 if there is
  /// none.
  private static int skippedLimit(Trajectories all, int row, List<Integer> live, int j) {
    int to = j + 1 < live.size() ? live.get(j + 1) : all.used;
    for (int t = live.get(j) + 1; t < to; t++) {
      int at = all.at(row, t);
      if (all.steps.timedOut(at)) {
        return all.skipped[at] != 0 ? at : -1;
      }
    }
    return -1;
  }

  /// What lies between the j-th live tick and the next one, or the end of the row.
  private static EndRule step(
      Trajectories all, Discounting rules, int row, List<Integer> live, int j) {
    int from = live.get(j);
    int to = j + 1 < live.size() ? live.get(j + 1) : all.used;
    if (all.steps.timedOut(all.at(row, from))) {
      return switch (rules.timeouts()) {
        case BOOTSTRAP -> EndRule.BOOT;
        case END -> EndRule.CUT;
      };
    }
    boolean cut = false;
    boolean boot = false;
    for (int t = from; t < to; t++) {
      int at = all.at(row, t);
      boolean limbo = t > from && all.skipped[at] == 0;
      cut |= rules.limbo() == LimboEndRule.CUT && limbo;
      if (all.terminal[at] != 0) {
        cut |= rules.terminals() == EndRule.CUT;
        boot |= rules.terminals() == EndRule.BOOT;
      }
      if (all.steps.timedOut(at)) {
        if (all.skipped[at] != 0 && rules.timeouts() == TimeoutRule.BOOTSTRAP) {
          boot = true;
        } else {
          // In limbo: nothing is left to bootstrap from.
          cut = true;
        }
        break;
      } else if (all.truncation[at] != 0) {
        cut |= rules.trialEnds() == EndRule.CUT;
        boot |= rules.trialEnds() == EndRule.BOOT;
      }
    }
    return cut ? EndRule.CUT : boot ? EndRule.BOOT : EndRule.ACROSS;
  }
}
