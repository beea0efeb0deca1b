package dev.hindsight.inspector.advantage;

import dev.hindsight.inspector.advantage.AdvantageRule.FaultyMask;
import dev.hindsight.inspector.series.MinMaxPyramid;
import dev.hindsight.trainer.task.Cancellation;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Everything about one agent's advantages in a recording under one rule. Immutable.
///
/// @param steps the agent's steps
/// @param trace computed under the rule
/// @param faulty computed under the rule with each faulty mask, except those the rule contains
///   anyway
/// @param returns the actual returns
/// @param advantages the trace's, for drawing
/// @param values the critic's, for drawing
/// @param returnSeries the actual returns, for drawing
/// @param calibration how well values and returns agree
record AdvantageReading(
    AgentSteps steps,
    AdvantageTrace trace,
    Map<FaultyMask, AdvantageTrace> faulty,
    float[] returns,
    MinMaxPyramid advantages,
    MinMaxPyramid values,
    MinMaxPyramid returnSeries,
    List<Calibration> calibration) {

  /// @param steps of the requested agent
  static AdvantageReading of(
      AgentSteps steps, AdvantageReadingCache.Request request, Cancellation cancellation) {
    AdvantageRule rule = request.rule();
    AdvantageTrace trace = AdvantageTrace.of(steps, rule);
    Map<FaultyMask, AdvantageTrace> faulty = new EnumMap<>(FaultyMask.class);
    for (FaultyMask faultyMask : FaultyMask.values()) {
      if (!faultyMask.isPartOf(rule) && faultyMask.concerns(steps)) {
        cancellation.throwIfCancelled();
        faulty.put(faultyMask, AdvantageTrace.of(steps, faultyMask.in(rule)));
      }
    }
    float[] returns = trace.returns();
    int ticks = steps.ticks();
    return new AdvantageReading(
        steps,
        trace,
        faulty,
        returns,
        MinMaxPyramid.ofFinite(
            t -> trace.inLimbo(t) ? Double.NaN : trace.advantage(t), ticks, cancellation),
        MinMaxPyramid.ofFinite(
            t -> trace.inLimbo(t) ? Double.NaN : steps.steps().value[t], ticks, cancellation),
        MinMaxPyramid.ofFinite(t -> returns[t], ticks, cancellation),
        Calibration.of(
            steps, trace, returns, request.agent().rollout().manifest().trials().count()));
  }
}
