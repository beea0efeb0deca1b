package dev.hindsight.inspector.counterfactual;

import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/// Ticks whose action brought an agent something: an event, the end of a trial, a reward that is
/// not the usual one. Row t of a recording holds what was seen before that action; only row t + 1
/// shows what it brought.
final class ResultTicks {
  private ResultTicks() {}

  /// Those of an agent in a span, by their ticks.
  static BitSet of(Rollout rollout, int agent, Span ticks) {
    BitSet found = new BitSet();
    channel(rollout, "event").ifPresent(event -> mark(event, agent, ticks, 0, found));
    channel(rollout, "trial_ended").ifPresent(ended -> mark(ended, agent, ticks, 0, found));
    channel(rollout, "reward")
        .ifPresent(reward -> mark(reward, agent, ticks, usual(reward, agent, ticks), found));
    return found;
  }

  private static Optional<Channel> channel(Rollout rollout, String name) {
    return rollout.channel(name).filter(each -> each.rowLength() == rollout.manifest().agents());
  }

  private static void mark(Channel channel, int agent, Span ticks, double usual, BitSet found) {
    for (int tick = ticks.from(); tick < ticks.to(); tick++) {
      if (channel.value(tick, agent) != usual) {
        found.set(tick);
      }
    }
  }

  /// What most ticks pay: the median.
  private static double usual(Channel reward, int agent, Span ticks) {
    double[] all = new double[ticks.ticks()];
    Arrays.setAll(all, i -> reward.value(ticks.from() + i, agent));
    Arrays.sort(all);
    return all.length == 0 ? 0 : all[all.length / 2];
  }
}
