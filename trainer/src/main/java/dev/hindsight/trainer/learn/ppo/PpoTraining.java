package dev.hindsight.trainer.learn.ppo;

import static dev.hindsight.trainer.text.TrainerText.wording;

import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.OpenedParts;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.fleet.Fleet;
import dev.hindsight.trainer.fleet.FleetSettings;
import dev.hindsight.trainer.learn.TorchEngine;
import dev.hindsight.trainer.learn.net.FirstLayer;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.net.ParallelActor;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.learn.training.Architecture;
import dev.hindsight.trainer.learn.training.CollectionPlan;
import dev.hindsight.trainer.learn.training.CollectionReport;
import dev.hindsight.trainer.learn.training.Collector.RowKind;
import dev.hindsight.trainer.learn.training.InputStandardisation;
import dev.hindsight.trainer.learn.training.StepBudget;
import dev.hindsight.trainer.learn.training.Trajectories;
import dev.hindsight.trainer.learn.training.TrajectoryCollection;
import dev.hindsight.trainer.learn.training.TrajectorySource;
import dev.hindsight.trainer.learn.training.VectorEnvironment;
import dev.hindsight.trainer.learn.training.VectorEnvironment.LearningAgents;
import dev.hindsight.trainer.observation.ObservationPacking;
import dev.hindsight.trainer.policy.Checkpoint;
import dev.hindsight.trainer.policy.Tensor;
import dev.hindsight.trainer.run.Algorithm;
import dev.hindsight.trainer.run.BreakpointListener;
import dev.hindsight.trainer.run.BucketEpisodes;
import dev.hindsight.trainer.run.FleetBooks;
import dev.hindsight.trainer.run.FleetState;
import dev.hindsight.trainer.run.Seeds;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.run.UpdateProgress;
import dev.hindsight.trainer.run.UpdateReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/// Training with proximal policy optimisation, from environments to weights: in every update the
/// policy acts, then [Ppo] learns from the trajectories. One owner thread.
final class PpoTraining implements Algorithm {
  /// Consecutive updates with a non-finite output, in checkpoints; missing if there are none.
  private static final String BAD_UPDATES = Checkpoint.OPTIMISER + "bad_updates";

  private PpoConfig config;
  private final Seeds seeds;
  private final NDManager manager;
  private final WeightVector weights;
  private final Ppo ppo;
  private final TrajectorySource source;

  /// K, trials of an episode.
  private final int trials;

  private final String policy;
  private long updates;
  private List<BucketEpisodes> buckets = List.of();

  /// Consecutive updates with a non-finite output.
  private int badUpdates;

  private double rateFactor = 1;

  /// @param parts gets what is opened
  PpoTraining(TrainingTask task, OpenedParts parts) {
    SettingValues values = task.settings();
    this.config = PpoConfig.of(values);
    this.seeds = new Seeds(task.seed());
    this.manager = parts.add(TorchEngine.scope(task.device()), NDManager::close);
    VectorEnvironment vectorEnvironment =
        parts.add(
            new VectorEnvironment(
                task.factories(),
                values.whole("num_envs"),
                seeds,
                LearningAgents.of(task),
                values.whole("num_workers")),
            VectorEnvironment::close);
    int agents = vectorEnvironment.shape().agents();
    RowKind rowKind = RowKind.named(values.choice("rows"));
    int ticks = PpoType.ticks(task, agents);
    CollectionPlan plan =
        new CollectionPlan(
            rowKind,
            ticks,
            config.collecting(),
            StepBudget.of(values),
            rowKind == RowKind.EPISODES
                ? 1
                : Math.ceilDiv(values.whole("resample_frequency"), ticks));
    Network network =
        Architecture.of(
            values, vectorEnvironment.shape(), plan.observations(vectorEnvironment.shape()));
    this.policy = Architecture.policy(values, vectorEnvironment.shape());
    this.trials = vectorEnvironment.shape().trials();
    checkWorlds(network, task, vectorEnvironment);
    float[] initial =
        Architecture.initial(
            network, values, vectorEnvironment.shape(), seeds.of(Seeds.Purpose.WEIGHTS, 0, 0));
    Optional<InputStandardisation> standardisation =
        values.flag("standardise_inputs")
            ? Optional.of(
                InputStandardisation.measure(
                    firstLayers(network), network.parameters(), vectorEnvironment, seeds))
            : Optional.empty();
    standardisation.ifPresent(inputs -> inputs.apply(initial));
    this.weights = new WeightVector(manager, network.parameters(), initial);
    this.ppo =
        parts.add(
            new Ppo(
                network,
                weights,
                config,
                agents,
                ticks,
                new ObservationPacking(vectorEnvironment.shape().observation()),
                Trajectories.ActionSizes.of(vectorEnvironment.shape()),
                standardisation.map(InputStandardisation::steps)),
            Ppo::close);
    this.source =
        FleetSettings.of(values).on()
            ? fleet(task, plan, vectorEnvironment)
            : new TrajectoryCollection(
                vectorEnvironment,
                parts.add(
                    ParallelActor.of(
                        network,
                        weights,
                        agents,
                        vectorEnvironment.shape().observation().size(),
                        PpoType.threads(config, manager)),
                    NetworkActor::close),
                task.coPlayer(),
                seeds,
                plan,
                ppo.trajectories());
  }

  /// Workers in place of the environments, which have served to measure them.
  private TrajectorySource fleet(
      TrainingTask task, CollectionPlan plan, VectorEnvironment vectorEnvironment) {
    int[] rowsBefore = vectorEnvironment.firsts();
    vectorEnvironment.close();
    return new Fleet(
        task,
        plan,
        new Fleet.Learner(weights::values, ppo.trajectories(), config.updates(), rowsBefore));
  }

  private List<FirstLayer> firstLayers(Network network) {
    if (network.firstLayers().isEmpty()) {
      throw new Problem(
          wording("PpoTraining.inputs_of_this_policy_cannot_be"),
          "standardise_inputs",
          wording("PpoTraining.turn_it_off_or_choose_another"));
    }
    return network.firstLayers();
  }

  private void checkWorlds(
      Network network, TrainingTask task, VectorEnvironment vectorEnvironment) {
    if (network.rowsPerWorld() > 1 && task.coPlayer().isPresent()) {
      throw new Problem(
          wording("PpoTraining.its_agents_attend_to_each_other"),
          wording("PpoTraining.policy", policy),
          wording("PpoTraining.train_without_co_players_all_agents"));
    }
    int worlds = vectorEnvironment.shape().agents() / network.rowsPerWorld();
    if (network.rowsPerWorld() > 1 && worlds < config.minibatches()) {
      throw new Problem(
          wording("PpoTraining.worlds_cannot_be_shared_among_steps", worlds, config.minibatches()),
          "minibatches",
          wording("PpoTraining.take_fewer_minibatches_or_more_num"));
    }
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
    CollectionReport collected = source.collect(updates);
    buckets = collected.buckets();
    checkOutputs(collected);
    long start = System.nanoTime();
    ppo.begin(source.rowsToCorrect(), source.olderRows());
    double rate = rateFactor * config.learningRate().at(updates);
    Map<String, Double> metrics =
        new LinkedHashMap<>(
            ppo.update(
                updates, rate, new SplittableRandom(seeds.of(Seeds.Purpose.ROWS, updates, 0))));
    source.learned();
    new ValueDiagnostics(ppo.trajectories(), ppo.returns(), ppo.oldValues(), trials).addTo(metrics);
    if (config.badUpdates() > 1) {
      metrics.put("guard/outputs", (double) collected.badOutputs());
    }
    metrics.put("learning_rate", rate);
    metrics.put("sched/entropy_coef", config.entropy().at(updates));
    source.addTo(metrics);
    updates++;
    return collected.report(updates, System.nanoTime() - start, metrics);
  }

  /// A single bad tick need not end a run; weights that keep producing non-finite outputs must.
  private void checkOutputs(CollectionReport collected) {
    badUpdates = collected.badOutputs() > 0 ? badUpdates + 1 : 0;
    if (badUpdates >= config.badUpdates()) {
      throw new Problem(
          wording("PpoTraining.outputs_were_not_finite_in_updates", badUpdates),
          wording("PpoTraining.update", updates + 1, collected.firstBadOutput()),
          wording("PpoTraining.resume_from_the_last_checkpoint"));
    }
  }

  @Override
  public String policy() {
    return policy;
  }

  @Override
  public List<Tensor> weights() {
    return weights.tensors();
  }

  @Override
  public List<Tensor> optimiser() {
    List<Tensor> all = new ArrayList<>(ppo.adam().kept(Checkpoint.OPTIMISER));
    all.addAll(source.state(updates));
    if (badUpdates > 0) {
      all.add(new Tensor(BAD_UPDATES, new int[] {1}, new float[] {badUpdates}));
    }
    return all;
  }

  @Override
  public void adopt(Checkpoint parent) {
    weights.adopt(parent);
  }

  @Override
  public void restore(Map<String, Tensor> tensors, long updatesDone) {
    weights.set(weights.layout().gather(tensors));
    ppo.adam().restore(Checkpoint.OPTIMISER, tensors);
    updates = updatesDone;
    badUpdates =
        Optional.ofNullable(tensors.get(BAD_UPDATES))
            .filter(kept -> kept.values().length == 1)
            .map(kept -> (int) kept.values()[0])
            .orElse(0);
    source.restore(tensors, updates);
  }

  @Override
  public void arm(List<String> conditions, BreakpointListener breakpointListener) {
    source.arm(conditions, breakpointListener);
  }

  @Override
  public void follow(UpdateProgress progress) {
    source.follow(progress);
    ppo.follow(progress);
  }

  @Override
  public void change(SettingValues settings) {
    config = PpoConfig.of(settings);
    ppo.change(config);
  }

  @Override
  public void scaleLearningRate(double factor) {
    rateFactor = factor;
  }

  @Override
  public List<BucketEpisodes> buckets() {
    return buckets;
  }

  @Override
  public Optional<FleetBooks> books() {
    return source.books();
  }

  @Override
  public Optional<FleetState> fleet() {
    return source.fleet();
  }

  @Override
  public void kill(int worker) {
    source.kill(worker);
  }

  @Override
  public void drain(int worker) {
    source.drain(worker);
  }

  @Override
  public void endWorkers() {
    source.endWorkers();
  }

  @Override
  public void close() {
    source.close();
    ppo.close();
    weights.close();
    manager.close();
  }
}
