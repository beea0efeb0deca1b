package dev.hindsight.trainer.record;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.action.IllegalLogit;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.record.ActionLikelihood.Likelihoods;
import dev.hindsight.trainer.rollout.Dtype;
import dev.hindsight.trainer.rollout.MemoryRollout;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Two agents, eight ticks, an episode's end after tick 3, limbo at tick 5.
class ActionLikelihoodTest {
  private static final int TICKS = 8;

  /// Gives action 1 a higher probability the longer its memory of the episode is.
  private static final class Counting implements Policy {
    private int seen;

    @Override
    public void reset() {
      seen = 0;
    }

    @Override
    public void act(StepBuffer buffer, PolicyOutput output) {
      seen = buffer.terminal[0] != 0 ? 1 : seen + 1;
      output.logits[0] = 0;
      output.logits[1] = logit(seen);
      output.value[0] = buffer.observation[0];
    }

    static float logit(int memory) {
      return 0.5f * memory;
    }

    @Override
    public void close() {}
  }

  private static double logProbOfOne(float logit) {
    return logit - Math.log(1 + Math.exp(logit));
  }

  private static MemoryRollout recording(double factor) {
    return new MemoryRollout("toy", 2, TICKS, 1)
        .with("observation", Dtype.F4, (t, i) -> 10 * i + t, 2, 1)
        .with("action", Dtype.I4, (_, _) -> 1, 2)
        .with("terminal", Dtype.BOOL, (t, _) -> t == 3 ? 1 : 0, 2)
        .with("removed", Dtype.BOOL, (t, agent) -> t == 5 && agent == 1 ? 1 : 0, 2)
        .with(
            "logits",
            Dtype.F4,
            (t, i) -> i % 2 == 0 ? 0 : factor * Counting.logit(t < 4 ? t + 1 : t - 3),
            2,
            2)
        .with(
            "log_prob",
            Dtype.F4,
            (t, _) -> logProbOfOne((float) factor * Counting.logit(t < 4 ? t + 1 : t - 3)),
            2);
  }

  private static Likelihoods ask(MemoryRollout rollout, int agent) {
    return new ActionLikelihood(rollout, agent, new Counting())
        .run(Progress.SILENT, new Cancellation());
  }

  @Test
  void thePolicyThatActedHasRatioOneAtEveryTick() {
    Likelihoods likelihoods = ask(recording(1), 1);
    for (int t = 0; t < TICKS; t++) {
      if (t == 5) {
        assertTrue(Float.isNaN(likelihoods.ratio()[t]), "limbo is not asked about");
      } else {
        assertEquals(1, likelihoods.ratio()[t], 1e-6, "tick " + t);
        assertEquals(0, likelihoods.divergence()[t], 1e-6);
        assertEquals(0, likelihoods.difference()[t], 1e-6);
        assertEquals(10 + t, likelihoods.value()[t], "it sees that agent's observation");
      }
    }
  }

  @Test
  void thePolicySeesTheTrialAndItsTickAsWhenItActed() {
    MemoryRollout rollout =
        recording(1)
            .with("trial", Dtype.I4, (t, _) -> Math.floorDiv(t, 4))
            .with("trial_tick", Dtype.I4, (t, _) -> t % 4);
    List<String> seen = new ArrayList<>();
    Policy looking =
        new Policy() {
          @Override
          public void reset() {}

          @Override
          public void act(StepBuffer buffer, PolicyOutput output) {
            seen.add(buffer.trial + ":" + buffer.trialTick);
          }

          @Override
          public void close() {}
        };
    new ActionLikelihood(rollout, 1, looking).run(Progress.SILENT, new Cancellation());
    assertEquals(List.of("0:0", "0:1", "0:2", "0:3", "1:0", "1:1", "1:2", "1:3"), seen);
  }

  @Test
  void anotherPolicysRatioAndDivergenceAreThoseOfTheDefinition() {
    Likelihoods likelihoods = ask(recording(-1), 0);
    float logit = Counting.logit(2);
    double p = Math.exp(logProbOfOne(-logit));
    double q = Math.exp(logProbOfOne(logit));
    assertEquals(q / p, likelihoods.ratio()[1], 1e-5);
    assertEquals(
        p * Math.log(p / q) + (1 - p) * Math.log((1 - p) / (1 - q)),
        likelihoods.divergence()[1],
        1e-5);
    assertEquals(0, likelihoods.agrees()[1]);
    assertEquals(2 * logit, likelihoods.difference()[1], 1e-6);
  }

  /// A program may write minus infinity where its policy, opened here, gives -1e9.
  @Test
  void logitsThatForbidAnActionDoNotDiffer() {
    Policy forbidding =
        new Policy() {
          @Override
          public void reset() {}

          @Override
          public void act(StepBuffer buffer, PolicyOutput output) {
            output.logits[0] = IllegalLogit.FILL;
            output.logits[1] = 2;
          }

          @Override
          public void close() {}
        };
    MemoryRollout rollout =
        recording(1)
            .with("logits", Dtype.F4, (_, i) -> i % 2 == 0 ? Double.NEGATIVE_INFINITY : 1.75, 2, 2);
    Likelihoods likelihoods =
        new ActionLikelihood(rollout, 1, forbidding).run(Progress.SILENT, new Cancellation());
    assertEquals(0.25f, likelihoods.difference()[1]);
    assertEquals(0, likelihoods.divergence()[1]);
  }
}
