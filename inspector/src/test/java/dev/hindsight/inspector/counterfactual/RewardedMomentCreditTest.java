package dev.hindsight.inspector.counterfactual;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.attention.AttentionReadingCache;
import dev.hindsight.inspector.attention.DarkRoomRecordings;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.task.Cancellation;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The trained dark room policy was rewarded once in the first trial, and the observation after it
/// is the moment at which it learned where the goal is: for later queries, hardly any other moment
/// has as much credit. If it was rewarded again since, both moments hold the information, and each
/// alone has little credit.
class RewardedMomentCreditTest {
  @Test
  void theMomentItWasPaidAtIsTheMostWorthy(@TempDir Path folder) {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 1000);
        CounterfactualQueries interrogation =
            new CounterfactualQueries(rollout, new AttentionReadingCache(rollout))) {
      List<DarkRoomRecordings.LaterQuery> asked = DarkRoomRecordings.asked(rollout);
      Map<CreditMeasure, Integer> found = new EnumMap<>(CreditMeasure.class);
      double worth = 0;
      double others = 0;
      for (DarkRoomRecordings.LaterQuery one : asked) {
        MemoryCredit credit =
            interrogation.credit(
                0, one.query(), MomentGrouping.TICK, Ablation.Fill.ZERO, new Cancellation());
        for (CreditMeasure creditMeasure : CreditMeasure.values()) {
          int best = credit.best(creditMeasure);
          boolean hit = best >= 0 && credit.groups().get(best).holds(one.paid());
          found.merge(creditMeasure, hit ? 1 : 0, Integer::sum);
        }
        double[] policy = credit.worth(CreditMeasure.POLICY);
        int paid = credit.groupAt(one.paid());
        for (int i = 0; i < policy.length; i++) {
          worth += i == paid ? policy[i] : 0;
          others += i == paid ? 0 : policy[i] / (policy.length - 1);
        }
      }
      String measured =
          "%d queries, found %s, worth %.3f nats, another moment %.3f"
              .formatted(asked.size(), found, worth / asked.size(), others / asked.size());
      assertTrue(asked.size() > 100, measured);
      assertTrue(found.getOrDefault(CreditMeasure.POLICY, 0) > 0.65 * asked.size(), measured);
      assertTrue(worth > 20 * others, measured);
    }
  }

  @Test
  void whatIsInLimboIsWorthNothingToTheBit(@TempDir Path folder) {
    try (Rollout rollout = DarkRoomRecordings.withLimbo(folder, 200);
        CounterfactualQueries interrogation =
            new CounterfactualQueries(rollout, new AttentionReadingCache(rollout))) {
      int limbo = 0;
      for (int tick = 15; tick < 200; tick += 7) {
        MemoryCredit credit =
            interrogation.credit(
                0, tick, MomentGrouping.TICK, Ablation.Fill.MEAN, new Cancellation());
        for (int i = 0; i < credit.groups().size(); i++) {
          if (credit.open()[i] == 0) {
            limbo++;
            for (CreditMeasure creditMeasure : CreditMeasure.values()) {
              assertEquals(0, credit.worth(creditMeasure)[i]);
            }
          }
        }
        AblationEffect ablationEffect =
            interrogation.effect(
                0,
                tick,
                Ablation.of(Ablation.Fill.ZERO, new Ablation.Keys.LimboTicks()),
                new Cancellation());
        assertTrue(ablationEffect.idle());
        assertArrayEquals(ablationEffect.with(), ablationEffect.without());
      }
      assertTrue(limbo > 20, "moments in limbo: " + limbo);
    }
  }

  @Test
  void aGroupIsWorthWhatSwitchingItOffDoes(@TempDir Path folder) {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 60);
        CounterfactualQueries interrogation =
            new CounterfactualQueries(rollout, new AttentionReadingCache(rollout))) {
      MemoryCredit credit =
          interrogation.credit(0, 37, MomentGrouping.TRIAL, Ablation.Fill.ZERO, new Cancellation());
      for (int i = 0; i < credit.groups().size(); i++) {
        Span group = credit.groups().get(i);
        AblationEffect ablationEffect =
            interrogation.effect(
                0,
                37,
                Ablation.of(Ablation.Fill.ZERO, new Ablation.Keys.Ticks(group)),
                new Cancellation());
        for (CreditMeasure creditMeasure : CreditMeasure.values()) {
          assertEquals(ablationEffect.worth(creditMeasure), credit.worth(creditMeasure)[i], 1e-5);
        }
      }
    }
  }

  /// The tick of the reward holds the action that found the goal, and the next one shows the
  /// reward: each alone has the most credit for fewer queries than both together.
  @Test
  void whereItWasFoundAndWhereItWasSeenAreOneAnswer(@TempDir Path folder) {
    try (Rollout rollout = DarkRoomRecordings.trained(folder, 1500);
        CounterfactualQueries interrogation =
            new CounterfactualQueries(rollout, new AttentionReadingCache(rollout))) {
      var reward = rollout.channel("reward").orElseThrow();
      int asked = 0;
      int together = 0;
      int found = 0;
      int seen = 0;
      int begun = 0;
      int last = 0;
      int before = 0;
      for (DarkRoomRecordings.LaterQuery one : DarkRoomRecordings.asked(rollout)) {
        boolean again = false;
        for (int tick = one.paid(); tick < one.query(); tick++) {
          again |= reward.value(tick, 0) > 0;
        }
        if (again) {
          continue;
        }
        asked++;
        MemoryCredit ticks = credit(interrogation, one.query(), MomentGrouping.TICK);
        int best = ticks.best(CreditMeasure.POLICY);
        found += best >= 0 && ticks.groups().get(best).holds(one.paid() - 1) ? 1 : 0;
        seen += best >= 0 && ticks.groups().get(best).holds(one.paid()) ? 1 : 0;
        MemoryCredit whole = credit(interrogation, one.query(), MomentGrouping.RESULT);
        int heaviest = whole.best(CreditMeasure.POLICY);
        Span answer =
            heaviest < 0 ? new Span(one.query(), one.query()) : whole.groups().get(heaviest);
        if (answer.equals(new Span(one.paid() - 1, one.paid() + 1))) {
          together++;
        } else if (answer.from() == one.begun()) {
          begun++;
        } else if (answer.from() == one.query() - 1) {
          last++;
        } else if (answer.from() == one.paid() - 2) {
          before++;
        }
      }
      String measured =
          "%d queries: found %d, seen %d, together %d; else first of the episode %d, last %d, before %d"
              .formatted(asked, found, seen, together, begun, last, before);
      assertTrue(asked > 40, measured);
      assertTrue(together >= 0.8 * asked, measured);
      assertTrue(together > seen && together > found, measured);
      // No third moment is missing: the other queries give the most credit to the beginning of the
      // episode, the previous step, or the step before the one that found the goal.
      assertEquals(asked, together + begun + last + before, measured);
      assertTrue(Math.max(begun, Math.max(last, before)) < 0.1 * asked, measured);
    }
  }

  private static MemoryCredit credit(
      CounterfactualQueries counterfactualQueries, int tick, MomentGrouping momentGrouping) {
    return counterfactualQueries.credit(
        0, tick, momentGrouping, Ablation.Fill.ZERO, new Cancellation());
  }
}
