package dev.hindsight.trainer.learn.ppo;

import static dev.hindsight.trainer.text.TrainerText.wording;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.training.GradientCollector;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.advantage.Advantage;
import dev.hindsight.trainer.learn.net.ExclusiveGradientCollector;
import dev.hindsight.trainer.learn.net.GaussianHead;
import dev.hindsight.trainer.learn.net.Layers;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.net.NamedWeights;
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
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// Proximal policy optimisation (Schulman et al., "Proximal Policy Optimization Algorithms", 2017):
/// trajectories in, better weights out. One owner thread.
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
  private final SegmentForward forward;
  private final MinibatchLoader loader;
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
    this.forward = network.segments(manager);
    this.loader = new MinibatchLoader(manager, rows, ticks, packing, actionSizes);
    this.trajectories = new Trajectories(rows, ticks, loader.observations(), actionSizes);
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
      MinibatchLoader.Whole whole = loader.whole(trajectories);
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
          metrics.add(step(whole, chosen.ofWorlds(rowsPerWorld), update, rate, where));
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
    int[] rows =
        IntStream.concat(IntStream.of(corrected), IntStream.of(older))
            .sorted()
            .distinct()
            .toArray();
    if (rows.length == 0) {
      return;
    }
    BitSet weighed = rowSet(corrected);
    BitSet moved = rowSet(older);
    computeAdvantages();
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      MinibatchLoader.Whole whole = loader.whole(trajectories);
      MinibatchLoader.Targets targets =
          new MinibatchLoader.Targets(advantage, returns, trajectories.value, drift);
      AdvantageStatistics statistics = AdvantageStatistics.of(trajectories, rows, advantage);
      int rowsAtOnce = Math.max(1, config.ticksAtOnce() / trajectories.used);
      for (RowChoice part : RowChoice.of(rows).parts(rowsAtOnce, rowsPerWorld)) {
        try (NDScope inner = new NDScope()) {
          inner.suppressNotUsedWarning();
          Minibatch batch = loader.load(whole, part, trajectories, targets, statistics, 0);
          Loss loss = loss(forward.run(weights.weights(), batch.segments()), batch, config);
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
          trajectories.discount[row],
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

  /// Runs one optimiser step. Gradients accumulate over a few rows at a time: intermediate results
  /// then stay in the processor's cache, and memory does not grow with the step.
  private Map<String, Double> step(
      MinibatchLoader.Whole whole, RowChoice chosen, long update, double rate, String where) {
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      float[] clippedAround = config.refresh() == Refresh.UPDATE ? oldValue : trajectories.value;
      MinibatchLoader.Targets targets =
          new MinibatchLoader.Targets(advantage, returns, clippedAround, drift);
      AdvantageStatistics statistics =
          AdvantageStatistics.of(trajectories, chosen.rows(), advantage);
      StepSums sums = new StepSums();
      int rowsAtOnce = Math.max(1, config.ticksAtOnce() / trajectories.used);
      try (GradientCollector collector = ExclusiveGradientCollector.begin(engine)) {
        for (RowChoice part : chosen.parts(rowsAtOnce, rowsPerWorld)) {
          try (NDScope inner = new NDScope()) {
            inner.suppressNotUsedWarning();
            Minibatch batch =
                loader.load(
                    whole, part, trajectories, targets, statistics, config.entropy().at(update));
            NamedWeights now = weights.weights();
            Loss loss = loss(forward.run(now, batch.segments()), batch, config);
            now.backward(collector, loss.total());
            sums.add(loss);
            measureDrift(part.rows(), loss, sums);
          }
        }
      }
      NDArray gradient = weights.flat().getGradient();
      double norm = gradient.norm().getFloat();
      if (!Double.isFinite(sums.total) || !Double.isFinite(norm)) {
        throw new Problem(
            wording("Ppo.the_loss_is_and_its_gradients", sums.total, norm),
            where,
            wording("Ppo.resume_from_the_last_checkpoint"));
      }
      adam.step(gradient, rate, Math.min(1, config.gradientNorm() / (norm + 1e-6)));
      return sums.measured(norm);
    }
  }

  /// Mean and standard deviation of the advantages of some rows, over the ticks outside limbo.
  ///
  /// @param count number of ticks, at least 1
  /// @param mean their mean
  /// @param deviation root of their mean squared distance from it
  record AdvantageStatistics(long count, double mean, double deviation) {
    private static final double EPSILON = 1e-8;

    static AdvantageStatistics of(Trajectories all, int[] rows, float[] advantage) {
      long count = 0;
      double sum = 0;
      for (int row : rows) {
        for (int t = 0; t < all.used; t++) {
          int at = all.at(row, t);
          if (all.removed[at] == 0) {
            count++;
            sum += advantage[at];
          }
        }
      }
      double mean = sum / Math.max(1, count);
      double squares = 0;
      for (int row : rows) {
        for (int t = 0; t < all.used; t++) {
          int at = all.at(row, t);
          if (all.removed[at] == 0) {
            squares += (advantage[at] - mean) * (advantage[at] - mean);
          }
        }
      }
      return new AdvantageStatistics(
          Math.max(1, count), mean, Math.sqrt(squares / Math.max(1, count)));
    }

    float normalised(float value) {
      return (float) ((value - mean) / (deviation + EPSILON));
    }
  }

  /// The parts of a minibatch's loss.
  ///
  /// @param total what is minimised; a scalar, like the next three
  /// @param policy the clipped surrogate
  /// @param value half the squared error of the values
  /// @param entropy mean entropy of the policy
  /// @param logRatio `[N]`, new log-probability minus that of the policy clipped around
  /// @param values `[N]`, new values
  record Loss(
      NDArray total,
      NDArray policy,
      NDArray value,
      NDArray entropy,
      NDArray logRatio,
      NDArray values) {}

  /// The clipped surrogate loss with a clipped value loss and an entropy bonus:
  ///
  /// ```
  /// policy  = sum w max(-A ratio, -A clip(ratio, 1 -+ c))
  /// value   = sum w max((V - R)^2, (V_old + clip(V - V_old, -+ c_v) - R)^2) / 2
  /// loss    = policy + k_v value - sum w k_e H
  /// ```
  ///
  /// where H is the entropy of the softmax of the logits, or of a [GaussianHead] where actions are
  /// numbers, and w gives every tick outside limbo the same share, and ticks in limbo none.
  static Loss loss(LogitsAndValues outputs, Minibatch batch, PpoConfig config) {
    NDArray logProb;
    NDArray entropies;
    if (batch.drawn().isPresent()) {
      logProb = GaussianHead.logDensity(outputs.logits(), batch.drawn().get());
      entropies = GaussianHead.entropy(outputs.logits());
    } else {
      NDArray logProbs = batch.masked(outputs.logits()).logSoftmax(-1);
      logProb = logProbs.gather(batch.action(), 1).squeeze(1);
      entropies = logProbs.exp().mul(logProbs).sum(new int[] {1}).neg();
    }
    NDArray logRatio = logProb.sub(batch.logProb());

    NDArray ratio = logRatio.exp();
    float least = (float) (1 - config.clip());
    float most = (float) (1 + config.clip());
    NDArray gain = batch.advantage().mul(ratio);
    NDArray clipped = batch.advantage().mul(ratio.clip(least, most));
    NDArray policy = NDArrays.minimum(gain, clipped).mul(batch.weight()).sum().neg();

    NDArray error = outputs.values().sub(batch.returns()).square();
    if (Double.isFinite(config.valueClip())) {
      float reach = (float) config.valueClip();
      NDArray near =
          outputs.values().sub(batch.oldValue()).clip(-reach, reach).add(batch.oldValue());
      error = NDArrays.maximum(error, near.sub(batch.returns()).square());
    }
    NDArray value = Layers.scaled(error.mul(batch.weight()).sum(), 0.5);

    NDArray entropy = entropies.mul(batch.weight()).sum();
    NDArray bonus = entropies.mul(batch.weight()).mul(batch.entropyWeight()).sum();
    NDArray total = policy.add(Layers.scaled(value, config.valueCoefficient())).sub(bonus);
    return new Loss(total, policy, value, entropy, logRatio, outputs.values());
  }

  /// Sums how far the policy moved, and stores the new values and ratios for later advantages,
  /// except in limbo.
  private void measureDrift(int[] rows, Loss loss, StepSums sums) {
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

    void add(Loss loss) {
      total += loss.total().getFloat();
      policy += loss.policy().getFloat();
      value += loss.value().getFloat();
      entropy += loss.entropy().getFloat();
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
    forward.close();
    loader.close();
    adam.close();
  }
}
