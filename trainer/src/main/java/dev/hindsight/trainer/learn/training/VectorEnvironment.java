package dev.hindsight.trainer.learn.training;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.Setting;
import dev.hindsight.trainer.env.StateBytes;
import dev.hindsight.trainer.env.StateStream;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.env.StorableState;
import dev.hindsight.trainer.env.TrialTotals;
import dev.hindsight.trainer.run.Seeds;
import dev.hindsight.trainer.run.TrainingTask;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.WorkerThreads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Many environments stepped side by side, with all their agents in one batch. Hot loop: [#observe]
/// and [#step] allocate nothing. One owner thread; other threads may help it to step, which changes
/// no bit: environments do not depend on each other, and everything that adds up over them is done
/// by the owner in their order.
///
/// Environment e has the learning agents `first(e)` to `first(e + 1) - 1`.
public final class VectorEnvironment implements AutoCloseable {
  /// The knob of algorithms for the number of threads that step environments.
  public static final Setting WORKERS =
      new Setting.Whole(
          "num_workers",
          1,
          1,
          256,
          "threads",
          wording("VectorEnvironment.threads_that_step_environments"));

  private static final boolean[] NONE = {};

  private final List<EnvironmentFactory> factories;

  /// Number of environments that come before these, in seeds and factories.
  private final int before;

  private final Environment[] environments;
  private final long[] seed;
  private final long[] episode;
  private final Actions[] actions;
  private final int[] first;
  private final int[] firstPartner;
  private final EnvironmentShape shape;
  private final EnvironmentShape partnerShape;
  private final EpisodeReturns episodeReturns;
  private final FigureMeans figureMeans;

  /// The scores of each environment's trials before this update.
  private final List<List<TrialTotals>> scored = new ArrayList<>();

  private final WorkerThreads workerThreads;
  private final IntConsumer run = this::run;

  /// What went wrong in an environment's last tick.
  private final @Nullable RuntimeException[] failure;

  private boolean[] resting = NONE;

  /// The last observations and action masks of all learning agents, and which of them are in limbo
  /// or in an environment that rests.
  public final StepBuffer learners;

  /// `[A * D]`, the last observations of all agents.
  public final float[] observation;

  /// `[A]`, 1 if the agent is in limbo or its environment rests.
  public final byte[] removed;

  /// The observations of all co-players, and which of them are in limbo.
  public final StepBuffer partners;

  /// @param factories taken in turn, one environment each, all with the same observation and
  ///   actions
  /// @param count number of environments
  /// @param seeds of the first environments
  /// @param learningAgents which agents learn
  public VectorEnvironment(
      List<EnvironmentFactory> factories, int count, Seeds seeds, LearningAgents learningAgents) {
    this(factories, count, seeds, learningAgents, 1);
  }

  /// @param factories taken in turn, one environment each, all with the same observation and
  ///   actions
  /// @param count number of environments
  /// @param seeds of the first environments
  /// @param learningAgents which agents learn
  /// @param workers threads that step environments, at least 1
  public VectorEnvironment(
      List<EnvironmentFactory> factories,
      int count,
      Seeds seeds,
      LearningAgents learningAgents,
      int workers) {
    this(factories, count, seeds, learningAgents, workers, 0);
  }

  /// Some of the environments of a larger vector environment.
  ///
  /// @param factories taken in turn by the larger one
  /// @param count number of environments
  /// @param seeds of the first environments
  /// @param learningAgents which agents learn
  /// @param workers threads that step environments, at least 1
  /// @param before number of environments of the larger one that come before these
  public VectorEnvironment(
      List<EnvironmentFactory> factories,
      int count,
      Seeds seeds,
      LearningAgents learningAgents,
      int workers,
      int before) {
    this.before = before;
    this.workerThreads = new WorkerThreads("environments", Math.min(workers, count));
    this.failure = new RuntimeException[count];
    this.factories = List.copyOf(factories);
    this.environments = new Environment[count];
    this.seed = new long[count];
    this.episode = new long[count];
    this.actions = new Actions[count];
    this.first = new int[count + 1];
    this.firstPartner = new int[count + 1];
    for (int e = 0; e < count; e++) {
      EnvironmentShape one = factory(e).shape();
      actions[e] = new Actions(one);
      int egos = learningAgents == LearningAgents.EGOS ? factory(e).egos() : one.agents();
      first[e + 1] = first[e] + egos;
      firstPartner[e + 1] = firstPartner[e] + one.agents() - egos;
    }
    EnvironmentShape one = factory(0).shape();
    shape = one.sideBySide(agentsPerWorld(first));
    partnerShape = one.sideBySide(agentsPerWorld(firstPartner));
    learners = new StepBuffer(shape);
    observation = learners.observation;
    removed = learners.removed;
    partners = new StepBuffer(partnerShape);
    episodeReturns = new EpisodeReturns(first[count]);
    figureMeans = new FigureMeans(shape.figures());
    renew(seeds, 0);
  }

  private static List<Integer> agentsPerWorld(int[] first) {
    return IntStream.range(1, first.length).mapToObj(e -> first[e] - first[e - 1]).toList();
  }

  /// Which agents learn.
  public enum LearningAgents {
    /// All agents.
    ALL,
    /// The egos; the others are co-players.
    EGOS;

    /// Those that learn in a task: the egos if it has co-players.
    public static LearningAgents of(TrainingTask task) {
      return task.coPlayer().isPresent() ? EGOS : ALL;
    }
  }

  /// The shape of one environment with all learning agents.
  public EnvironmentShape shape() {
    return shape;
  }

  /// The shape of one environment with all co-players.
  public EnvironmentShape partnerShape() {
    return partnerShape;
  }

  /// n, number of actions.
  public int actionCount() {
    return actionCount(shape);
  }

  static int actionCount(EnvironmentShape shape) {
    return switch (shape.actions()) {
      case ActionSpace.Discrete space -> space.count();
      case ActionSpace.Continuous space -> 2 * space.names().size();
    };
  }

  /// Replaces all environments by new ones for an update.
  public void renew(Seeds seeds, long update) {
    episodeReturns.renew();
    for (int e = 0; e < environments.length; e++) {
      seed[e] = seeds.of(Seeds.Purpose.ENVIRONMENT, update, before + e);
      environments[e] = factory(e).create(seed[e]);
      episode[e] = 0;
    }
  }

  /// The state of all environments and of what is counted over their episodes under way, as bytes;
  /// empty if an environment cannot be stored.
  public Optional<byte[]> stored() {
    if (Arrays.stream(environments).anyMatch(one -> one.storable().isEmpty())) {
      return Optional.empty();
    }
    return Optional.of(
        StateBytes.write(stream -> {
          for (Environment one : environments) {
            stream.number(one.storable().orElseThrow().originHash());
          }
          transfer(stream);
        }));
  }

  /// Takes over a state of as many environments that were created with the same seeds.
  ///
  /// @param where the bytes are from, for messages
  /// @return false if a state is of an environment of other settings; then nothing has changed
  /// @throws Problem if the bytes are damaged
  public boolean restore(byte[] bytes, String where) {
    return StateBytes.read(
        bytes,
        where,
        stream -> {
          boolean fits = true;
          for (Environment one : environments) {
            long origin = stream.number(0L);
            fits &= one.storable().filter(state -> state.originHash() == origin).isPresent();
          }
          if (fits) {
            transfer(stream);
          }
          return fits;
        });
  }

  private void transfer(StateStream stream) {
    for (int e = 0; e < environments.length; e++) {
      Environment one = environments[e];
      episode[e] = stream.number(episode[e]);
      long hash = stream.number(one.stateHash());
      one.storable().orElseThrow().transfer(stream);
      StorableState.check(one, hash, stream);
    }
    episodeReturns.transfer(stream);
  }

  private EnvironmentFactory factory(int e) {
    return factories.get((before + e) % factories.size());
  }

  /// Number of environments of the run that come before these.
  public int before() {
    return before;
  }

  public int count() {
    return environments.length;
  }

  public int first(int e) {
    return first[e];
  }

  /// `[count() + 1]` number of learning agents before each environment.
  public int[] firsts() {
    return first.clone();
  }

  /// Seed of the present environment.
  public long seed(int e) {
    return seed[e];
  }

  /// Number of episodes of its co-players that have ended since the present environment was
  /// created.
  public long episode(int e) {
    return episode[e];
  }

  /// First co-player of an environment.
  public int firstPartner(int e) {
    return firstPartner[e];
  }

  /// The last state of an environment.
  public StepBuffer buffer(int e) {
    return environments[e].buffer();
  }

  public Environment environment(int e) {
    return environments[e];
  }

  /// The name of a learning agent, as in [AgentNames].
  public String titled(int row) {
    return AgentNames.titled(e -> environments[e].agentNames(), first, row);
  }

  /// An update begins: forgets the episodes and trials that ended before.
  void begin() {
    episodeReturns.begin();
    figureMeans.begin();
    scored.clear();
    for (Environment environment : environments) {
      scored.add(environment.trialTotals());
    }
  }

  /// The scores of a trial, each a mean over the agents of an environment, summed over those that
  /// ended in an update.
  ///
  /// @param sum of the scores
  /// @param count number of trials
  record TrialSum(double sum, double count) {}

  /// The scores of each trial in this update.
  List<TrialSum> trialSums() {
    List<TrialSum> sums = new ArrayList<>();
    for (int k = 0; k < shape.trials(); k++) {
      double sum = 0;
      double count = 0;
      for (int e = 0; e < environments.length; e++) {
        List<TrialTotals> now = environments[e].trialTotals();
        List<TrialTotals> before = scored.get(e);
        if (now.size() > k) {
          TrialTotals own = k < before.size() ? now.get(k).since(before.get(k)) : now.get(k);
          sum += own.scores() > 0 ? own.mean() * own.trials() : 0;
          count += own.trials();
        }
      }
      sums.add(new TrialSum(sum, count));
    }
    return sums;
  }

  /// Sums of the environments' counters, by name, as `environment/goals`.
  Map<String, Double> totals() {
    Map<String, Double> sums = new LinkedHashMap<>();
    for (Environment environment : environments) {
      environment
          .totals()
          .forEach((name, value) -> sums.merge("environment/" + name, value, Double::sum));
    }
    return sums;
  }

  /// What became of all episodes since this object was created.
  public EpisodeCounts episodeCounts() {
    return episodeReturns.counts();
  }

  /// Gathers the observations of an environment's agents.
  public void observe(int e) {
    StepBuffer seen = environments[e].buffer();
    int numbers = shape.observation().size();
    int egos = first[e + 1] - first[e];
    int others = firstPartner[e + 1] - firstPartner[e];
    int to = firstPartner[e];
    System.arraycopy(seen.observation, 0, observation, first[e] * numbers, egos * numbers);
    System.arraycopy(seen.removed, 0, removed, first[e], egos);
    System.arraycopy(
        seen.observation, egos * numbers, partners.observation, to * numbers, others * numbers);
    System.arraycopy(seen.removed, egos, partners.removed, to, others);
    System.arraycopy(seen.terminal, egos, partners.terminal, to, others);
    System.arraycopy(seen.end, egos, partners.end, to, others);
    partners.partnerShare[e] = seen.partnerShare[0];
    int width = shape.maskWidth();
    System.arraycopy(seen.actionMask, 0, learners.actionMask, first[e] * width, egos * width);
    System.arraycopy(
        seen.actionMask, egos * width, partners.actionMask, to * width, others * width);
  }

  /// Marks all agents of an environment as in limbo from now on.
  public void rest(int e) {
    Arrays.fill(removed, first[e], first[e + 1], (byte) 1);
    Arrays.fill(partners.removed, firstPartner[e], firstPartner[e + 1], (byte) 1);
  }

  /// Runs one tick of an environment.
  ///
  /// @param own actions of all learning agents
  /// @param others actions of all co-players
  public void step(int e, Actions own, Actions others) {
    prepare(e, own, others);
    run(e);
    finish(e);
  }

  /// Runs one tick of all environments that do not rest, on all threads.
  ///
  /// @param own actions of all learning agents
  /// @param others actions of all co-players
  /// @param atRest `[count()]`
  void step(Actions own, Actions others, boolean[] atRest) {
    resting = atRest;
    for (int e = 0; e < environments.length; e++) {
      if (!atRest[e]) {
        prepare(e, own, others);
      }
    }
    workerThreads.run(environments.length, run);
    resting = NONE;
    for (int e = 0; e < environments.length; e++) {
      if (!atRest[e]) {
        finish(e);
      }
    }
  }

  private void prepare(int e, Actions own, Actions others) {
    int egos = first[e + 1] - first[e];
    int count = firstPartner[e + 1] - firstPartner[e];
    Actions all = actions[e];
    System.arraycopy(own.joint, first[e], all.joint, 0, egos);
    System.arraycopy(others.joint, firstPartner[e], all.joint, egos, count);
    int k = all.continuous.length / all.joint.length;
    System.arraycopy(own.continuous, first[e] * k, all.continuous, 0, egos * k);
    System.arraycopy(others.continuous, firstPartner[e] * k, all.continuous, egos * k, count * k);
    episodeReturns.before(environments[e].buffer(), first[e], egos);
  }

  private void run(int e) {
    failure[e] = null;
    if (resting.length > 0 && resting[e]) {
      return;
    }
    try {
      environments[e].step(actions[e]);
    } catch (RuntimeException problem) {
      failure[e] = problem;
    }
  }

  private void finish(int e) {
    RuntimeException failed = failure[e];
    if (failed instanceof Problem problem) {
      throw problem.named(agent -> titled(first[e] + agent));
    }
    if (failed != null) {
      throw failed;
    }
    int egos = first[e + 1] - first[e];
    episodeReturns.after(environments[e].buffer(), first[e], egos);
    episode[e] += ended(e, egos) ? 1 : 0;
  }

  /// Whether the episodes of all co-players of an environment ended with the last tick.
  private boolean ended(int e, int egos) {
    StepBuffer seen = environments[e].buffer();
    boolean all = egos < seen.terminal.length;
    for (int agent = egos; agent < seen.terminal.length; agent++) {
      all &= seen.episodeEnded(agent);
    }
    return all;
  }

  /// Ends the threads that help to step.
  @Override
  public void close() {
    workerThreads.close();
  }

  /// Means of the figures of the learning agents.
  FigureMeans figureMeans() {
    return figureMeans;
  }

  /// Returns and lengths of the learning agents' episodes.
  EpisodeReturns episodeReturns() {
    return episodeReturns;
  }
}
