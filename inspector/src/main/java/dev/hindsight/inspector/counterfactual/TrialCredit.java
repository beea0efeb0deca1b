package dev.hindsight.inspector.counterfactual;

import dev.hindsight.inspector.attention.AttentionReading;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.function.IntFunction;

/// What every earlier moment was worth to the queries of a trial, one as much as another: the mean
/// of how far the policy moves ([CreditMeasure#POLICY], nats) where that moment, and it alone, is
/// left out. A query before the moment counts as 0. Arrays are not to be written.
///
/// @param queries the ticks of the trial; those in limbo are not asked
/// @param from the first tick anything of the trial remembers
/// @param worths one for each tick from `from` to the last but one of the trial
public record TrialCredit(int agent, Span queries, int from, double[] worths) {
  /// Asks every query of a trial once for every moment before it.
  ///
  /// @param readings what is known of the agent's attention at a tick
  /// @param credits the worths to the query of a tick
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
