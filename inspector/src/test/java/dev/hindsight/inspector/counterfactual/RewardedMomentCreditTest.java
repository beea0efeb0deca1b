package dev.hindsight.inspector.counterfactual;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.inspector.attention.AttentionLibrary;
import dev.hindsight.inspector.attention.RoomRecordings;
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

/// The trained dark room policy was paid once in the first trial, and the observation after it is
/// the moment it learned where the goal is: mostly no other is worth as much to later queries.
/// Where it was paid again since, either tells, and each alone is worth little.
class RewardedMomentCreditTest {
  @Test
  void theMomentItWasPaidAtIsTheMostWorthy(@TempDir Path folder) {
    try (Rollout rollout = RoomRecordings.trained(folder, 1000);
        Interrogation interrogation = new Interrogation(rollout, new AttentionLibrary(rollout))) {
      List<RoomRecordings.Asked> asked = RoomRecordings.asked(rollout);
      Map<Question, Integer> found = new EnumMap<>(Question.class);
      double worth = 0;
      double others = 0;
      for (RoomRecordings.Asked one : asked) {
        MemoryCredit credit =
            interrogation.credit(
                0, one.query(), Grouping.TICK, Ablation.Fill.ZERO, new Cancellation());
        for (Question question : Question.values()) {
          int best = credit.best(question);
          boolean hit = best >= 0 && credit.groups().get(best).holds(one.paid());
          found.merge(question, hit ? 1 : 0, Integer::sum);
        }
        double[] policy = credit.worth(Question.POLICY);
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
      assertTrue(found.getOrDefault(Question.POLICY, 0) > 0.65 * asked.size(), measured);
      assertTrue(worth > 20 * others, measured);
    }
  }

  @Test
  void whatIsInLimboIsWorthNothingToTheBit(@TempDir Path folder) {
    try (Rollout rollout = RoomRecordings.withLimbo(folder, 200);
        Interrogation interrogation = new Interrogation(rollout, new AttentionLibrary(rollout))) {
      int limbo = 0;
      for (int tick = 15; tick < 200; tick += 7) {
        MemoryCredit credit =
            interrogation.credit(0, tick, Grouping.TICK, Ablation.Fill.MEAN, new Cancellation());
        for (int i = 0; i < credit.groups().size(); i++) {
          if (credit.open()[i] == 0) {
            limbo++;
            for (Question question : Question.values()) {
              assertEquals(0, credit.worth(question)[i]);
            }
          }
        }
        Effect effect =
            interrogation.effect(
                0,
                tick,
                Ablation.of(Ablation.Fill.ZERO, new Ablation.Keys.Limbo()),
                new Cancellation());
        assertTrue(effect.idle());
        assertArrayEquals(effect.with(), effect.without());
      }
      assertTrue(limbo > 20, "moments in limbo: " + limbo);
    }
  }

  @Test
  void aGroupIsWorthWhatSwitchingItOffDoes(@TempDir Path folder) {
    try (Rollout rollout = RoomRecordings.trained(folder, 60);
        Interrogation interrogation = new Interrogation(rollout, new AttentionLibrary(rollout))) {
      MemoryCredit credit =
          interrogation.credit(0, 37, Grouping.TRIAL, Ablation.Fill.ZERO, new Cancellation());
      for (int i = 0; i < credit.groups().size(); i++) {
        Span group = credit.groups().get(i);
        Effect effect =
            interrogation.effect(
                0,
                37,
                Ablation.of(Ablation.Fill.ZERO, new Ablation.Keys.Ticks(group)),
                new Cancellation());
        for (Question question : Question.values()) {
          assertEquals(effect.worth(question), credit.worth(question)[i], 1e-5);
        }
      }
    }
  }
}
