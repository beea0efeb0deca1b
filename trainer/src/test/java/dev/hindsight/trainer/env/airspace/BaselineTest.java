package dev.hindsight.trainer.env.airspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.airspace.baseline.MvpType;
import dev.hindsight.trainer.env.airspace.baseline.StraightType;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.policy.PolicyType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BaselineTest {
  private static double losses(PolicyType type, String... settings) {
    double losses = 0;
    for (long seed = 0; seed < 3; seed++) {
      Environment environment = TestAirspaces.of(seed, settings);
      Policy policy = type.open(Checkpoint.none(), environment.shape());
      PolicyOutput output = new PolicyOutput(environment.shape());
      Actions actions = new Actions(environment.shape());
      ActionSelector selector =
          new ActionSelector(new ActionSelection.Argmax(), environment.shape(), seed);
      float[] logProb = new float[environment.shape().agents()];
      for (int t = 0; environment.buffer().trialEnded[0] == 0; t++) {
        policy.act(environment.buffer(), output);
        selector.choose(environment.buffer(), output, t, actions, logProb);
        environment.step(actions);
      }
      losses += environment.totals().getOrDefault("losses", 0.0);
    }
    return losses;
  }

  @ParameterizedTest
  @ValueSource(strings = {"action_form=discrete", "action_form=continuous"})
  void theResolverLosesSeparationMuchLessThanWhoFliesStraightOn(String form) {
    double straight = losses(new StraightType(), form);
    double resolved = losses(new MvpType(), form);

    assertTrue(resolved < straight / 2, resolved + " losses resolved, " + straight + " straight");
  }

  @Test
  void straightWantsTheNeutralAction() {
    Environment environment = TestAirspaces.of(1);
    PolicyOutput output = new PolicyOutput(environment.shape());
    new StraightType()
        .open(Checkpoint.none(), environment.shape())
        .act(environment.buffer(), output);

    assertEquals(0, output.logits[22]);
    assertEquals(-4, output.logits[21]);
  }

  @Test
  void otherEnvironmentsAreRefused() {
    var shape = TestAirspaces.of(1, "generator=horizontal").shape();

    assertThrows(Problem.class, () -> new MvpType().open(Checkpoint.none(), shape));
  }
}
