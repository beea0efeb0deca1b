package dev.hindsight.trainer.learn.sac;

import static dev.hindsight.trainer.text.TrainerText.wording;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.training.GradientCollector;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.net.Encoder;
import dev.hindsight.trainer.learn.net.ExclusiveGradientCollector;
import dev.hindsight.trainer.learn.net.FeedForwardNetwork;
import dev.hindsight.trainer.learn.net.Layers;
import dev.hindsight.trainer.learn.net.LogitsAndValues;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.learn.replay.ReplayBatch;
import dev.hindsight.trainer.learn.replay.ReplayBuffer;
import dev.hindsight.trainer.learn.training.Adam;
import dev.hindsight.trainer.learn.training.MetricMeans;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.Seeds;
import dev.hindsight.trainer.run.UpdateProgress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Soft actor-critic (Haarnoja et al., "Soft Actor-Critic Algorithms and Applications", 2018; with
/// discrete actions: Christodoulou, "Soft Actor-Critic for Discrete Action Settings", 2019): steps
/// from the replay buffer in, better weights out. One owner thread.
///
/// ```
/// V(s)     = E over a of (min Q(s, a) - alpha log pi(a))
/// y        = r + b V'(s')            b = gamma^n, 0 where the episode terminated
/// critic   = mean of w huber(Q(s, a) - y)
/// actor    = - mean of V(s)
/// alpha    = - mean of log alpha (E log pi + H*)      H* the target entropy
/// ```
///
/// All losses of a step use the networks as they were before it; then the weights change, then the
/// target critics follow. The policy's value head learns V from layers that it does not train: the
/// value in a recording is what the critics expect.
final class Sac implements AutoCloseable {
  /// Error at which the loss changes from quadratic to linear.
  private static final float HUBER = 1;

  private SacConfig config;
  private final Engine engine;
  private final FeedForwardNetwork network;
  private final WeightVector weights;
  private final Adam adam;
  private final Temperature temperature;
  private final List<Critic> critics = new ArrayList<>();
  private final ReplayBatch batch;

  /// `[N]` how far the critics were off in the last step.
  private float[] errors = new float[0];

  private UpdateProgress progress = UpdateProgress.SILENT;

  /// @param network without memory; the actor trains its layers
  /// @param encoder the type of encoder, also for the critics
  /// @param seeds of the critics' initial weights
  Sac(
      FeedForwardNetwork network,
      Encoder encoder,
      WeightVector weights,
      SacConfig config,
      Seeds seeds) {
    NDManager manager = weights.flat().getManager();
    this.config = config;
    this.engine = manager.getEngine();
    this.network = network;
    this.weights = weights;
    this.adam = new Adam(weights, config.adam());
    this.temperature =
        new Temperature(manager, config.initialAlpha(), config.targetEntropy(), config.adam());
    for (int i = 0; i < config.critics(); i++) {
      long seed = seeds.of(Seeds.Purpose.WEIGHTS, 0, 1L + i);
      critics.add(new Critic(manager, encoder, network.heads(), seed, config.adam()));
    }
    this.batch = new ReplayBatch(manager, config.batch(), encoder.inputs());
    ExclusiveGradientCollector.learnerBegins();
  }

  /// Changes the knobs of [SacConfig#LIVE] from the next update on.
  void change(SacConfig other) {
    config = other;
  }

  /// From now on reports every step.
  void follow(UpdateProgress listener) {
    progress = listener;
  }

  /// Runs one update: several optimiser steps, each on a batch drawn from the buffer.
  ///
  /// @param steps number of steps
  /// @param rates learning rates
  /// @param random for drawing batches
  /// @param update its number, from 0, for messages
  /// @return means over the steps, by name as in docs/metrics.md
  /// @throws Problem if a result is not finite; the weights are then those before that step
  Map<String, Double> update(
      ReplayBuffer buffer, int steps, SacConfig.Rates rates, SplittableRandom random, long update) {
    MetricMeans metrics = new MetricMeans();
    for (int step = 0; step < steps; step++) {
      buffer.sample(random, batch);
      metrics.add(step(rates, wording("Sac.update_step", update + 1, step + 1)));
      buffer.learned(batch, errors);
      progress.reached(UpdateProgress.Phase.LEARN, step + 1, steps);
    }
    return metrics.means();
  }

  private Map<String, Double> step(SacConfig.Rates rates, String where) {
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      double alpha = temperature.alpha();
      Map<String, Double> measured = new LinkedHashMap<>();
      NDArray target = target(alpha);
      double logProb = backward(target, alpha, measured);
      moveWeights(rates, where, measured);
      measured.put("losses/alpha_loss", temperature.step(logProb, rates.alpha()));
      measured.put("losses/entropy", -logProb);
      measured.put("sac/alpha", alpha);
      measured.put("sac/target_q", (double) target.mean().getFloat());
      critics.forEach(critic -> critic.follow(config.tau()));
      return measured;
    }
  }

  /// y of the batch, from the present policy and the target critics, without gradients.
  private NDArray target(double alpha) {
    NamedWeights frozen = NamedWeights.of(weights.flat().stopGradient(), weights.layout());
    NDArray later = batch.later();
    ActionDistribution next = ActionDistribution.every(network.heads(frozen, later).logits());
    List<NDArray> values = critics.stream().map(critic -> critic.targetValues(later)).toList();
    return target(batch.reward(), batch.bootstrap(), next.softValue(values, alpha));
  }

  /// Computes the gradients of all networks.
  ///
  /// @return mean of `E log pi`
  private double backward(NDArray target, double alpha, Map<String, Double> measured) {
    try (GradientCollector collector = ExclusiveGradientCollector.begin(engine)) {
      NDArray seen = batch.observation();
      List<NDArray> values = new ArrayList<>();
      List<NDArray> taken = new ArrayList<>();
      double criticLoss = 0;
      for (Critic critic : critics) {
        NamedWeights learning = critic.learning();
        NDArray every = critic.values(learning, seen);
        NDArray chosen = every.gather(batch.action(), 1).squeeze(1);
        NDArray loss = criticLoss(chosen, target, batch.weight());
        learning.backward(collector, loss);
        values.add(every.stopGradient());
        taken.add(chosen.stopGradient());
        criticLoss += loss.getFloat() / critics.size();
      }
      NamedWeights learning = weights.weights();
      LogitsAndValues outputs = network.heads(learning, seen);
      ActionDistribution now = ActionDistribution.every(outputs.logits());
      NDArray soft = now.softValue(values, alpha);
      NDArray actorLoss = actorLoss(soft);
      NDArray valueError = outputs.values().sub(soft.stopGradient()).square().mean();
      NDArray valueLoss = Layers.scaled(valueError, 0.5);
      learning.backward(collector, actorLoss.add(valueLoss));
      measured.put("losses/policy_loss", (double) actorLoss.getFloat());
      measured.put("losses/value_loss", (double) valueLoss.getFloat());
      measured.put("losses/critic_loss", criticLoss);
      NDArray error = error(taken, target);
      errors = error.toFloatArray();
      measured.put("sac/td_error", (double) error.mean().getFloat());
      measured.put("sac/q", (double) taken.getFirst().mean().getFloat());
      return now.expectedLogProb().mean().getFloat();
    }
  }

  /// Runs one optimiser step of the policy and the critics, with each gradient clipped.
  private void moveWeights(SacConfig.Rates rates, String where, Map<String, Double> measured) {
    NDArray own = weights.flat().getGradient();
    List<NDArray> theirs = critics.stream().map(Critic::gradient).toList();
    double length = own.norm().getFloat();
    double longest = theirs.stream().mapToDouble(one -> one.norm().getFloat()).max().orElse(0);
    measured.put("losses/gradient_norm", length);
    measured.put("losses/critic_gradient_norm", longest);
    if (!Double.isFinite(length + longest)
        || !measured.values().stream().allMatch(Double::isFinite)) {
      throw new Problem(
          wording("Sac.losses_and_lengths_of_gradients", measured),
          where,
          wording("Sac.resume_from_the_last_checkpoint"));
    }
    adam.step(own, rates.actor(), clipped(length));
    for (int i = 0; i < critics.size(); i++) {
      NDArray gradient = theirs.get(i);
      critics.get(i).step(gradient, rates.critic(), clipped(gradient.norm().getFloat()));
    }
  }

  private double clipped(double length) {
    return Math.min(1, config.gradientNorm() / (length + 1e-6));
  }

  /// The next actions of a policy with their probabilities: all actions if the space is discrete,
  /// otherwise one that was drawn.
  ///
  /// @param weight `[N, n]`, weight of each in an expectation; rows sum to 1
  /// @param logProb `[N, n]`, log pi
  record ActionDistribution(NDArray weight, NDArray logProb) {
    /// The distribution over all discrete actions.
    ///
    /// @param logits `[N, n]`
    static ActionDistribution every(NDArray logits) {
      NDArray logProb = logits.logSoftmax(-1);
      return new ActionDistribution(logProb.exp(), logProb);
    }

    /// V, `[N]`: the lowest estimate of the critics, plus alpha times the entropy.
    ///
    /// @param values one `[N, n]` per critic, of the same actions
    /// @param alpha temperature
    NDArray softValue(List<NDArray> values, double alpha) {
      NDArray least = values.stream().reduce(NDArrays::minimum).orElseThrow();
      return expected(least.sub(Layers.scaled(logProb, alpha)));
    }

    /// `E log pi`, `[N]`.
    NDArray expectedLogProb() {
      return expected(logProb);
    }

    private NDArray expected(NDArray each) {
      return weight.mul(each).sum(new int[] {1});
    }
  }

  /// y, `[N]`.
  ///
  /// @param reward `[N]`, discounted sum over n steps
  /// @param bootstrap `[N]`, b
  /// @param later `[N]`, V' of the observation after the n steps
  static NDArray target(NDArray reward, NDArray bootstrap, NDArray later) {
    return reward.add(bootstrap.mul(later));
  }

  /// The loss of one critic, a scalar.
  ///
  /// @param chosen `[N]`, Q of the action taken
  /// @param target `[N]`, y
  /// @param weight `[N]`, w: less for a step that is drawn more often than others
  static NDArray criticLoss(NDArray chosen, NDArray target, NDArray weight) {
    NDArray size = chosen.sub(target).abs();
    NDArray near = size.clip(0, HUBER);
    return near.mul(size.sub(Layers.scaled(near, 0.5))).mul(weight).mean();
  }

  /// The mean error of the critics, `[N]`.
  ///
  /// @param chosen one `[N]` per critic, Q of the action taken
  /// @param target `[N]`, y
  static NDArray error(List<NDArray> chosen, NDArray target) {
    NDList sizes = new NDList();
    chosen.forEach(one -> sizes.add(one.sub(target).abs()));
    return NDArrays.stack(sizes).mean(new int[] {0});
  }

  /// The actor's loss, a scalar.
  ///
  /// @param value `[N]`, V with gradients of the policy only
  static NDArray actorLoss(NDArray value) {
    return value.mean().neg();
  }

  /// The state to store in a checkpoint besides the weights.
  ///
  /// @param name prefix of the arrays' names
  List<Tensor> kept(String name) {
    List<Tensor> all = new ArrayList<>(adam.kept(name + "actor."));
    all.addAll(temperature.kept(name + "alpha."));
    for (int i = 0; i < critics.size(); i++) {
      all.addAll(critics.get(i).kept(name + "q" + (i + 1) + "."));
    }
    return all;
  }

  /// Restores what [#kept] stored.
  void restore(String name, Map<String, Tensor> tensors) {
    adam.restore(name + "actor.", tensors);
    temperature.restore(name + "alpha.", tensors);
    for (int i = 0; i < critics.size(); i++) {
      critics.get(i).restore(name + "q" + (i + 1) + ".", tensors);
    }
  }

  @Override
  public void close() {
    ExclusiveGradientCollector.learnerEnds();
    critics.forEach(Critic::close);
    temperature.close();
    adam.close();
    batch.close();
  }
}
