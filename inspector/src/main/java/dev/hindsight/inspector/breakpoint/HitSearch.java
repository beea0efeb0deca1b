package dev.hindsight.inspector.breakpoint;

import dev.hindsight.inspector.breakpoint.Breakpoint.When;
import dev.hindsight.inspector.event.SearchDirection;
import dev.hindsight.inspector.event.TickAndAgent;
import dev.hindsight.trainer.condition.ConditionHits;
import dev.hindsight.trainer.rollout.Moment;
import java.util.Optional;

/// Finds the next or previous hit: of several at one tick, the agent with the lower index comes
/// first.
///
/// A condition about ticks has no agent: its hit comes before those of agents at the same tick, and
/// is never found at the tick where the search begins.
///
/// @param found where the condition holds
/// @param when which of these ticks count as hits
public record HitSearch(ConditionResult.Completed found, When when) {
  /// The nearest hit after or before a place.
  ///
  /// @param only the agent of the hit, or [Moment#NO_AGENT] for any
  public Optional<TickAndAgent> next(TickAndAgent from, int only, SearchDirection searchDirection) {
    ConditionHits conditionHits = found.hits();
    boolean perAgent = found.condition().perAgent();
    int sign = searchDirection.sign();
    for (int tick = from.tick(); tick >= 0 && tick < conditionHits.ticks(); tick += sign) {
      if (!conditionHits.at(tick, ConditionHits.ANYONE)) {
        continue;
      }
      boolean here = tick == from.tick();
      if (!perAgent) {
        if (!here && hit(tick, 0)) {
          return Optional.of(new TickAndAgent(tick, Moment.NO_AGENT));
        }
      } else if (only != Moment.NO_AGENT) {
        if (!here && hit(tick, only)) {
          return Optional.of(new TickAndAgent(tick, only));
        }
      } else {
        int begin =
            sign > 0
                ? (here ? from.agent() + 1 : 0)
                : (here ? from.agent() : conditionHits.agents()) - 1;
        for (int agent = begin; agent >= 0 && agent < conditionHits.agents(); agent += sign) {
          if (hit(tick, agent)) {
            return Optional.of(new TickAndAgent(tick, agent));
          }
        }
      }
    }
    return Optional.empty();
  }

  private boolean hit(int tick, int agent) {
    return switch (when) {
      case BEGINS -> found.hits().begins(tick, agent);
      case HOLDS -> found.hits().at(tick, agent);
    };
  }

  /// The number of hits.
  public long count() {
    return switch (when) {
      case BEGINS -> found.hits().beginnings(ConditionHits.ANYONE);
      case HOLDS -> found.hits().count();
    };
  }
}
