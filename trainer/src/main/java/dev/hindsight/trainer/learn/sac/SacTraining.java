package dev.hindsight.trainer.learn.sac;

import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.learn.net.ActorCriticHeads;
import dev.hindsight.trainer.learn.net.Encoder;
import dev.hindsight.trainer.learn.net.EncoderKind.Sizes.Ending;
import dev.hindsight.trainer.learn.net.FeedForwardNetwork;
import dev.hindsight.trainer.learn.net.FeedForwardNetwork.Shaping;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.learn.replay.ReplayBuffer;
import dev.hindsight.trainer.learn.training.ActionLog;
import dev.hindsight.trainer.learn.training.Architecture;
import dev.hindsight.trainer.learn.training.CoPlayers;
import dev.hindsight.trainer.learn.training.Collector;
import dev.hindsight.trainer.learn.training.ObservationStore;
import dev.hindsight.trainer.learn.training.StepBudget;
import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.learn.training.VectorEnvironment;
import dev.hindsight.trainer.learn.training.VectorEnvironment.LearningAgents;
import dev.hindsight.trainer.observation.ObservationPacking;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.BreakpointListener;
import dev.hindsight.trainer.run.Seeds;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.UpdateProgress;
import dev.hindsight.trainer.run.UpdateReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Training with soft actor-critic, from environments to weights: [Sac] learns from the replay
/// buffer. One owner thread.
///
/// ```
/// each update: act for some ticks -> store the steps -> learn from the buffer, step by step
/// ```
final class SacTraining implements Algorithm, ReplayBufferHistory.Rebuilder {
  private SacConfig config;
  private final Seeds seeds;
  private final NDManager manager;
  private final VectorEnvironment vectorEnvironment;
  private final WeightVector weights;
  private final NetworkActor networkActor;
  private final CoPlayers coPlayers;
  private final Trajectories trajectories;
  private final Collector collector;
  private final ReplayBuffer buffer;
  private final EpisodeAssembler episodeAssembler;
  private final ReplayBufferHistory replayBufferHistory;
  private final Sac sac;

  /// Number of updates after which environments are replaced.
  private final int renewal;

  private long updates;
  private double rateFactor = 1;

  SacTraining(TrainingTask task, NDManager manager) {
    SettingValues values = task.settings();
    this.seeds = new Seeds(task.seed());
    this.manager = manager;
    LearningAgents learningAgents =
        task.coPlayer().isPresent() ? LearningAgents.EGOS : LearningAgents.ALL;
    this.vectorEnvironment =
        new VectorEnvironment(
            task.factories(),
            values.whole("num_envs"),
            seeds,
            learningAgents,
            values.whole("num_workers"));
    this.config = SacConfig.of(values, vectorEnvironment.actionCount());
    int agents = vectorEnvironment.shape().agents();
    int ticks = values.whole("rollout_fragment_length");
    this.renewal = Math.ceilDiv(values.whole("resample_frequency"), ticks);
    Encoder encoder = Architecture.encoder(values, vectorEnvironment.shape(), Ending.JOINED);
    FeedForwardNetwork network =
        new FeedForwardNetwork(
            encoder,
            Architecture.heads(
                encoder,
                vectorEnvironment.actionCount(),
                vectorEnvironment.shape(),
                ActorCriticHeads.Sizes.LINEAR),
            Shaping.BY_ACTOR);
    long seed = seeds.of(Seeds.Purpose.WEIGHTS, 0, 0);
    this.weights =
        new WeightVector(manager, network.parameters(), network.parameters().initial(seed));
    this.networkActor = network.actor(weights, agents);
    this.coPlayers = CoPlayers.of(vectorEnvironment, task.coPlayer());
    ActionLog log = new ActionLog(vectorEnvironment);
    this.replayBufferHistory = new ReplayBufferHistory(log);
    ObservationPacking packing = new ObservationPacking(vectorEnvironment.shape().observation());
    this.trajectories =
        new Trajectories(agents, ticks, ObservationStore.of(packing, agents, ticks));
    this.collector =
        new Collector(
            vectorEnvironment,
            networkActor,
            coPlayers,
            log,
            trajectories,
            Collector.RowKind.SEGMENTS,
            config.collecting(),
            StepBudget.NONE);
    this.buffer = config.buffer();
    this.episodeAssembler =
        new EpisodeAssembler(buffer, packing, agents, config.trialEnds(), config.timeouts());
    this.sac = new Sac(network, encoder, weights, config, seeds);
  }

  @Override
  public long updates() {
    return updates;
  }

  @Override
  public long updatesInAll() {
    return config.updates();
  }

  @Override
  public UpdateReport update() {
    long age = updates % renewal;
    if (age == 0 && updates > 0) {
      end();
      replayBufferHistory.end(updates - renewal, renewal);
      vectorEnvironment.renew(seeds, updates);
    }
    Collector.Split split = collector.collect(seeds, updates);
    episodeAssembler.write(trajectories, updates - age);
    replayBufferHistory.forgetBefore(buffer.oldestGeneration(updates - age));
    long start = System.nanoTime();
    Map<String, Double> metrics = new LinkedHashMap<>(learn());
    metrics.put("learning_rate", config.rates().actor() * rateFactor);
    metrics.put("replay/steps", (double) buffer.size());
    metrics.put("replay/episodes", (double) buffer.episodes());
    metrics.put("replay/bytes", (double) buffer.bytes());
    metrics.putAll(buffer.figures());
    updates++;
    return collector.report(updates, split, System.nanoTime() - start, metrics);
  }

  private Map<String, Double> learn() {
    if (buffer.starts() == 0 || buffer.size() < config.learningStarts()) {
      return Map.of();
    }
    SplittableRandom random = new SplittableRandom(seeds.of(Seeds.Purpose.ROWS, updates, 0));
    int steps = config.learningSteps(trajectories.live());
    return sac.update(buffer, steps, config.rates().times(rateFactor), random, updates);
  }

  @Override
  public void replay(long update, int count, ActionLog.Reader reader) {
    vectorEnvironment.renew(seeds, update);
    for (int i = 0; i < count; i++) {
      collector.replay(reader, update + i);
      episodeAssembler.write(trajectories, update);
    }
  }

  @Override
  public void end() {
    episodeAssembler.cut(vectorEnvironment);
  }

  @Override
  public String policy() {
    return "mlp";
  }

  @Override
  public List<Tensor> weights() {
    return weights.tensors();
  }

  @Override
  public List<Tensor> optimiser() {
    List<Tensor> all = new ArrayList<>(sac.kept(Checkpoint.OPTIMISER));
    int age = updates == 0 ? 0 : (int) ((updates - 1) % renewal) + 1;
    all.addAll(replayBufferHistory.kept(Checkpoint.OPTIMISER, updates - age, age));
    all.addAll(buffer.kept(Checkpoint.OPTIMISER));
    return all;
  }

  @Override
  public void adopt(Checkpoint parent) {
    weights.adopt(parent);
  }

  @Override
  public void restore(Map<String, Tensor> tensors, long updatesDone) {
    weights.set(weights.layout().gather(tensors));
    sac.restore(Checkpoint.OPTIMISER, tensors);
    replayBufferHistory.restore(Checkpoint.OPTIMISER, tensors, this);
    buffer.restore(Checkpoint.OPTIMISER, tensors);
    updates = updatesDone;
  }

  @Override
  public void arm(List<String> conditions, BreakpointListener breakpointListener) {
    collector.watch().arm(conditions, breakpointListener);
  }

  @Override
  public void follow(UpdateProgress progress) {
    collector.follow(progress);
    sac.follow(progress);
  }

  @Override
  public void change(SettingValues settings) {
    config = SacConfig.of(settings, vectorEnvironment.actionCount());
    sac.change(config);
  }

  @Override
  public void scaleLearningRate(double factor) {
    rateFactor = factor;
  }

  @Override
  public void close() {
    sac.close();
    networkActor.close();
    coPlayers.close();
    vectorEnvironment.close();
    weights.close();
    manager.close();
  }
}
