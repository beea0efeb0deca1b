/// Derives all results of a recording's actions in one place, for every view, film, audit and
/// command: columns by agent, limbo, ends, events, running counts, scores and returns.
///
/// **The tick.** Row t of a recording is the world before the action of tick t, that action, and
/// its results (`reward`, `event`, `terminal`, `truncation`, `trial_ended`, `trial_score` of row
/// t). A moment at tick t shows all three. So:
///
/// - An event belongs to the tick whose action caused it: an agent that hits a vehicle by the
///   action of tick t has its event at t. The column `collision`, a state, shows it from row t + 1
///   on; the same applies to `removed`, `goal_reached`, `loss` and `conflict`.
/// - Counts, returns and scores *at tick t* include the results of tick t's action; those of the
///   last row appear at the last tick.
/// - Spans of ticks are half-open, `[from, to)`.
///
/// [dev.hindsight.trainer.outcome.TickEvents] says where events come from, and how they are derived
/// for recordings without the column `event`. What a recording does not show is *unknown*, never 0.
@NullMarked
package dev.hindsight.trainer.outcome;

import org.jspecify.annotations.NullMarked;
