package dev.hindsight.trainer.learn.ppo;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.training.GradientCollector;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.credit.Advantage;
import dev.hindsight.trainer.learn.net.ExclusiveGradientCollector;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.learn.net.SegmentForward;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.learn.ppo.PpoConfig.Refresh;
import dev.hindsight.trainer.learn.training.Adam;
import dev.hindsight.trainer.learn.training.MetricMeans;
import dev.hindsight.trainer.learn.training.Trajectories;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;

/// Makes a policy better from what it lived through. One owner thread.
///
/// ```
/// for each pass, for each step:
///     advantages, anew where asked for
///     choose rows -> forward -> loss -> gradient, shortened -> Adam
///     new values and ratios back into the trajectories, but in limbo
/// ```
final class PpoLearner implements AutoCloseable {
  private final PpoConfig config;
  private final WeightVector weights;
  private final Engine engine;
  private final SegmentForward forward;
  private final MinibatchLoader loader;
  private final Trajectories trajectories;
  private final Advantage law;
  private final Adam adam;
  private final float[] advantage;
  private final float[] returns;
  private final float[] oldValue;

  /// `[R / M]`, sum of `|A|` over the rows of each crew.
  private final float[] magnitude;

  /// M, rows that are chosen together.
  private final int crew;

  /// @param rows R
  /// @param ticks T
  /// @param numbers D
  PpoLearner(
      Network network, WeightVector weights, PpoConfig config, int rows, int ticks, int numbers) {
    NDManager manager = weights.flat().getManager();
    this.config = config;
    this.crew = network.crew();
    this.weights = weights;
    this.engine = manager.getEngine();
    this.forward = network.segments(manager);
    this.loader = new MinibatchLoader(manager, rows, ticks, numbers);
    this.trajectories = new Trajectories(rows, ticks, numbers, loader.observations());
    this.law = new Advantage(config.discounting());
    this.adam = new Adam(weights, config.adam());
    this.advantage = new float[rows * ticks];
    this.returns = new float[rows * ticks];
    this.oldValue = new float[rows * ticks];
    this.magnitude = new float[rows / crew];
    ExclusiveGradientCollector.learnerBegins();
  }

  /// What is learned from; to be filled before every update.
  Trajectories trajectories() {
    return trajectories;
  }

  /// The optimiser.
  Adam adam() {
    return adam;
  }

  /// `[R * T]`, what the values should have been at the last step.
  float[] returns() {
    return returns;
  }

  /// `[R * T]`, what the values were when acting.
  float[] oldValues() {
    return oldValue;
  }

  /// One update.
  ///
  /// @param update number of it, from 0
  /// @param rate how far a step goes
  /// @param random for the choice of rows
  /// @return means over the steps, by name as in docs/metrics.md
  /// @throws Problem where something is not finite; the weights are those before that step
  Map<String, Double> learn(long update, double rate, SplittableRandom random) {
    refresh();
    System.arraycopy(trajectories.value, 0, oldValue, 0, oldValue.length);
    MetricMeans metricMeans = new MetricMeans();
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      MinibatchLoader.Whole whole = loader.whole(trajectories);
      for (int epoch = 0; epoch < config.epochs(); epoch++) {
        RowChoice[] pass =
            RowChoice.shuffled(trajectories.rows / crew, config.minibatches(), random.split());
        for (int step = 0; step < config.minibatches(); step++) {
          if (config.refresh() == Refresh.MINIBATCH) {
            refresh();
          }
          RowChoice choice =
              config.priority().alpha() > 0
                  ? prioritised(pass[step].rows().length, update, random)
                  : pass[step];
          String where =
              "update " + (update + 1) + ", pass " + (epoch + 1) + ", step " + (step + 1);
          metricMeans.add(step(whole, choice.ofCrews(crew), update, rate, where));
        }
      }
    }
    return metricMeans.means();
  }

  private RowChoice prioritised(int count, long update, SplittableRandom random) {
    double alpha = config.priority().alpha();
    double beta = config.priority().beta();
    double annealed = beta + (1 - beta) * alpha * update / config.updates();
    return RowChoice.prioritised(magnitude, count, alpha, annealed, random);
  }

  private void refresh() {
    Arrays.fill(magnitude, 0);
    for (int row = 0; row < trajectories.rows; row++) {
      law.fill(
          trajectories.steps,
          trajectories.at(row, 0),
          trajectories.used,
          trajectories.tail[row],
          trajectories.discount[row],
          advantage);
      for (int t = 0; t < trajectories.used; t++) {
        int at = trajectories.at(row, t);
        returns[at] = advantage[at] + trajectories.value[at];
        magnitude[row / crew] += Math.abs(advantage[at]);
      }
    }
  }

  private Map<String, Double> step(
      MinibatchLoader.Whole whole, RowChoice choice, long update, double rate, String where) {
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      StepMetrics tally = new StepMetrics(trajectories, config);
      backward(whole, choice, config.entropy().at(update), tally);
      NDArray gradient = weights.flat().getGradient();
      double norm = gradient.norm().getFloat();
      if (!Double.isFinite(tally.total()) || !Double.isFinite(norm)) {
        throw new Problem(
            "the loss is " + tally.total() + " and its gradient's length " + norm,
            where,
            "resume from the last checkpoint with a smaller learning_rate or max_grad_norm");
      }
      adam.step(gradient, rate, Math.min(1, config.gradientNorm() / (norm + 1e-6)));
      return tally.measured(norm);
    }
  }

  /// Sums up the gradients of a step, a few rows at a time: what lies between then stays in the
  /// processor's cache, and memory does not grow with the step.
  private void backward(
      MinibatchLoader.Whole whole, RowChoice choice, double entropy, StepMetrics tally) {
    float[] former = config.refresh() == Refresh.UPDATE ? oldValue : trajectories.value;
    MinibatchLoader.Targets targets = new MinibatchLoader.Targets(advantage, returns, former);
    AdvantageStatistics advantageStatistics =
        AdvantageStatistics.of(trajectories, choice.rows(), advantage);
    try (GradientCollector collector = ExclusiveGradientCollector.begin(engine)) {
      int most = Math.max(1, config.ticksAtOnce() / trajectories.used);
      for (RowChoice part : choice.parts(most, crew)) {
        try (NDScope scope = new NDScope()) {
          scope.suppressNotUsedWarning();
          Minibatch batch =
              loader.load(whole, part, trajectories, targets, advantageStatistics, entropy);
          NamedWeights now = weights.weights();
          PpoLoss loss = PpoLoss.of(forward.run(now, batch.segments()), batch, config);
          now.backward(collector, loss.total());
          tally.add(part.rows(), loss);
        }
      }
    }
  }

  @Override
  public void close() {
    ExclusiveGradientCollector.learnerEnds();
    forward.close();
    loader.close();
    adam.close();
  }
}
