package dev.hindsight.inspector.derived;

import static dev.hindsight.inspector.text.InspectorText.wording;

import dev.hindsight.inspector.attention.AttentionReadingCache;
import dev.hindsight.inspector.counterfactual.CounterfactualQueries;
import dev.hindsight.inspector.counterfactual.CreditMeasure;
import dev.hindsight.inspector.counterfactual.MemoryCredit;
import dev.hindsight.inspector.counterfactual.MomentGrouping;
import dev.hindsight.inspector.counterfactual.TrialCredit;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// Memory credit as channels: the credit of every earlier moment for the query at the cursor, and
/// for the queries of its trial. The numbers change with the cursor; the latest are cached.
final class CreditChannels implements AutoCloseable {
  /// The measures of credit for a query, in channel order.
  private static final List<CreditMeasure> QUESTIONS =
      List.of(CreditMeasure.ACTION, CreditMeasure.VALUE, CreditMeasure.POLICY);

  private final Rollout rollout;
  private final AttentionReadingCache library;
  private final CounterfactualQueries counterfactualQueries;
  private final List<DerivedChannel> queries = new ArrayList<>();
  private final DerivedChannel trial;
  private final RecentCredits ofQuery = new RecentCredits();
  private final RecentCredits ofTrial = new RecentCredits();

  CreditChannels(Rollout rollout, AttentionReadingCache library) {
    this.rollout = rollout;
    this.library = library;
    this.counterfactualQueries = new CounterfactualQueries(rollout, library);
    int agents = rollout.manifest().agents();
    for (CreditMeasure creditMeasure : QUESTIONS) {
      queries.add(
          DerivedChannel.of(
              DerivedChannels.worth(creditMeasure),
              creditMeasure.unit(),
              wording("CreditChannels.what_a_moment_was_worth_to"),
              agents,
              (agent, ticks, cancellation) -> query(0, agent, ticks, cancellation)[0]));
    }
    trial =
        DerivedChannel.of(
            DerivedChannels.TRIAL_WORTH,
            CreditMeasure.POLICY.unit(),
            wording("CreditChannels.what_a_moment_was_worth_to_2"),
            agents,
            (agent, ticks, cancellation) -> trial(0, agent, ticks, cancellation)[0]);
  }

  /// The channels with the cursor at a tick.
  List<DerivedChannel> at(int tick) {
    List<DerivedChannel> all = new ArrayList<>();
    for (int i = 0; i < queries.size(); i++) {
      int number = i;
      all.add(
          queries
              .get(i)
              .at(
                  DerivedChannel.Recalculation.EVERY_TICK,
                  "tick " + tick,
                  (agent, ticks, cancellation) -> query(tick, agent, ticks, cancellation)[number]));
    }
    TrialIndex trials = rollout.trials();
    boolean there = tick >= 0 && tick < rollout.ticks();
    all.add(
        trial.at(
            DerivedChannel.Recalculation.EVERY_TRIAL,
            "stretch " + (there ? trials.stretchAt(tick) : -1),
            (agent, ticks, cancellation) -> trial(tick, agent, ticks, cancellation)[0]));
    return all;
  }

  private float[][] query(int tick, int agent, int ticks, Cancellation cancellation) {
    return ofQuery.numbers(
        new Request(agent, tick, library.edition()),
        ticks,
        () -> {
          MemoryCredit credit =
              counterfactualQueries.credit(
                  agent, tick, MomentGrouping.TICK, Ablation.Fill.ZERO, cancellation);
          float[][] numbers = nothing(QUESTIONS.size());
          for (int i = 0; i < numbers.length; i++) {
            double[] worth = credit.worth(QUESTIONS.get(i));
            for (int group = 0; group < worth.length; group++) {
              Span moment = credit.groups().get(group);
              Arrays.fill(numbers[i], moment.from(), moment.to(), (float) worth[group]);
            }
          }
          return numbers;
        });
  }

  private float[][] trial(int tick, int agent, int ticks, Cancellation cancellation) {
    int start = rollout.trials().start(rollout.trials().stretchAt(tick));
    return ofTrial.numbers(
        new Request(agent, start, library.edition()),
        ticks,
        () -> {
          TrialCredit credit = counterfactualQueries.trialCredit(agent, tick, cancellation);
          float[][] numbers = nothing(1);
          for (int i = 0; i < credit.worths().length; i++) {
            numbers[0][credit.from() + i] = (float) credit.worths()[i];
          }
          return numbers;
        });
  }

  private float[][] nothing(int rows) {
    float[][] numbers = new float[rows][rollout.ticks()];
    for (float[] row : numbers) {
      Arrays.fill(row, Float.NaN);
    }
    return numbers;
  }

  @Override
  public void close() {
    counterfactualQueries.close();
  }

  /// @param place the tick of the query, or the trial's first tick
  private record Request(int agent, int place, int edition) {}

  /// The credits computed last.
  private static final class RecentCredits {
    private final ReentrantLock working = new ReentrantLock();
    private volatile Optional<Kept> newest = Optional.empty();

    private record Kept(Request of, float[][] numbers) {}

    /// @param ticks the least number of ticks needed
    float[][] numbers(Request request, int ticks, Supplier<float[][]> work) {
      return known(request, ticks)
          .orElseGet(() -> {
            working.lock();
            try {
              return known(request, ticks)
                  .orElseGet(() -> {
                    float[][] worked = work.get();
                    newest = Optional.of(new Kept(request, worked));
                    return worked;
                  });
            } finally {
              working.unlock();
            }
          });
    }

    private Optional<float[][]> known(Request request, int ticks) {
      return newest
          .filter(kept -> kept.of.equals(request) && kept.numbers[0].length >= ticks)
          .map(Kept::numbers);
    }
  }
}
