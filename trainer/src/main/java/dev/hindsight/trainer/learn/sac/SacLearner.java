package dev.hindsight.trainer.learn.sac;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
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
import dev.hindsight.trainer.learn.training.Adam;
import dev.hindsight.trainer.learn.training.Seeds;
import dev.hindsight.trainer.policy.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Makes a policy and its critics better from steps that are remembered. One owner thread.
///
/// All losses of a step are of the networks as they were before it; then the weights move, then the
/// slower critics follow. The policy's value head learns V, from layers it does not shape: what a
/// recording shows as value is what the critics expect.
final class SacLearner implements AutoCloseable {
  private final SacConfig config;
  private final Engine engine;
  private final FeedForwardNetwork network;
  private final WeightVector weights;
  private final Adam adam;
  private final Temperature temperature;
  private final List<Critic> critics = new ArrayList<>();
  private final ReplayBatch replayBatch;

  /// @param network without memory, whose layers the actor shapes
  /// @param encoder the critics' kind, too
  /// @param seeds of the critics' first weights
  SacLearner(
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
      critics.add(new Critic(manager, encoder, network.actions(), seed, config.adam()));
    }
    this.replayBatch = new ReplayBatch(manager, config.batch(), encoder.inputs());
    ExclusiveGradientCollector.learnerBegins();
  }

  /// To be filled before every step.
  ReplayBatch batch() {
    return replayBatch;
  }

  /// One step of the optimisers on the batch.
  ///
  /// @param where of the run it is, for messages
  /// @return what it measured, by name as in docs/metrics.md
  /// @throws Problem where something is not finite; the weights are those before the step
  Map<String, Double> step(SacConfig.Rates rates, String where) {
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      double alpha = temperature.alpha();
      NDArray target = target(alpha);
      Map<String, Double> measured = new LinkedHashMap<>();
      double logProb = backward(target, alpha, measured);
      step(rates, where, measured);
      measured.put("losses/alpha_loss", temperature.step(logProb, rates.alpha()));
      measured.put("losses/entropy", -logProb);
      measured.put("sac/alpha", alpha);
      measured.put("sac/target_q", (double) target.mean().getFloat());
      critics.forEach(critic -> critic.follow(config.tau()));
      return measured;
    }
  }

  /// y of the batch.
  private NDArray target(double alpha) {
    NamedWeights frozen = NamedWeights.of(weights.flat().stopGradient(), weights.layout());
    NDArray later = replayBatch.later();
    ActionDistribution actionDistribution =
        ActionDistribution.every(network.heads(frozen, later).logits());
    List<NDArray> values = critics.stream().map(critic -> critic.slower(later)).toList();
    return SoftLoss.target(
        replayBatch.reward(), replayBatch.bootstrap(), actionDistribution.softValue(values, alpha));
  }

  /// Gradients of all networks.
  ///
  /// @return mean of `E log pi`
  private double backward(NDArray target, double alpha, Map<String, Double> measured) {
    try (GradientCollector collector = ExclusiveGradientCollector.begin(engine)) {
      NDArray seen = replayBatch.observation();
      List<NDArray> values = new ArrayList<>();
      double loss = 0;
      List<NDArray> done = new ArrayList<>();
      for (Critic critic : critics) {
        NamedWeights learning = critic.learning();
        NDArray every = critic.values(learning, seen);
        NDArray chosen = every.gather(replayBatch.action(), 1).squeeze(1);
        NDArray one = SoftLoss.critic(chosen, target, replayBatch.weight());
        learning.backward(collector, one);
        values.add(every.stopGradient());
        loss += one.getFloat() / critics.size();
        done.add(chosen.stopGradient());
      }
      NamedWeights learning = weights.weights();
      LogitsAndValues logitsAndValues = network.heads(learning, seen);
      ActionDistribution actionDistribution = ActionDistribution.every(logitsAndValues.logits());
      NDArray soft = actionDistribution.softValue(values, alpha);
      NDArray actor = SoftLoss.actor(soft);
      NDArray foretold = logitsAndValues.values().sub(soft.stopGradient()).square().mean();
      NDArray half = Layers.scaled(foretold, 0.5);
      learning.backward(collector, actor.add(half));
      measured.put("losses/policy_loss", (double) actor.getFloat());
      measured.put("losses/value_loss", (double) half.getFloat());
      measured.put("losses/critic_loss", loss);
      measured.put("sac/td_error", (double) SoftLoss.error(done, target).mean().getFloat());
      measured.put("sac/q", (double) done.getFirst().mean().getFloat());
      return actionDistribution.expectedLogProb().mean().getFloat();
    }
  }

  private void step(SacConfig.Rates rates, String where, Map<String, Double> measured) {
    NDArray own = weights.flat().getGradient();
    List<NDArray> theirs = critics.stream().map(Critic::gradient).toList();
    double length = own.norm().getFloat();
    double longest = theirs.stream().mapToDouble(one -> one.norm().getFloat()).max().orElse(0);
    measured.put("losses/gradient_norm", length);
    measured.put("losses/critic_gradient_norm", longest);
    if (!Double.isFinite(length + longest)
        || !measured.values().stream().allMatch(Double::isFinite)) {
      throw new Problem(
          "losses and lengths of gradients are " + measured,
          where,
          "resume from the last checkpoint with a smaller actor_lr and critic_lr, or a grad_clip");
    }
    adam.step(own, rates.actor(), shortened(length));
    for (int i = 0; i < critics.size(); i++) {
      NDArray gradient = theirs.get(i);
      critics.get(i).step(gradient, rates.critic(), shortened(gradient.norm().getFloat()));
    }
  }

  private double shortened(double length) {
    return Math.min(1, config.gradientNorm() / (length + 1e-6));
  }

  /// What going on needs.
  ///
  /// @param name what the names of the arrays begin with
  List<Tensor> kept(String name) {
    List<Tensor> all = new ArrayList<>(adam.kept(name + "actor."));
    all.addAll(temperature.kept(name + "alpha."));
    for (int i = 0; i < critics.size(); i++) {
      all.addAll(critics.get(i).kept(name + "q" + (i + 1) + "."));
    }
    return all;
  }

  /// Goes on from what was [#kept].
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
    replayBatch.close();
  }
}
