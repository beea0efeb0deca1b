package dev.hindsight.trainer.learn.training;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.drive.DriveEnvironmentType;
import dev.hindsight.trainer.learn.net.DriveEncoder;
import dev.hindsight.trainer.learn.net.Encoder;
import dev.hindsight.trainer.learn.net.FirstLayer;
import dev.hindsight.trainer.learn.net.ParameterLayout;
import dev.hindsight.trainer.learn.training.VectorEnvironment.LearningAgents;
import dev.hindsight.trainer.run.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/// What a network with standardised inputs begins with, on a drive map.
class InputStandardisationTest {
  private static final Seeds SEEDS = new Seeds(3);

  private final VectorEnvironment vectorEnvironment = environments();
  private final Encoder encoder = DriveEncoder.of(vectorEnvironment.shape().observation(), 8, 8);
  private final ParameterLayout parameters = new ParameterLayout(encoder.parameters());

  private static VectorEnvironment environments() {
    DriveEnvironmentType drive = new DriveEnvironmentType();
    EnvironmentFactory factory =
        drive.prepare(
            drive.settings().parse(Map.of("goal_behavior", "trial", "goal_within", "8"), "test"),
            Optional.of(drive.scenarios().resolve("straight-1")));
    return new VectorEnvironment(List.of(factory), 2, SEEDS, LearningAgents.ALL);
  }

  private InputStandardisation measured() {
    return InputStandardisation.measure(
        encoder.firstLayers(), parameters, vectorEnvironment, SEEDS);
  }

  @Test
  void aLayersInputsHaveMeanZeroAndDeviationOneUnlessTheyHardlyVary() {
    float[] raw = parameters.initial(1);
    float[] scaled = raw.clone();
    InputStandardisation inputs = measured();
    inputs.apply(scaled);
    FirstLayer ego = encoder.firstLayers().getFirst();
    int at = parameters.offset(ego.weight());
    double[] sum = new double[ego.columns()];
    double[] squares = new double[ego.columns()];
    int count = 0;
    int limbo = 0;
    SplittableRandom random = new SplittableRandom(SEEDS.of(Seeds.Purpose.SCALES, 0, 0));
    int numbers = vectorEnvironment.shape().observation().size();
    Actions actions = new Actions(vectorEnvironment.shape());
    Actions none = new Actions(vectorEnvironment.partnerShape());
    for (int t = 0; t < 128; t++) {
      Arrays.setAll(actions.joint, _ -> random.nextInt(vectorEnvironment.actionCount()));
      for (int e = 0; e < 2; e++) {
        vectorEnvironment.observe(e);
        for (int a = vectorEnvironment.first(e); a < vectorEnvironment.first(e + 1); a++) {
          limbo += vectorEnvironment.removed[a];
          if (vectorEnvironment.removed[a] == 0) {
            count++;
            for (int c = 0; c < sum.length; c++) {
              double x = vectorEnvironment.observation[a * numbers + c];
              sum[c] += x;
              squares[c] += x * x;
            }
          }
        }
        vectorEnvironment.step(e, actions, none);
      }
    }
    assertTrue(limbo > 0, "some agents are in limbo, and do not count");
    int standard = 0;
    for (int c = 0; c < sum.length; c++) {
      double mean = sum[c] / count;
      double deviation = Math.sqrt(Math.max(0, squares[c] / count - mean * mean));
      double factor = scaled[at + c] / raw[at + c];
      if (deviation > 1 / InputStandardisation.LARGEST_FACTOR && deviation < 1) {
        assertEquals(1, factor * deviation, 1e-3, "number " + c);
        standard++;
      } else {
        assertTrue(factor >= 1 && factor <= 20.001, "number " + c + ": " + factor);
      }
    }
    assertTrue(standard > 0, "some numbers of the map vary");
  }

  @Test
  void measuringLeavesTheEnvironmentsOfTheFirstUpdate() {
    long[] expected = {SEEDS.of(Seeds.Purpose.ENVIRONMENT, 0, 0)};
    measured();
    assertEquals(expected[0], vectorEnvironment.seed(0));
    assertEquals(0, vectorEnvironment.buffer(0).trialTick);
    assertArrayEquals(measured().steps(), measured().steps(), "it measures the same again");
  }

  @Test
  void onlyWeightsThatReadNumbersOfTheObservationStepFurther() {
    float[] steps = measured().steps();
    List<FirstLayer> layers = encoder.firstLayers();
    boolean[] reads = new boolean[steps.length];
    for (FirstLayer layer : layers) {
      int at = parameters.offset(layer.weight());
      for (int o = 0; o < 8; o++) {
        Arrays.fill(reads, at + o * layer.width(), at + o * layer.width() + layer.columns(), true);
      }
    }
    int further = 0;
    for (int i = 0; i < steps.length; i++) {
      assertTrue(reads[i] || steps[i] == 1, "weight " + i);
      further += steps[i] > 1 ? 1 : 0;
    }
    assertTrue(further > 0);
  }
}
