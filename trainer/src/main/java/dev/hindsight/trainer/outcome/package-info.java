/// What came of the actions of a recording, answered once for every view, film, audit and command:
/// columns by agent, limbo, ends, events, running counts, scores and returns.
///
/// **The tick.** Row t of a recording is the world before the action of tick t, that action, and
/// what came of it (`reward`, `event`, `terminal`, `truncation`, `trial_ended`, `trial_score` of
/// row t). A moment at tick t shows all three. So:
///
/// - An event belongs to the tick whose action caused it: an agent that hits a vehicle by the
///   action of tick t has its event at t. The column `collision`, a state, tells of it from row t +
///   1 on; the same goes for `removed`, `goal_reached`, `loss` and `conflict`.
/// - Counts, returns and scores *at tick t* include the results of tick t's action; those of the
///   last row are seen at the last tick.
/// - Spans of ticks are half-open, `[from, to)`.
///
/// [dev.hindsight.trainer.outcome.TickEvents] says where events come from, and what is done for
/// recordings that hold no column `event`. What a recording cannot tell is *untold*, never 0.
@NullMarked
package dev.hindsight.trainer.outcome;

import org.jspecify.annotations.NullMarked;
