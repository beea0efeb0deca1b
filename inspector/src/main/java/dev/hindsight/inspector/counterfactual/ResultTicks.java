package dev.hindsight.inspector.counterfactual;

import dev.hindsight.trainer.outcome.AgentColumn;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.outcome.TickEvents;
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
    TickEvents events = new TickEvents(rollout);
    int[] row = new int[rollout.manifest().agents()];
    Optional<AgentColumn> ended = AgentColumn.of(rollout, "trial_ended");
    Optional<AgentColumn> reward = AgentColumn.of(rollout, "reward");
    double usual = reward.isPresent() ? usual(reward.get(), agent, ticks) : 0;
    for (int tick = ticks.from(); tick < ticks.to(); tick++) {
      events.read(tick, row);
      boolean happened = false;
      for (EventKind kind : EventKind.values()) {
        happened |= kind.inEventColumn() && TickEvents.happened(row[agent], kind);
      }
      boolean ends = ended.isPresent() && ended.get().is(tick, agent);
      if (happened || ends || (reward.isPresent() && reward.get().value(tick, agent) != usual)) {
        found.set(tick);
      }
    }
    return found;
  }

  /// What most ticks pay: the median.
  private static double usual(AgentColumn reward, int agent, Span ticks) {
    double[] all = new double[ticks.ticks()];
    Arrays.setAll(all, i -> reward.value(ticks.from() + i, agent));
    Arrays.sort(all);
    return all.length == 0 ? 0 : all[all.length / 2];
  }
}
