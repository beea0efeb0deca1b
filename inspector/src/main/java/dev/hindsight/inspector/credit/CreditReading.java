package dev.hindsight.inspector.credit;

import dev.hindsight.inspector.credit.CreditRule.FaultyMask;
import dev.hindsight.inspector.series.MinMaxPyramid;
import dev.hindsight.trainer.task.Cancellation;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Everything about one agent's credit in a recording under one rule. Immutable.
///
/// @param steps the agent's steps
/// @param trace computed under the rule
/// @param faulty computed under the rule with each faulty mask, except those the rule contains
///   anyway
/// @param returns the actual returns
/// @param advantages the trace's, for drawing
/// @param values the critic's, for drawing
/// @param gained the actual returns, for drawing
/// @param calibration how well values and returns agree
record CreditReading(
    AgentSteps steps,
    CreditTrace trace,
    Map<FaultyMask, CreditTrace> faulty,
    float[] returns,
    MinMaxPyramid advantages,
    MinMaxPyramid values,
    MinMaxPyramid gained,
    List<Calibration> calibration) {

  /// @param steps of the requested agent
  static CreditReading of(
      AgentSteps steps, CreditReadingCache.Request request, Cancellation cancellation) {
    CreditRule rule = request.rule();
    CreditTrace trace = CreditTrace.of(steps, rule);
    Map<FaultyMask, CreditTrace> faulty = new EnumMap<>(FaultyMask.class);
    for (FaultyMask faultyMask : FaultyMask.values()) {
      if (!faultyMask.isPartOf(rule)) {
        cancellation.throwIfCancelled();
        faulty.put(faultyMask, CreditTrace.of(steps, faultyMask.in(rule)));
      }
    }
    float[] returns = trace.returns();
    int ticks = steps.ticks();
    return new CreditReading(
        steps,
        trace,
        faulty,
        returns,
        MinMaxPyramid.of(
            t -> trace.inLimbo(t) ? Double.NaN : trace.advantage(t), ticks, cancellation),
        MinMaxPyramid.of(
            t -> trace.inLimbo(t) ? Double.NaN : steps.steps().value[t], ticks, cancellation),
        MinMaxPyramid.of(t -> returns[t], ticks, cancellation),
        Calibration.of(
            steps, trace, returns, request.agent().rollout().manifest().trials().count()));
  }
}
