package dev.hindsight.trainer.learn.ppo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.hindsight.trainer.advantage.CriticErrors;
import dev.hindsight.trainer.learn.training.ObservationStore;
import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.observation.ObservationPacking;
import dev.hindsight.trainer.outcome.EpisodeProgress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ValueDiagnosticsTest {
  private static final float[] RETURNS = {1, 2, 3, 100};
  private static final float[] VALUES = {1, 1, 5, 0};

  @Test
  void errorsAreSortedByTrialAndByProgressAndLimboCountsNowhere() {
    Map<String, Double> metrics = measured();
    assertEquals(2, of(metrics, "value_count/trial_1"));
    assertEquals((0 + 1) / 2.0 / 2, of(metrics, "value_loss/trial_1"), 1e-12);
    assertEquals(1, of(metrics, "value_count/trial_2"));
    assertEquals(4 / 2.0, of(metrics, "value_loss/trial_2"), 1e-12);
    assertEquals(2, of(metrics, "value_count/progress_0_25"));
    assertEquals(1, of(metrics, "value_count/progress_75_100"));
    assertEquals(2.0, of(metrics, "value_loss/progress_75_100"), 1e-12);
  }

  @Test
  void aPartWithoutTicksHasACountAndNoLoss() {
    Map<String, Double> metrics = measured();
    assertEquals(0, of(metrics, "value_count/progress_25_50"));
    assertFalse(metrics.containsKey("value_loss/progress_25_50"));
    assertFalse(metrics.containsKey("explained_variance/progress_25_50"));
  }

  @Test
  void explainedVarianceIsOneLessTheShareOfTheVarianceThatIsLeft() {
    // Errors 0, 1, -2: variance 5/3 - 1/9 = 14/9; returns 1, 2, 3: variance 2/3.
    assertEquals(1 - (14 / 9.0) / (2 / 3.0), of(measured(), "losses/explained_variance"), 1e-12);
  }

  @Test
  void returnsFarFromZeroAreExplainedAsWellAsThoseNearIt() {
    Random random = new Random(2);
    for (double level : new double[] {0, 50.7, -1e4, 1e7}) {
      CriticErrors errors = new CriticErrors();
      CriticErrors constant = new CriticErrors();
      for (int i = 0; i < 2000; i++) {
        double signal = random.nextGaussian();
        errors.add(level + 0.5 * signal, level + signal);
        constant.add(signal, level);
        assertEquals(Double.NaN, constant.explained(), "equal returns of " + level);
      }
      assertEquals(0.75, errors.explained(), 1e-6, "near " + level);
    }
  }

  @Test
  void theLastQuarterIsClosed() {
    assertEquals(0, EpisodeProgress.quarter(0.2499f));
    assertEquals(1, EpisodeProgress.quarter(0.25f));
    assertEquals(3, EpisodeProgress.quarter(1));
  }

  private static double of(Map<String, Double> metrics, String name) {
    return Optional.ofNullable(metrics.get(name)).orElseThrow();
  }

  private static Map<String, Double> measured() {
    Trajectories ticks =
        new Trajectories(2, 2, ObservationStore.of(ObservationPacking.ofFloats(1), 2, 2));
    ticks.clear(1);
    ticks.used = 2;
    for (int at = 0; at < 4; at++) {
      ticks.removed[at] = (byte) (at == 3 ? 1 : 0);
      ticks.trial[at] = at == 2 ? 1 : 0;
      ticks.progress[at] = at == 2 ? 0.9f : 0.1f;
    }
    Map<String, Double> metrics = new LinkedHashMap<>();
    new ValueDiagnostics(ticks, RETURNS, VALUES, 2).addTo(metrics);
    return metrics;
  }
}
