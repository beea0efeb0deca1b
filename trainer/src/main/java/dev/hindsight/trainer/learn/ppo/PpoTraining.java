package dev.hindsight.trainer.learn.ppo;

import static dev.hindsight.trainer.text.TrainerText.wording;

import ai.djl.ndarray.NDManager;
import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.SettingValues;
import dev.hindsight.trainer.learn.net.FirstLayer;
import dev.hindsight.trainer.learn.net.Network;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.learn.net.WeightVector;
import dev.hindsight.trainer.learn.training.ActionLog;
import dev.hindsight.trainer.learn.training.Architecture;
import dev.hindsight.trainer.learn.training.CheckpointTensors;
import dev.hindsight.trainer.learn.training.CoPlayers;
import dev.hindsight.trainer.learn.training.Collector;
import dev.hindsight.trainer.learn.training.Collector.RowKind;
import dev.hindsight.trainer.learn.training.InputStandardisation;
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
import java.util.Optional;
import java.util.SplittableRandom;

/// Training with proximal policy optimisation, from environments to weights: in every update the
/// policy acts, then [Ppo] learns from the trajectories. One owner thread.
final class PpoTraining implements Algorithm {
  /// All agents' actions since their environments were created, if the next update continues in
  /// environments that cannot be stored. Older checkpoints always have them.
  private static final String ACTIONS = Checkpoint.OPTIMISER + "actions";

  /// The same actions in compressed form, for breakpoints, and the environments they led to.
  private static final String HISTORY = Checkpoint.OPTIMISER + "history";

  private static final String ENVIRONMENTS = Checkpoint.OPTIMISER + "environments";

  /// The update whose policy chose the actions, by tick; missing in older checkpoints.
  private static final String HISTORY_UPDATES = Checkpoint.OPTIMISER + "history_updates";

  private PpoConfig config;
  private final Seeds seeds;
  private final NDManager manager;
  private final VectorEnvironment vectorEnvironment;
  private final WeightVector weights;
  private final NetworkActor networkActor;
  private final Ppo ppo;
  private final Collector collector;
  private final CoPlayers coPlayers;
  private final ActionLog log;

  /// Number of updates after which environments are replaced.
  private final long renewal;

  private final String policy;
  private long updates;

  /// Consecutive updates with a non-finite output.
  private int badUpdates;

  private double rateFactor = 1;

  PpoTraining(TrainingTask task, NDManager manager) {
    SettingValues values = task.settings();
    this.config = PpoConfig.of(values);
    this.seeds = new Seeds(task.seed());
    this.manager = manager;
    this.vectorEnvironment =
        new VectorEnvironment(
            task.factories(),
            values.whole("num_envs"),
            seeds,
            task.coPlayer().isPresent() ? LearningAgents.EGOS : LearningAgents.ALL,
            values.whole("num_workers"));
    int agents = vectorEnvironment.shape().agents();
    RowKind rowKind = RowKind.named(values.choice("rows"));
    StepBudget budget = StepBudget.of(values);
    int ticks = PpoType.ticks(task, agents);
    Network network =
        Architecture.of(
            values, vectorEnvironment.shape(), vectorEnvironment.shape().observations(ticks));
    this.policy = Architecture.policy(values, vectorEnvironment.shape());
    checkWorlds(network, task);
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
    this.networkActor = network.actor(weights, agents);
    this.ppo =
        new Ppo(
            network,
            weights,
            config,
            agents,
            ticks,
            new ObservationPacking(vectorEnvironment.shape().observation()),
            Trajectories.ActionSizes.of(vectorEnvironment.shape()),
            standardisation.map(InputStandardisation::steps));
    this.coPlayers = CoPlayers.of(vectorEnvironment, task.coPlayer());
    this.log = new ActionLog(vectorEnvironment);
    this.renewal =
        rowKind == RowKind.EPISODES ? 1 : Math.ceilDiv(values.whole("resample_frequency"), ticks);
    this.collector =
        new Collector(
            vectorEnvironment,
            networkActor,
            coPlayers,
            log,
            ppo.trajectories(),
            rowKind,
            config.collecting(),
            budget);
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

  private void checkWorlds(Network network, TrainingTask task) {
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
    if (updates % renewal == 0) {
      vectorEnvironment.renew(seeds, updates);
      log.clear();
    }
    Collector.Split split = collector.collect(seeds, updates);
    checkOutputs();
    long start = System.nanoTime();
    double rate = rateFactor * config.learningRate().at(updates);
    Map<String, Double> metrics =
        new LinkedHashMap<>(
            ppo.update(
                updates, rate, new SplittableRandom(seeds.of(Seeds.Purpose.ROWS, updates, 0))));
    Trajectories all = ppo.trajectories();
    new ValueDiagnostics(all, ppo.returns(), ppo.oldValues(), vectorEnvironment.shape().trials())
        .addTo(metrics);
    if (config.badUpdates() > 1) {
      metrics.put("guard/outputs", (double) collector.guard().count());
    }
    metrics.put("learning_rate", rate);
    metrics.put("sched/entropy_coef", config.entropy().at(updates));
    updates++;
    return collector.report(updates, split, System.nanoTime() - start, metrics);
  }

  /// A single bad tick need not end a run; weights that keep producing non-finite outputs must.
  private void checkOutputs() {
    badUpdates = collector.guard().count() > 0 ? badUpdates + 1 : 0;
    if (badUpdates >= config.badUpdates()) {
      throw new Problem(
          wording("PpoTraining.outputs_were_not_finite_in_updates", badUpdates),
          wording(
              "PpoTraining.update",
              updates + 1,
              collector.guard().first(vectorEnvironment::titled)),
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
    if (updates % renewal != 0) {
      all.add(updatesLived());
      Optional<byte[]> stored = vectorEnvironment.stored();
      if (stored.isPresent()) {
        all.add(CheckpointTensors.ofBytes(HISTORY, log.packed()));
        all.add(CheckpointTensors.ofBytes(ENVIRONMENTS, stored.get()));
      } else {
        float[] logged = log.values();
        all.add(new Tensor(ACTIONS, new int[] {logged.length}, logged));
      }
    }
    return all;
  }

  private Tensor updatesLived() {
    int[] acting = log.updates();
    float[] numbers = new float[acting.length];
    for (int t = 0; t < acting.length; t++) {
      numbers[t] = acting[t];
    }
    return new Tensor(HISTORY_UPDATES, new int[] {acting.length}, numbers);
  }

  private static int[] updatesLived(Map<String, Tensor> tensors) {
    if (!tensors.containsKey(HISTORY_UPDATES)) {
      return new int[0];
    }
    float[] numbers = CheckpointTensors.values(tensors, HISTORY_UPDATES);
    int[] acting = new int[numbers.length];
    for (int t = 0; t < acting.length; t++) {
      acting[t] = (int) numbers[t];
    }
    return acting;
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
    if (updates % renewal != 0) {
      vectorEnvironment.renew(seeds, updates - updates % renewal);
      goOn(tensors);
    }
  }

  /// Brings new environments to where those of a checkpoint were: from their stored state, or, if
  /// it has none or one of other maps, by simulating all actions again.
  private void goOn(Map<String, Tensor> tensors) {
    int[] acting = updatesLived(tensors);
    if (!tensors.containsKey(ENVIRONMENTS)) {
      log.replay(CheckpointTensors.values(tensors, ACTIONS), acting, vectorEnvironment);
      return;
    }
    float[] logged = ActionLog.unpacked(CheckpointTensors.bytes(tensors, HISTORY), HISTORY);
    if (vectorEnvironment.restore(CheckpointTensors.bytes(tensors, ENVIRONMENTS), ENVIRONMENTS)) {
      log.set(logged, acting);
    } else {
      log.replay(logged, acting, vectorEnvironment);
    }
  }

  @Override
  public void arm(List<String> conditions, BreakpointListener breakpointListener) {
    collector.watch().arm(conditions, breakpointListener);
  }

  @Override
  public void follow(UpdateProgress progress) {
    collector.follow(progress);
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
  public void close() {
    ppo.close();
    networkActor.close();
    coPlayers.close();
    vectorEnvironment.close();
    weights.close();
    manager.close();
  }
}
