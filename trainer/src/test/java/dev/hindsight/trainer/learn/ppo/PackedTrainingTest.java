package dev.hindsight.trainer.learn.ppo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.EnvironmentType;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.env.builtin.BuiltInEnvironments;
import dev.hindsight.trainer.learn.ppo.PpoConfig.Refresh;
import dev.hindsight.trainer.learn.training.FloatObservations;
import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.observation.NumberType;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.observation.ObservationLayout.Segment;
import dev.hindsight.trainer.observation.ObservationPacking;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.AlgorithmType;
import dev.hindsight.trainer.run.TrainingTask;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Observations that are kept packed teach the same bits as observations kept as floats.
class PackedTrainingTest {
  private static final ObservationPacking SMALL =
      new ObservationPacking(
          new ObservationLayout(
              List.of(
                  segment("signed", 0, NumberType.I1),
                  segment("wide", 1, NumberType.I2),
                  segment("unsigned", 2, NumberType.U1))));

  private static Segment segment(String name, int offset, NumberType type) {
    return new Segment(name, offset, List.of(1), List.of("x"), List.of(), type);
  }

  /// @param metrics of every update
  /// @param weights after the last
  private record Learned(List<Map<String, Double>> metrics, float[] weights) {
    void same(Learned other) {
      assertEquals(metrics, other.metrics);
      assertArrayEquals(weights, other.weights);
    }
  }

  /// What three updates give.
  private static Learned updates(ObservationPacking packing, PpoConfig config, int shift) {
    List<Map<String, Double>> all = new ArrayList<>();
    try (PpoCase some = new PpoCase(config, packing)) {
      for (int update = 0; update < 3; update++) {
        Random random = new Random(update);
        Trajectories lived = some.ppo.trajectories();
        PpoCase.fill(lived, random, () -> random.nextInt(-3, 4) + 3f + shift);
        Map<String, Double> metrics = some.ppo.update(update, 0.01, new SplittableRandom(5));
        all.add(metrics);
      }
      return new Learned(all, some.weights.values());
    }
  }

  @ParameterizedTest
  @EnumSource(Refresh.class)
  void threeUpdatesGiveTheSameWeightsAndMetrics(Refresh refresh) {
    for (int ticksAtOnce : new int[] {1, 2 * PpoCase.TICKS, 1000}) {
      PpoConfig config = PpoCase.config(refresh, ticksAtOnce);
      Learned floats = updates(ObservationPacking.ofFloats(PpoCase.NUMBERS), config, 0);
      floats.same(updates(SMALL, config, 0));
      assertNotEquals(floats.metrics(), updates(SMALL, config, 1).metrics(), "other observations");
    }
  }

  /// An environment whose observations are declared as floats.
  private record AsFloats(EnvironmentFactory inner) implements EnvironmentFactory {
    @Override
    public EnvironmentShape shape() {
      EnvironmentShape shape = inner.shape();
      List<Segment> floats =
          shape.observation().segments().stream()
              .map(s -> new Segment(s.name(), s.offset(), s.shape(), s.names(), s.quantities()))
              .toList();
      return new EnvironmentShape(
          shape.agents(),
          new ObservationLayout(floats),
          shape.actions(),
          shape.tickSeconds(),
          shape.trials(),
          shape.trialTimeoutTicks(),
          shape.stateColumns(),
          shape.agentsPerWorld(),
          shape.neutral(),
          shape.timeLimit(),
          shape.figures(),
          shape.actionMask(),
          shape.groups(),
          shape.events());
    }

    @Override
    public SettingValues effective() {
      return inner.effective();
    }

    @Override
    public Environment create(long seed) {
      return inner.create(seed);
    }
  }

  private static EnvironmentFactory excavation() {
    EnvironmentType type = BuiltInEnvironments.named("excavation");
    Map<String, String> small = Map.of("sites", "8", "max_steps", "12", "staggered_starts", "true");
    return type.prepare(type.settings().parse(small, "test"), Optional.empty());
  }

  private static Learned trained(EnvironmentFactory factory, Map<String, String> knobs) {
    AlgorithmType type = new PpoType();
    List<Map<String, Double>> all = new ArrayList<>();
    try (Algorithm running =
        type.open(
            new TrainingTask(
                List.of(factory),
                type.settings().parse(knobs, "test"),
                5,
                TrainingTask.Device.CPU))) {
      for (int update = 0; update < 3; update++) {
        Map<String, Double> metrics = new LinkedHashMap<>(running.update().metrics());
        metrics.keySet().removeIf(name -> name.startsWith("performance/"));
        all.add(metrics);
      }
      float[][] weights = running.weights().stream().map(Tensor::values).toArray(float[][]::new);
      return new Learned(all, joined(weights));
    }
  }

  private static float[] joined(float[][] parts) {
    int length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
    FloatBuffer all = FloatBuffer.allocate(length);
    for (float[] part : parts) {
      all.put(part);
    }
    return all.array();
  }

  @ParameterizedTest
  @CsvSource({"mlp, segments", "lstm, segments", "mlp, episodes"})
  void excavationLearnsTheSameWithItsTypesAsWithFloats(String policy, String rows) {
    Map<String, String> knobs =
        Map.of(
            "policy", policy,
            "rows", rows,
            "encoder", "linear",
            "num_envs", "4",
            "hidden_size", "8",
            "bptt_horizon", "8",
            "minibatches", "2",
            "max_minibatch_size", "8",
            "update_epochs", "2");
    EnvironmentFactory factory = excavation();
    trained(new AsFloats(factory), knobs).same(trained(factory, knobs));
  }

  @Test
  void aTickOfTheReferenceSiteTakes29KilobytesInsteadOf115() {
    EnvironmentType type = BuiltInEnvironments.named("excavation");
    ObservationLayout layout =
        type.prepare(
                type.settings().parse(Map.of("preset", "ring-64-reference"), "test"),
                Optional.empty())
            .shape()
            .observation();
    ObservationPacking packing = new ObservationPacking(layout);
    assertEquals(layout.size(), packing.numbers());
    assertEquals(29_013, packing.bytes());
    assertEquals(115_360, layout.size() * Float.BYTES);
    assertFalse(packing.isFloats());
  }

  @Test
  void floatsStayWhereTheNetworkReadsThem() {
    try (PpoCase some = new PpoCase(PpoCase.config(Refresh.UPDATE, 24))) {
      float[] seen = {1, 2, 3};
      some.ppo.trajectories().observation.put(2, seen, 0);
      float[] read = new float[3];
      some.ppo.trajectories().observation.read(2, read, 0);
      assertArrayEquals(seen, read);
      assertTrue(some.ppo.trajectories().observation instanceof FloatObservations);
    }
  }
}
