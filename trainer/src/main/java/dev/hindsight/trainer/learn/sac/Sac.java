package dev.hindsight.trainer.learn.sac;

import static dev.hindsight.trainer.text.TrainerText.wording;

import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrays;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.NDScope;
import ai.djl.ndarray.types.DataType;
import ai.djl.training.GradientCollector;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.learn.net.CriticNetwork;
import dev.hindsight.trainer.learn.net.ExclusiveGradientCollector;
import dev.hindsight.trainer.learn.net.GroupActors.GroupOutputs;
import dev.hindsight.trainer.learn.net.HostArray;
import dev.hindsight.trainer.learn.net.Layers;
import dev.hindsight.trainer.learn.net.NamedWeights;
import dev.hindsight.trainer.learn.net.SegmentBatch;
import dev.hindsight.trainer.learn.replay.ReplayBatch;
import dev.hindsight.trainer.learn.replay.ReplayBuffer;
import dev.hindsight.trainer.learn.replay.SequenceSizes;
import dev.hindsight.trainer.learn.replay.StepSizes;
import dev.hindsight.trainer.learn.training.MetricMeans;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.Seeds;
import dev.hindsight.trainer.run.UpdateProgress;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/// Soft actor-critic (Haarnoja et al., "Soft Actor-Critic Algorithms and Applications", 2018; with
/// discrete actions: Christodoulou, "Soft Actor-Critic for Discrete Action Settings", 2019) of one
/// decision maker, an agent or a group of M: steps from the replay buffer in, better weights out.
/// One owner thread.
///
/// ```
/// V(s)     = E over a of (min Q(s, a) - sum over members of alpha log pi(own a))
/// y        = c r + b V'(s')          b = gamma^n, 0 where the episode terminated
/// critic   = mean of w huber(Q(s, a) - y)
/// actor    = - mean of V(s)
/// alpha    = - mean of log alpha (E log pi + H*)      H* the target entropy
/// ```
///
/// s and a are what all members observe and do, r is the sum of their rewards, c a scale. The
/// expectation over discrete actions is exact, over all joint ones; over numbers it is that of one
/// drawn action, through which gradients flow (the reparametrised form).
///
/// Networks with memory learn from sequences of steps (Kapturowski et al., "Recurrent Experience
/// Replay in Distributed Reinforcement Learning", 2019): means run over all steps of all sequences;
/// the ticks of the burn-in before them only warm the memory, through which no gradient flows back
/// into them. The error of a sequence is 0.9 times the largest of its steps' plus 0.1 times their
/// mean.
///
/// All losses of a step use the networks as they were before it; then the weights change, then the
/// target critics follow. The policy's value head learns V / c from layers that it does not train:
/// the value in a recording is what the critics expect.
final class Sac implements AutoCloseable {
  /// Error at which the loss changes from quadratic to linear.
  private static final float HUBER = 1;

  private static final String LENGTH = "losses/gradient_norm";
  private static final String LENGTHS_OF_CRITICS = "losses/critic_gradient_norm";

  /// Share of the largest error of a sequence in its priority, against the mean.
  private static final double LARGEST = 0.9;

  private SacConfig config;
  private final Engine engine;
  private final ActorWeights actor;
  private final StepSizes sizes;
  private final ReplayBuffer buffer;

  /// One for each member, or one for all.
  private final List<Temperature> temperatures = new ArrayList<>();

  private final List<Critic> critics = new ArrayList<>();
  private final ReplayBatch batch;

  /// `[K * M, k]` noise of the actions drawn now and after the step; empty for discrete actions.
  private final List<HostArray> noise = new ArrayList<>();

  /// `[N]` how far the critics were off in each row of the last batch.
  private final float[] errors;

  /// Steps of the last batch: rows may end early.
  private int live;

  /// @param actor of all members; other learners may train it too
  /// @param critic what each critic computes
  /// @param observed D
  /// @param sizes of a step
  /// @param sequences of steps that are drawn
  /// @param buffer to learn from
  /// @param seeds of the critics' initial weights
  /// @param learner number of this learner among those of a run, from 0
  Sac(
      NDManager manager,
      ActorWeights actor,
      CriticNetwork critic,
      int observed,
      StepSizes sizes,
      SequenceSizes sequences,
      ReplayBuffer buffer,
      SacConfig config,
      Seeds seeds,
      int learner) {
    this.config = config;
    this.engine = manager.getEngine();
    this.actor = actor;
    this.sizes = sizes;
    this.buffer = buffer;
    for (int i = 0; i < config.temperatures(sizes.members()); i++) {
      temperatures.add(
          new Temperature(
              manager,
              config.initialAlpha(),
              config.targetEntropy(sizes.members()),
              config.adam()));
    }
    for (int i = 0; i < config.critics(); i++) {
      long seed = seeds.of(Seeds.Purpose.WEIGHTS, 0, 1L + i + (long) learner * config.critics());
      critics.add(new Critic(manager, critic, seed, config.adam()));
    }
    this.batch = new ReplayBatch(manager, config.batch(), observed, sizes, sequences);
    this.errors = new float[config.batch()];
    for (int i = 0; i < 2 && sizes.numbers() > 0; i++) {
      long rows = (long) batch.steps() * sizes.members();
      noise.add(new HostArray(manager, DataType.FLOAT32, rows, sizes.numbers()));
    }
    ExclusiveGradientCollector.learnerBegins();
  }

  /// Changes the knobs of [SacConfig#LIVE] from the next update on.
  void change(SacConfig other) {
    config = other;
  }

  /// The buffer it learns from.
  ReplayBuffer buffer() {
    return buffer;
  }

  /// Runs one update: several optimiser steps of each learner in turn, each on a batch drawn from
  /// its buffer.
  ///
  /// @param steps number of steps
  /// @param rates learning rates
  /// @param random for drawing batches and actions
  /// @param update its number, from 0, for messages
  /// @param progress gets every step
  /// @return means over the steps and learners, by name as in docs/metrics.md
  /// @throws Problem if a result is not finite; the weights are then those before that step
  static Map<String, Double> update(
      List<Sac> learners,
      int steps,
      SacConfig.Rates rates,
      SplittableRandom random,
      long update,
      UpdateProgress progress) {
    MetricMeans metrics = new MetricMeans();
    for (int step = 0; step < steps; step++) {
      for (Sac learner : learners) {
        learner.buffer.sample(random, learner.batch);
        learner.draw(random);
        int number = step + 1;
        metrics.add(learner.step(rates, () -> wording("Sac.update_step", update + 1, number)));
        if (learner.buffer.readsErrors()) {
          learner.buffer.learned(learner.batch, learner.errors);
        }
      }
      progress.reached(UpdateProgress.Phase.LEARN, step + 1, steps);
    }
    return metrics.means();
  }

  private void draw(SplittableRandom random) {
    for (HostArray one : noise) {
      FloatBuffer numbers = one.bytes().asFloatBuffer();
      while (numbers.hasRemaining()) {
        numbers.put((float) random.nextGaussian());
      }
    }
  }

  private Map<String, Double> step(SacConfig.Rates rates, Supplier<String> where) {
    try (NDScope scope = new NDScope()) {
      scope.suppressNotUsedWarning();
      double[] alphas = alphas();
      live = (int) IntStream.range(0, batch.steps()).filter(batch::isLive).count();
      ReplayBatch.Readings readings = batch.readings(config.replaySizes().steps());
      NDArray target = target(readings.later(), alphas);
      StepScalars scalars = new StepScalars();
      NDArray expectedLogProbs = backward(readings.now(), target, alphas, scalars);
      Map<String, Double> measured = moveWeights(rates, where, scalars);
      double[] logProbs = logProbs(expectedLogProbs);
      double all = 0;
      for (double logProb : logProbs) {
        all += logProb;
      }
      double loss = 0;
      for (int i = 0; i < temperatures.size(); i++) {
        double own = temperatures.size() == 1 ? all : logProbs[i];
        loss += temperatures.get(i).step(own, rates.alpha());
      }
      measured.put("losses/alpha_loss", loss);
      measured.put("losses/entropy", -all);
      measured.put("sac/alpha", mean(alphas));
      measured.put(
          "sac/target_entropy", config.targetEntropy(sizes.members()) * temperatures.size());
      for (int i = 0; temperatures.size() > 1 && i < temperatures.size(); i++) {
        measured.put("sac/alpha_member_" + i, alphas[i]);
        measured.put("sac/entropy_member_" + i, -logProbs[i]);
      }
      critics.forEach(critic -> critic.follow(config.tau()));
      return measured;
    }
  }

  /// `[M]`
  private double[] alphas() {
    double[] alphas = new double[sizes.members()];
    for (int member = 0; member < alphas.length; member++) {
      alphas[member] = temperatures.get(Math.min(member, temperatures.size() - 1)).alpha();
    }
    return alphas;
  }

  private static double mean(double[] numbers) {
    double sum = 0;
    for (double number : numbers) {
      sum += number;
    }
    return sum / numbers.length;
  }

  /// Mean over the steps of the batch.
  ///
  /// @param each `[K]`, or `[K, w]`
  /// @return a scalar
  private NDArray mean(NDArray each) {
    if (live == batch.steps()) {
      return each.mean();
    }
    NDArray one = each.getShape().dimension() == 1 ? each : each.mean(new int[] {1});
    return Layers.scaled(one.mul(batch.live()).sum(), 1.0 / live);
  }

  /// The errors of the rows.
  ///
  /// @param each `[K]`, of their steps
  private void noteErrors(float[] each) {
    int length = batch.length();
    for (int row = 0; row < batch.rows; row++) {
      double sum = 0;
      double largest = 0;
      int count = 0;
      for (int step = row * length; step < (row + 1) * length; step++) {
        if (batch.isLive(step)) {
          sum += each[step];
          largest = Math.max(largest, each[step]);
          count++;
        }
      }
      errors[row] = (float) rowError(largest, sum / count);
    }
  }

  /// The error of a sequence, from those of its steps.
  static double rowError(double largest, double mean) {
    return mean + LARGEST * (largest - mean);
  }

  /// y of the batch, from the present policy and the target critics, without gradients.
  private NDArray target(SegmentBatch later, double[] alphas) {
    NextAction next =
        NextAction.of(
            batch,
            sizes,
            actor.actors().outputs(actor.frozen(), later),
            noise.stream().skip(1).findFirst());
    List<NDArray> values =
        critics.stream().map(critic -> critic.targetValues(later, next.action())).toList();
    return target(batch, next, values, alphas, config.rewardScale());
  }

  /// y of a batch, `[N]`.
  ///
  /// @param next what the group does after the n steps
  /// @param values one `[N, J]` per target critic, of the observation after the n steps and what
  ///   the group does then
  /// @param alphas `[M]`
  /// @param scale c
  static NDArray target(
      ReplayBatch batch, NextAction next, List<NDArray> values, double[] alphas, double scale) {
    NDArray value = next.distribution().softValue(values, alphas);
    return target(Layers.scaled(batch.reward(), scale), batch.bootstrap(), value);
  }

  /// Computes the gradients of all networks.
  ///
  /// @param scalars gets losses and the like, by name as in docs/metrics.md
  /// @return `[K, M]`, `E log pi` of each member
  private NDArray backward(
      SegmentBatch seen, NDArray target, double[] alphas, StepScalars scalars) {
    try (GradientCollector collector = ExclusiveGradientCollector.begin(engine)) {
      List<NDArray> values = new ArrayList<>();
      List<NDArray> taken = new ArrayList<>();
      for (Critic critic : critics) {
        NamedWeights learning = critic.learning();
        NDArray every = critic.values(learning, seen, batch.action());
        NDArray chosen =
            (sizes.numbers() == 0 ? every.gather(batch.action(), 1) : every).squeeze(1);
        NDArray loss = criticLoss(chosen, target, batch.weight(), this::mean);
        learning.backward(collector, loss);
        values.add(every.stopGradient());
        taken.add(chosen.stopGradient());
        scalars.add("losses/critic_loss", loss);
      }
      List<NamedWeights> learning = actor.learning();
      GroupOutputs outputs = actor.actors().outputs(learning, seen);
      NextAction now = NextAction.of(batch, sizes, outputs, noise.stream().findFirst());
      if (sizes.numbers() > 0) {
        values = critics.stream().map(critic -> critic.fixedValues(seen, now.action())).toList();
      }
      NDArray soft = now.distribution().softValue(values, alphas);
      NDArray actorLoss = actorLoss(soft, this::mean);
      NDArray expected = soft.stopGradient().reshape(-1, 1);
      NDArray estimated = Layers.scaled(outputs.values(), config.rewardScale());
      NDArray valueLoss = Layers.scaled(mean(estimated.sub(expected).square()), 0.5);
      NamedWeights.backward(collector, actorLoss.add(valueLoss), learning);
      NDArray error = error(taken, target);
      if (buffer.readsErrors()) {
        noteErrors(error.toFloatArray());
      }
      scalars.add("losses/policy_loss", actorLoss);
      scalars.add("losses/value_loss", valueLoss);
      scalars.add("sac/td_error", mean(error));
      scalars.add("sac/q", mean(taken.getFirst()));
      scalars.add("sac/target_q", mean(target));
      return now.distribution().expectedLogProbs().stopGradient();
    }
  }

  /// Means over the steps of the batch, `[M]`.
  ///
  /// @param each `[K, M]`
  private double[] logProbs(NDArray each) {
    NDArray sums =
        live == batch.steps()
            ? each.sum(new int[] {0})
            : each.mul(batch.live().reshape(-1, 1)).sum(new int[] {0});
    float[] all = sums.toFloatArray();
    double[] means = new double[all.length];
    for (int member = 0; member < all.length; member++) {
      means[member] = (double) all[member] / live;
    }
    return means;
  }

  /// Runs one optimiser step of the policy and the critics, with each gradient clipped.
  ///
  /// @param scalars of the step
  /// @return what the step measured, by name as in docs/metrics.md
  private Map<String, Double> moveWeights(
      SacConfig.Rates rates, Supplier<String> where, StepScalars scalars) {
    List<NDArray> own = actor.gradients();
    List<NDArray> theirs = critics.stream().map(Critic::gradient).toList();
    own.forEach(one -> scalars.add(LENGTH, one.norm()));
    theirs.forEach(one -> scalars.add(LENGTHS_OF_CRITICS, one.norm()));
    scalars.read();
    double length = Math.sqrt(Arrays.stream(scalars.named(LENGTH)).map(one -> one * one).sum());
    double[] lengths = scalars.named(LENGTHS_OF_CRITICS);
    double longest = Arrays.stream(lengths).max().orElse(0);
    Map<String, Double> measured = scalars.means();
    measured.put(LENGTH, length);
    measured.put(LENGTHS_OF_CRITICS, longest);
    if (!Double.isFinite(length + longest)
        || !measured.values().stream().allMatch(Double::isFinite)) {
      throw new Problem(
          wording("Sac.losses_and_lengths_of_gradients", measured),
          where.get(),
          wording("Sac.resume_from_the_last_checkpoint"));
    }
    for (int which = 0; which < own.size(); which++) {
      actor.optimisers().get(which).step(own.get(which), rates.actor(), clipped(length));
    }
    for (int i = 0; i < critics.size(); i++) {
      critics.get(i).step(theirs.get(i), rates.critic(), clipped(lengths[i]));
    }
    return measured;
  }

  private double clipped(double length) {
    return Math.min(1, config.gradientNorm() / (length + 1e-6));
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
  /// @param mean over the steps
  static NDArray criticLoss(
      NDArray chosen, NDArray target, NDArray weight, UnaryOperator<NDArray> mean) {
    NDArray size = chosen.sub(target).abs();
    NDArray near = size.clip(0, HUBER);
    return mean.apply(near.mul(size.sub(Layers.scaled(near, 0.5))).mul(weight));
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
  /// @param mean over the steps
  static NDArray actorLoss(NDArray value, UnaryOperator<NDArray> mean) {
    return mean.apply(value).neg();
  }

  /// The state to store in a checkpoint besides the actor's.
  ///
  /// @param name prefix of the arrays' names
  List<Tensor> kept(String name) {
    List<Tensor> all = new ArrayList<>();
    for (int i = 0; i < temperatures.size(); i++) {
      all.addAll(temperatures.get(i).kept(name + temperature(i)));
    }
    for (int i = 0; i < critics.size(); i++) {
      all.addAll(critics.get(i).kept(name + "q" + (i + 1) + "."));
    }
    return all;
  }

  private String temperature(int index) {
    return Temperature.name(temperatures.size(), index);
  }

  /// Restores what [#kept] stored.
  void restore(String name, Map<String, Tensor> tensors) {
    for (int i = 0; i < temperatures.size(); i++) {
      temperatures.get(i).restore(name + temperature(i), tensors);
    }
    for (int i = 0; i < critics.size(); i++) {
      critics.get(i).restore(name + "q" + (i + 1) + ".", tensors);
    }
  }

  @Override
  public void close() {
    ExclusiveGradientCollector.learnerEnds();
    critics.forEach(Critic::close);
    temperatures.forEach(Temperature::close);
    noise.forEach(HostArray::close);
    batch.close();
  }
}
