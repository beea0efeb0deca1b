package dev.hindsight.trainer.learn.sac;

import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.OpenedParts;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.learn.TorchEngine;
import dev.hindsight.trainer.learn.net.GroupActors;
import dev.hindsight.trainer.learn.net.GroupRows;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.net.ParameterLayout;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.learn.replay.ReplayBuffer;
import dev.hindsight.trainer.learn.training.ActionLog;
import dev.hindsight.trainer.learn.training.Adam;
import dev.hindsight.trainer.learn.training.CheckpointTensors;
import dev.hindsight.trainer.learn.training.CoPlayers;
import dev.hindsight.trainer.learn.training.CollectionReport;
import dev.hindsight.trainer.learn.training.Collector;
import dev.hindsight.trainer.learn.training.MetricMeans;
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
import dev.hindsight.trainer.run.BucketEpisodes;
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
///
/// One learner trains all groups; the decentralised mode has one for each member of a group, with a
/// buffer of its own.
final class SacTraining implements Algorithm, ReplayBufferHistory.Rebuilder {
  private static final String ACTOR = "actor.";
  private static final String MEMORY = Checkpoint.OPTIMISER + ACTOR + "memory.";

  private SacConfig config;
  private final Seeds seeds;
  private final NDManager manager;
  private final VectorEnvironment vectorEnvironment;
  private final NetworkActor networkActor;
  private final CoPlayers coPlayers;
  private final Trajectories trajectories;
  private final Collector collector;
  private final EpisodeAssembler episodeAssembler;
  private final ReplayBufferHistory replayBufferHistory;
  private final ReplayAgents replayAgents;

  /// The actors of all members, as they act.
  private final ActorWeights actorWeights;

  private final List<Sac> learners = new ArrayList<>();

  /// Id of the policy type that opens the weights.
  private final String policy;

  /// Number of updates after which environments are replaced.
  private final int renewal;

  private UpdateProgress progress = UpdateProgress.SILENT;
  private long updates;
  private List<BucketEpisodes> buckets = List.of();
  private double rateFactor = 1;

  /// @param parts gets what is opened
  SacTraining(TrainingTask task, OpenedParts parts) {
    SettingValues values = task.settings();
    this.seeds = new Seeds(task.seed());
    this.manager = parts.add(TorchEngine.scope(task.device()), NDManager::close);
    this.vectorEnvironment =
        parts.add(
            new VectorEnvironment(
                task.factories(),
                values.whole("num_envs"),
                seeds,
                LearningAgents.of(task),
                values.whole("num_workers")),
            VectorEnvironment::close);
    EnvironmentShape shape = vectorEnvironment.shape();
    this.config = SacConfig.of(values, shape.actions());
    int agents = shape.agents();
    int ticks = values.whole("rollout_fragment_length");
    this.renewal = Math.ceilDiv(values.whole("resample_frequency"), ticks);
    GroupRows rows = GroupRows.of(shape);
    SacNetworks networks = SacNetworks.of(values, config, shape, rows.members());
    this.actorWeights = actorWeights(networks.actors());
    this.policy = networks.policy();
    this.networkActor =
        parts.add(networks.actors().actor(actorWeights.weights(), rows), NetworkActor::close);
    this.coPlayers = parts.add(CoPlayers.of(vectorEnvironment, task.coPlayer()), CoPlayers::close);
    ActionLog log = new ActionLog(vectorEnvironment);
    this.replayBufferHistory = new ReplayBufferHistory(log);
    ObservationPacking packing = new ObservationPacking(shape.observation());
    this.trajectories =
        new Trajectories(
            agents,
            ticks,
            ObservationStore.of(packing, agents, ticks),
            new Trajectories.ActionSizes(0, networks.sizes().numbers()));
    trajectories.keepStates(networks.sequences().state() == 0 ? 0 : networkActor.stateNumbers());
    this.collector =
        new Collector(
            vectorEnvironment,
            networkActor,
            coPlayers,
            log,
            trajectories,
            Collector.RowKind.FRAGMENTS,
            config.collecting(),
            StepBudget.NONE);
    for (int learner = 0; learner < networks.learners(); learner++) {
      learners.add(
          parts.add(
              new Sac(
                  manager,
                  learner(networks, learner),
                  networks.critic(),
                  packing.numbers(),
                  networks.sizes(),
                  networks.sequences(),
                  config.buffer(),
                  config,
                  seeds,
                  learner),
              Sac::close));
    }
    List<EpisodeAssembler.Decider> deciders = deciders(networks, rows);
    this.replayAgents =
        ReplayAgents.of(
            vectorEnvironment,
            ticks,
            networks.sizes().numbers(),
            deciders.stream().map(EpisodeAssembler.Decider::rows).toList());
    this.episodeAssembler =
        new EpisodeAssembler(
            deciders,
            packing,
            networks.sizes(),
            networks.sequences(),
            limboSeen(networks),
            networks.actions(),
            config.trialEnds(),
            config.timeouts());
  }

  /// An actor of all members observes zeros for those in limbo, as where it acts.
  private static EpisodeAssembler.LimboSeen limboSeen(SacNetworks networks) {
    return networks.actors().form() == GroupActors.Form.JOINT
        ? EpisodeAssembler.LimboSeen.AS_ZEROS
        : EpisodeAssembler.LimboSeen.AS_OBSERVED;
  }

  private ActorWeights actorWeights(GroupActors actors) {
    List<WeightVector> weights = new ArrayList<>();
    ParameterLayout layout = actors.network().parameters();
    for (int which = 0; which < actors.networks(); which++) {
      long seed = seeds.of(Seeds.Purpose.WEIGHTS, 0, which == 0 ? 0 : -which);
      weights.add(new WeightVector(manager, layout, layout.initial(seed)));
    }
    return new ActorWeights(
        actors, weights, weights.stream().map(one -> new Adam(one, config.adam())).toList());
  }

  /// The actor that a learner trains: that of all members, or of one of them.
  private ActorWeights learner(SacNetworks networks, int learner) {
    if (networks.learners() == 1) {
      return actorWeights;
    }
    int which = networks.actors().networkOf(learner);
    return new ActorWeights(
        networks.actors().ofOneMember(),
        List.of(actorWeights.weights().get(which)),
        List.of(actorWeights.optimisers().get(which)));
  }

  /// The decision makers, each with its learner's buffer.
  private List<EpisodeAssembler.Decider> deciders(SacNetworks networks, GroupRows rows) {
    List<EpisodeAssembler.Decider> deciders = new ArrayList<>();
    for (List<Integer> members : networks.deciders(rows)) {
      Sac learner = learners.get(networks.learner(deciders.size()));
      deciders.add(new EpisodeAssembler.Decider(members, learner.buffer()));
    }
    return deciders;
  }

  @Override
  public long updates() {
    return updates;
  }

  @Override
  public List<BucketEpisodes> buckets() {
    return buckets;
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
      networkActor.reset();
    }
    Collector.Split split = collector.collect(seeds, updates);
    episodeAssembler.write(trajectories, updates - age);
    long oldest =
        learners.stream()
            .mapToLong(learner -> learner.buffer().oldestGeneration(updates - age))
            .min()
            .orElseThrow();
    replayBufferHistory.forgetBefore(oldest);
    long start = System.nanoTime();
    Map<String, Double> metrics = new LinkedHashMap<>(learn());
    metrics.put("learning_rate", config.rates().actor() * rateFactor);
    addReplay(metrics);
    updates++;
    CollectionReport collected = collector.collected(split);
    buckets = collected.buckets();
    return collected.report(updates, System.nanoTime() - start, metrics);
  }

  /// Sums over all buffers, and means of their other figures.
  private void addReplay(Map<String, Double> metrics) {
    MetricMeans figures = new MetricMeans();
    for (Sac learner : learners) {
      ReplayBuffer buffer = learner.buffer();
      metrics.merge("replay/steps", (double) buffer.size(), Double::sum);
      metrics.merge("replay/episodes", (double) buffer.episodes(), Double::sum);
      metrics.merge("replay/bytes", (double) buffer.bytes(), Double::sum);
      figures.add(buffer.figures());
    }
    metrics.putAll(figures.means());
    long incomplete = episodeAssembler.incomplete();
    if (incomplete > 0) {
      metrics.put(
          "replay/incomplete", (double) incomplete / (incomplete + episodeAssembler.steps()));
    }
  }

  private Map<String, Double> learn() {
    for (Sac learner : learners) {
      ReplayBuffer buffer = learner.buffer();
      if (buffer.starts() == 0 || buffer.added() < config.learningStarts()) {
        return Map.of();
      }
    }
    SplittableRandom random = new SplittableRandom(seeds.of(Seeds.Purpose.ROWS, updates, 0));
    int steps = config.learningSteps(episodeAssembler.steps() / learners.size());
    return Sac.update(learners, steps, config.rates().times(rateFactor), random, updates, progress);
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
    return policy;
  }

  @Override
  public List<Tensor> weights() {
    return actorWeights.actors().tensors(actorWeights.weights());
  }

  @Override
  public List<Tensor> optimiser() {
    List<Tensor> all = new ArrayList<>(actorWeights.kept(Checkpoint.OPTIMISER + ACTOR));
    int age = updates == 0 ? 0 : (int) ((updates - 1) % renewal) + 1;
    all.addAll(replayBufferHistory.kept(Checkpoint.OPTIMISER, updates - age, age));
    all.add(replayAgents.tensor());
    for (int learner = 0; learner < learners.size(); learner++) {
      all.addAll(learners.get(learner).kept(prefix(learner)));
      all.addAll(learners.get(learner).buffer().kept(prefix(learner)));
    }
    all.addAll(networkActor.keptMemory(MEMORY));
    return all;
  }

  private String prefix(int learner) {
    return prefix(learners.size(), learner);
  }

  /// What the names of a learner's tensors begin with.
  ///
  /// @param learners number of learners
  /// @param learner which, from 0
  static String prefix(int learners, int learner) {
    return Checkpoint.OPTIMISER + (learners == 1 ? "" : "member." + learner + ".");
  }

  @Override
  public void adopt(Checkpoint parent) {
    GroupActors.Form form = actorWeights.actors().form();
    for (int which = 0; which < actorWeights.weights().size(); which++) {
      actorWeights.weights().get(which).adopt(GroupActors.part(parent.weights(), form, which));
    }
  }

  @Override
  public void restore(Map<String, Tensor> tensors, long updatesDone) {
    GroupActors actors = actorWeights.actors();
    Checkpoint all = new Checkpoint("", "", tensors, Map.of());
    for (int which = 0; which < actorWeights.weights().size(); which++) {
      WeightVector weights = actorWeights.weights().get(which);
      weights.set(weights.layout().gather(GroupActors.part(all, actors.form(), which).tensors()));
    }
    actorWeights.restore(Checkpoint.OPTIMISER + ACTOR, tensors);
    for (int learner = 0; learner < learners.size(); learner++) {
      learners.get(learner).restore(prefix(learner), tensors);
    }
    replayBufferHistory.restore(Checkpoint.OPTIMISER, tensors, this);
    for (int learner = 0; learner < learners.size(); learner++) {
      learners.get(learner).buffer().restore(prefix(learner), tensors);
    }
    networkActor.restoreMemory(MEMORY, array -> CheckpointTensors.values(tensors, array));
    updates = updatesDone;
  }

  @Override
  public void arm(List<String> conditions, BreakpointListener breakpointListener) {
    collector.watch().arm(conditions, breakpointListener);
  }

  @Override
  public void follow(UpdateProgress listener) {
    collector.follow(listener);
    progress = listener;
  }

  @Override
  public void change(SettingValues settings) {
    config = SacConfig.of(settings, vectorEnvironment.shape().actions());
    learners.forEach(learner -> learner.change(config));
  }

  @Override
  public void scaleLearningRate(double factor) {
    rateFactor = factor;
  }

  @Override
  public void close() {
    learners.forEach(Sac::close);
    networkActor.close();
    coPlayers.close();
    vectorEnvironment.close();
    actorWeights.close();
    manager.close();
  }
}
