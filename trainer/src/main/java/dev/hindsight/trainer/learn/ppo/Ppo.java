package dev.hindsight.trainer.learn.ppo;

import static dev.hindsight.trainer.text.TrainerText.wording;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.training.GradientCollector;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.advantage.Advantage;
import dev.hindsight.trainer.learn.net.ExclusiveGradientCollector;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.learn.net.SegmentForward;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.learn.ppo.MinibatchLoader.Minibatch;
import dev.hindsight.trainer.learn.ppo.PolicyDrift.Weighed;
import dev.hindsight.trainer.learn.ppo.PpoConfig.Refresh;
import dev.hindsight.trainer.learn.training.Adam;
import dev.hindsight.trainer.learn.training.MetricMeans;
import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.learn.training.Trajectories.ActionSizes;
import dev.hindsight.trainer.observation.ObservationPacking;
import dev.hindsight.trainer.run.UpdateProgress;
import dev.hindsight.trainer.task.OrderedParts;
import dev.hindsight.trainer.task.Progress;
import dev.hindsight.trainer.task.ToolThreads;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Proximal policy optimisation (Schulman et al., "Proximal Policy Optimization Algorithms", 2017):
/// trajectories in, better weights out. One owner thread; others help it to compute gradients,
/// which changes no bit: each part of a step has a gradient of its own, and they are added in their
/// order.
///
/// ```
/// for each epoch, for each minibatch:
///     advantages and returns, recomputed if the configuration says so
///     choose rows -> forward -> loss -> gradient, clipped -> Adam
///     new values and ratios back into the trajectories, except in limbo
/// ```
final class Ppo implements AutoCloseable {
  private PpoConfig config;
  private final WeightVector weights;
  private final Engine engine;
  private final TrajectoryRows rows;
  private final List<Lane> lanes;
  private final ToolThreads<Lane> threads;
  private final Trajectories trajectories;
  private Advantage estimator;
  private final Adam adam;
  private UpdateProgress progress = UpdateProgress.SILENT;
  private final float[] advantage;
  private final float[] returns;
  private final float[] oldValue;
  private final PolicyDrift drift;

  /// `[R / M]`, sum of `|A|` over the rows of each agent group.
  private final float[] magnitude;

  /// M, number of rows in an agent group; they are chosen together.
  private final int rowsPerWorld;

  /// What a thread needs to compute the gradient of a part of a step.
  private record Lane(MinibatchLoader loader, SegmentForward forward) {
    private void close() {
      forward.close();
      loader.close();
    }
  }

  /// @param rows R
  /// @param ticks T
  /// @param packing of observations
  /// @param actionSizes what is kept of actions
  /// @param stretch by how much the step of each weight is longer than Adam's
  Ppo(
      Network network,
      WeightVector weights,
      PpoConfig config,
      int rows,
      int ticks,
      ObservationPacking packing,
      ActionSizes actionSizes,
      Optional<float[]> stretch) {
    NDManager manager = weights.flat().getManager();
    this.config = config;
    this.rowsPerWorld = network.rowsPerWorld();
    this.weights = weights;
    this.engine = manager.getEngine();
    this.rows = new TrajectoryRows(manager, rows, ticks, packing);
    // Opened when a thread needs it, a lane would end with the scope in which that thread learns.
    this.lanes =
        Stream.generate(() ->
                new Lane(
                    new MinibatchLoader(manager, this.rows, actionSizes),
                    network.segments(manager)))
            .limit(PpoType.threads(config, manager))
            .toList();
    Deque<Lane> others = new ConcurrentLinkedDeque<>(lanes.subList(1, lanes.size()));
    this.threads =
        new ToolThreads<>("learner", lanes.size(), lanes.getFirst(), others::remove, _ -> {});
    this.trajectories = new Trajectories(rows, ticks, this.rows.observations(), actionSizes);
    this.estimator = new Advantage(config.discounting());
    this.adam = new Adam(weights, config.adam(), stretch);
    this.advantage = new float[rows * ticks];
    this.returns = new float[rows * ticks];
    this.oldValue = new float[rows * ticks];
    this.drift = new PolicyDrift(rows * ticks);
    this.magnitude = new float[rows / rowsPerWorld];
    ExclusiveGradientCollector.learnerBegins();
  }

  /// Changes the knobs of [PpoConfig#LIVE] from the next update on.
  void change(PpoConfig other) {
    config = other;
    estimator = new Advantage(other.discounting());
  }

  /// From now on reports every step.
  void follow(UpdateProgress listener) {
    progress = listener;
  }

  /// The data of an update: fill it before every update.
  Trajectories trajectories() {
    return trajectories;
  }

  /// The optimiser.
  Adam adam() {
    return adam;
  }

  /// `[R * T]`, targets of the values at the last step.
  float[] returns() {
    return returns;
  }

  /// `[R * T]`, values when the policy acted.
  float[] oldValues() {
    return oldValue;
  }

  /// Runs one update: every epoch and minibatch, over all rows of the trajectories.
  ///
  /// @param update its number, from 0
  /// @param rate the learning rate
  /// @param random for the choice of rows
  /// @return means over the steps, by name as in docs/metrics.md
  /// @throws Problem if a result is not finite; the weights are then those before that step
  Map<String, Double> update(long update, double rate, SplittableRandom random) {
    computeAdvantages();
    System.arraycopy(trajectories.value, 0, oldValue, 0, oldValue.length);
    MetricMeans metrics = new MetricMeans();
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      TrajectoryRows.Whole whole = rows.whole(trajectories);
      for (int epoch = 0; epoch < config.epochs(); epoch++) {
        RowChoice[] shuffled =
            RowChoice.shuffled(
                trajectories.rows / rowsPerWorld, config.minibatches(), random.split());
        for (int step = 0; step < config.minibatches(); step++) {
          if (config.refresh() == Refresh.MINIBATCH) {
            computeAdvantages();
          }
          RowChoice chosen =
              config.priority().alpha() > 0
                  ? prioritised(shuffled[step].rows().length, update, random)
                  : shuffled[step];
          String where = wording("Ppo.update_pass_step", update + 1, epoch + 1, step + 1);
          step(whole, chosen.ofWorlds(rowsPerWorld), update, rate, where).ifPresent(metrics::add);
          progress.reached(
              UpdateProgress.Phase.LEARN,
              epoch * config.minibatches() + step + 1,
              config.epochs() * config.minibatches());
        }
      }
    }
    return metrics.means();
  }

  /// Prepares an update whose rows were collected with older weights.
  ///
  /// @param corrected rows into which the ratios of the present policy to the acting one are
  ///   written, so that advantages weigh their ticks as in V-trace; whole worlds, may be empty
  /// @param older rows for which the loss is clipped around the present policy instead of the one
  ///   that acted ([PolicyDrift]); whole worlds, may be empty
  void begin(int[] corrected, int[] older) {
    drift.clear();
    int[] changed =
        IntStream.concat(IntStream.of(corrected), IntStream.of(older))
            .sorted()
            .distinct()
            .toArray();
    if (changed.length == 0) {
      return;
    }
    BitSet weighed = rowSet(corrected);
    BitSet moved = rowSet(older);
    computeAdvantages();
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      TrajectoryRows.Whole whole = rows.whole(trajectories);
      MinibatchLoader.Targets targets =
          new MinibatchLoader.Targets(advantage, returns, trajectories.value, drift);
      AdvantageStatistics statistics = AdvantageStatistics.of(trajectories, changed, advantage);
      Lane lane = lanes.getFirst();
      for (RowChoice part : parts(RowChoice.of(changed))) {
        try (NDScope inner = new NDScope()) {
          inner.suppressNotUsedWarning();
          Minibatch batch = lane.loader.load(whole, part, trajectories, targets, statistics, 0);
          PpoLoss loss =
              PpoLoss.of(lane.forward.run(weights.weights(), batch.segments()), batch, config);
          FloatBuffer logRatios = loss.logRatio().toByteBuffer(true).asFloatBuffer();
          for (int i = 0; i < part.rows().length; i++) {
            int row = part.rows()[i];
            FloatBuffer ofRow = logRatios.slice(i * trajectories.used, trajectories.used);
            if (weighed.get(row)) {
              writeRatios(row, ofRow);
            }
            if (moved.get(row)) {
              writeDrift(row, ofRow, weighed.get(row) ? Weighed.ALREADY : Weighed.YET_TO_BE);
            }
          }
        }
      }
    }
  }

  private static BitSet rowSet(int[] rows) {
    BitSet set = new BitSet();
    IntStream.of(rows).forEach(set::set);
    return set;
  }

  private void writeDrift(int row, FloatBuffer logRatios, Weighed weighed) {
    for (int t = 0; t < trajectories.used; t++) {
      int at = trajectories.at(row, t);
      if (trajectories.removed[at] == 0) {
        drift.note(at, logRatios.get(t), weighed);
      }
    }
  }

  private void writeRatios(int row, FloatBuffer logRatios) {
    for (int t = 0; t < trajectories.used; t++) {
      int at = trajectories.at(row, t);
      if (trajectories.removed[at] == 0) {
        trajectories.ratio[at] = (float) Math.exp(logRatios.get(t));
      }
    }
  }

  /// Computes advantages, returns = advantages + values, and the summed advantage of each agent
  /// group.
  private void computeAdvantages() {
    Arrays.fill(magnitude, 0);
    for (int row = 0; row < trajectories.rows; row++) {
      estimator.fill(
          trajectories.steps,
          trajectories.at(row, 0),
          trajectories.used,
          trajectories.tail[row],
          trajectories.discount,
          advantage);
      for (int t = 0; t < trajectories.used; t++) {
        int at = trajectories.at(row, t);
        returns[at] = advantage[at] + trajectories.value[at];
        magnitude[row / rowsPerWorld] += Math.abs(advantage[at]);
      }
    }
  }

  private RowChoice prioritised(int count, long update, SplittableRandom random) {
    double alpha = config.priority().alpha();
    double beta = config.priority().beta();
    double annealed = beta + (1 - beta) * alpha * update / config.updates();
    return RowChoice.prioritised(magnitude, count, alpha, annealed, random);
  }

  /// The parts of a step: intermediate results of a few rows at a time stay in the processor's
  /// cache, and memory does not grow with the step.
  private List<RowChoice> parts(RowChoice chosen) {
    int rowsAtOnce = Math.max(1, config.ticksAtOnce() / trajectories.used);
    return chosen.parts(rowsAtOnce, rowsPerWorld);
  }

  /// What all parts of a step have in common.
  ///
  /// @param entropy coefficient of all rows
  private record Shared(
      TrajectoryRows.Whole whole,
      MinibatchLoader.Targets targets,
      AdvantageStatistics statistics,
      double entropy) {}

  /// The gradient of a part, which its taker closes, and what was measured.
  private record Learned(NDArray gradient, StepSums sums) {}

  /// Runs one optimiser step.
  ///
  /// @return what was measured; empty, with unchanged weights, if its rows have no tick outside
  ///   limbo, as where there are fewer rows than steps
  private Optional<Map<String, Double>> step(
      TrajectoryRows.Whole whole, RowChoice chosen, long update, double rate, String where) {
    AdvantageStatistics statistics = AdvantageStatistics.of(trajectories, chosen.rows(), advantage);
    if (statistics.count() == 0) {
      return Optional.empty();
    }
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      float[] clippedAround = config.refresh() == Refresh.UPDATE ? oldValue : trajectories.value;
      Shared shared =
          new Shared(
              whole,
              new MinibatchLoader.Targets(advantage, returns, clippedAround, drift),
              statistics,
              config.entropy().at(update));
      List<RowChoice> parts = parts(chosen);
      StepSums sums = new StepSums();
      NDArray gradient = weights.flat().zerosLike();
      OrderedParts<Learned> learned =
          new OrderedParts<>(part -> {
            sums.add(part.sums());
            gradient.addi(part.gradient());
            part.gradient().close();
          });
      try (GradientCollector collector = ExclusiveGradientCollector.begin(engine)) {
        threads.run(
            parts.size(),
            (lane, i) -> learned.add(i, learn(collector, lane, parts.get(i), shared)),
            Progress.SILENT,
            "parts");
      } finally {
        learned.rest().forEach(part -> part.gradient().close());
      }
      double norm = gradient.norm().getFloat();
      if (!Double.isFinite(sums.total) || !Double.isFinite(norm)) {
        throw new Problem(
            wording("Ppo.the_loss_is_and_its_gradients", sums.total, norm),
            where,
            wording("Ppo.resume_from_the_last_checkpoint"));
      }
      adam.step(gradient, rate, Math.min(1, config.gradientNorm() / (norm + 1e-6)));
      return Optional.of(sums.measured(norm));
    }
  }

  /// Computes the gradient of a part, on any thread.
  private Learned learn(GradientCollector collector, Lane lane, RowChoice part, Shared shared) {
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      Minibatch batch =
          lane.loader.load(
              shared.whole, part, trajectories, shared.targets, shared.statistics, shared.entropy);
      WeightVector.Replica now = weights.replica();
      PpoLoss loss = PpoLoss.of(lane.forward.run(now.weights(), batch.segments()), batch, config);
      now.weights().backward(collector, loss.total());
      StepSums sums = new StepSums();
      sums.add(loss);
      measureDrift(part.rows(), loss, sums);
      NDArray gradient = now.leaf().getGradient();
      NDScope.unregister(gradient);
      return new Learned(gradient, sums);
    }
  }

  /// Sums how far the policy moved, and stores the new values and ratios for later advantages,
  /// except in limbo.
  private void measureDrift(int[] rows, PpoLoss loss, StepSums sums) {
    boolean writesBack = config.refresh() == Refresh.MINIBATCH;
    FloatBuffer logRatios = loss.logRatio().toByteBuffer(true).asFloatBuffer();
    FloatBuffer values = loss.values().toByteBuffer(true).asFloatBuffer();
    for (int i = 0; i < rows.length; i++) {
      for (int t = 0; t < trajectories.used; t++) {
        int at = trajectories.at(rows[i], t);
        if (trajectories.removed[at] != 0) {
          continue;
        }
        double logRatio = logRatios.get(i * trajectories.used + t);
        double ratio = Math.exp(logRatio);
        sums.ticks++;
        sums.logRatio += logRatio;
        sums.ratio += ratio;
        sums.divergence += ratio - 1 - logRatio;
        sums.clipped += Math.abs(ratio - 1) > config.clip() ? 1 : 0;
        if (writesBack) {
          trajectories.ratio[at] = (float) (ratio * Math.exp(drift.logRatio(at)));
          trajectories.value[at] = values.get(i * trajectories.used + t);
        }
      }
    }
  }

  /// Measurements of one optimiser step, summed over its parts.
  private static final class StepSums {
    private double total;
    private double policy;
    private double value;
    private double entropy;
    private double logRatio;
    private double ratio;
    private double divergence;
    private long clipped;
    private long ticks;

    void add(PpoLoss loss) {
      total += loss.total().getFloat();
      policy += loss.policy().getFloat();
      value += loss.value().getFloat();
      entropy += loss.entropy().getFloat();
    }

    void add(StepSums other) {
      total += other.total;
      policy += other.policy;
      value += other.value;
      entropy += other.entropy;
      logRatio += other.logRatio;
      ratio += other.ratio;
      divergence += other.divergence;
      clipped += other.clipped;
      ticks += other.ticks;
    }

    /// The measurements by name, as in docs/metrics.md. The two estimates of the divergence are
    /// those of Schulman, "Approximating KL Divergence", 2020.
    ///
    /// @param norm length of the gradient
    Map<String, Double> measured(double norm) {
      double count = Math.max(1, ticks);
      Map<String, Double> measured = new LinkedHashMap<>();
      measured.put("losses/policy_loss", policy);
      measured.put("losses/value_loss", value);
      measured.put("losses/entropy", entropy);
      measured.put("losses/old_approx_kl", -logRatio / count);
      measured.put("losses/approx_kl", divergence / count);
      measured.put("losses/clipfrac", clipped / count);
      measured.put("losses/importance", ratio / count);
      measured.put("losses/gradient_norm", norm);
      return measured;
    }
  }

  @Override
  public void close() {
    ExclusiveGradientCollector.learnerEnds();
    threads.close();
    lanes.forEach(Lane::close);
    rows.close();
    adam.close();
  }
}
