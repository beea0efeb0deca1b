package dev.hindsight.inspector.counterfactual;

import dev.hindsight.inspector.attention.AttentionReading;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.function.IntFunction;

/// The credit of every earlier moment for the queries of a trial, equally weighted: the mean change
/// of the policy ([CreditMeasure#POLICY], nats) when this moment alone is left out. A query before
/// the moment counts as 0. Do not write to the arrays.
///
/// @param queries the ticks of the trial; those in limbo run no query
/// @param from the first tick that any query of the trial remembers
/// @param worths one for each tick from `from` to the last but one of the trial
public record TrialCredit(int agent, Span queries, int from, double[] worths) {
  /// Runs every query of a trial once for every moment before it.
  ///
  /// @param readings gives the agent's attention at a tick
  /// @param credits gives the credits for the query of a tick
  static TrialCredit of(
      Span queries,
      IntFunction<AttentionReading> readings,
      BiFunction<AttentionReading, Integer, MemoryCredit> credits,
      Cancellation cancellation) {
    AttentionReading reading = readings.apply(queries.from());
    int agent = reading.agent();
    int from = reading.trace().span().from();
    double[] sums = new double[Math.max(0, queries.to() - 1 - from)];
    int asked = 0;
    for (int tick = queries.from(); tick < queries.to(); tick++) {
      cancellation.throwIfCancelled();
      if (!reading.tells(agent, tick)) {
        reading = readings.apply(tick);
      }
      if (reading.passage().live(tick)) {
        MemoryCredit credit = credits.apply(reading, tick);
        double[] worth = credit.worth(CreditMeasure.POLICY);
        for (int i = 0; i < worth.length; i++) {
          sums[credit.groups().get(i).from() - from] += worth[i];
        }
        asked++;
      }
    }
    double count = Math.max(1, asked);
    return new TrialCredit(agent, queries, from, Arrays.stream(sums).map(s -> s / count).toArray());
  }
}
