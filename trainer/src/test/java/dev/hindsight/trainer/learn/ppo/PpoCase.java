package dev.hindsight.trainer.learn.ppo;

import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.advantage.Discounting;
import dev.hindsight.trainer.advantage.Discounting.EndRule;
import dev.hindsight.trainer.advantage.Discounting.LimboEndRule;
import dev.hindsight.trainer.learn.net.LinearEncoder;
import dev.hindsight.trainer.learn.net.TestTorch;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.learn.ppo.PpoConfig.Priority;
import dev.hindsight.trainer.learn.ppo.PpoConfig.Refresh;
import dev.hindsight.trainer.learn.training.Adam;
import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.learn.training.Trajectories.ActionSizes;
import dev.hindsight.trainer.learn.transformer.TransformerNetwork;
import dev.hindsight.trainer.learn.transformer.TransformerSpec;
import dev.hindsight.trainer.observation.ObservationPacking;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;

/// A small transformer and what five agents lived through, limbo and ends of trials included.
final class PpoCase implements AutoCloseable {
  static final int ROWS = 5;
  static final int TICKS = 12;
  static final int NUMBERS = 3;
  static final int ACTIONS = 4;

  final NDManager manager = TestTorch.manager();
  final WeightVector weights;
  final Ppo ppo;

  PpoCase(PpoConfig config) {
    this(config, ObservationPacking.ofFloats(NUMBERS));
    fill(ppo.trajectories(), new Random(7));
  }

  /// Agents that have lived through nothing yet.
  PpoCase(PpoConfig config, ObservationPacking packing) {
    TransformerNetwork network =
        new TransformerNetwork(
            new LinearEncoder(NUMBERS, 8), new TransformerSpec(8, 2, 1, 16, TICKS), ACTIONS);
    weights = new WeightVector(manager, network.parameters(), network.parameters().initial(3));
    ppo =
        new Ppo(
            network, weights, config, ROWS, TICKS, packing, ActionSizes.JOINT, Optional.empty());
  }

  static void fill(Trajectories all, Random random) {
    fill(all, random, () -> (float) random.nextGaussian());
  }

  /// @param numbers that agents observe
  static void fill(Trajectories all, Random random, DoubleSupplier numbers) {
    all.clear(0.9f);
    all.used = TICKS;
    for (int at = 0; at < ROWS * TICKS; at++) {
      int t = at % TICKS;
      all.removed[at] = (byte) (t % 6 == 4 || t % 6 == 5 ? random.nextInt(2) : 0);
      all.truncation[at] = (byte) (t % 6 == 5 ? 1 : 0);
      all.terminal[at] = (byte) (t == TICKS - 1 ? 1 : 0);
      all.action[at] = random.nextInt(ACTIONS);
      all.logProb[at] = (float) (Math.log(1.0 / ACTIONS) + 0.2 * random.nextGaussian());
      all.value[at] = (float) random.nextGaussian();
      all.reward[at] = (float) random.nextGaussian();
      float[] seen = new float[NUMBERS];
      for (int d = 0; d < NUMBERS; d++) {
        seen[d] = (float) numbers.getAsDouble();
      }
      all.observation.put(at, seen, 0);
    }
  }

  static PpoConfig config(Refresh refresh, int ticksAtOnce) {
    return config(refresh, ticksAtOnce, 1);
  }

  static PpoConfig config(Refresh refresh, int ticksAtOnce, int threads) {
    return config(refresh, ticksAtOnce, threads, 2);
  }

  static PpoConfig withMinibatches(int minibatches, Refresh refresh) {
    return config(refresh, Integer.MAX_VALUE, 1, minibatches);
  }

  private static PpoConfig config(Refresh refresh, int ticksAtOnce, int threads, int minibatches) {
    Discounting discounting =
        new Discounting(0.9, EndRule.CUT, EndRule.BOOT, LimboEndRule.SKIP, 1, 1);
    return new PpoConfig(
        10,
        new Schedule(Schedule.Shape.CONSTANT, 0.01, 0.01, 10),
        new Schedule(Schedule.Shape.CONSTANT, 0.02, 0.02, 10),
        0.9,
        discounting,
        2,
        minibatches,
        ticksAtOnce,
        threads,
        0.2,
        0.5,
        0.3,
        0.5,
        1,
        1,
        new Adam.Betas(0.9, 0.999, 1e-8),
        new Priority(0, 1),
        refresh);
  }

  /// The same with another weight of entropy.
  static PpoConfig with(PpoConfig config, Schedule entropy) {
    return with(config, entropy, config.gradientNorm(), config.priority(), config.epochs());
  }

  /// The same with another limit of gradients.
  static PpoConfig with(PpoConfig config, double gradientNorm) {
    return with(config, config.entropy(), gradientNorm, config.priority(), config.epochs());
  }

  /// The same with a preference of rows.
  static PpoConfig with(PpoConfig config, Priority priority) {
    return with(config, config.entropy(), config.gradientNorm(), priority, config.epochs());
  }

  /// The same with another number of passes over all rows.
  static PpoConfig withEpochs(PpoConfig config, int epochs) {
    return with(config, config.entropy(), config.gradientNorm(), config.priority(), epochs);
  }

  private static PpoConfig with(
      PpoConfig config, Schedule entropy, double gradientNorm, Priority priority, int epochs) {
    return new PpoConfig(
        config.updates(),
        config.learningRate(),
        entropy,
        config.gamma(),
        config.discounting(),
        epochs,
        config.minibatches(),
        config.ticksAtOnce(),
        config.threads(),
        config.clip(),
        config.valueCoefficient(),
        config.valueClip(),
        gradientNorm,
        config.rewardClip(),
        config.badUpdates(),
        config.adam(),
        priority,
        config.refresh());
  }

  Map<String, Double> learn() {
    return ppo.update(0, 0.01, new SplittableRandom(5));
  }

  /// The weights after an update.
  static float[] after(PpoConfig config, java.util.function.Consumer<Trajectories> change) {
    try (PpoCase some = new PpoCase(config)) {
      change.accept(some.ppo.trajectories());
      some.learn();
      return some.weights.values();
    }
  }

  @Override
  public void close() {
    ppo.close();
    weights.close();
    manager.close();
  }
}
