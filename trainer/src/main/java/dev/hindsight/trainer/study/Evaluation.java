package dev.hindsight.trainer.study;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.outcome.EventKind;
import dev.hindsight.trainer.partner.PartnerPopulation;
import dev.hindsight.trainer.partner.PartneredPolicy;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;

/// Runs a policy for whole episodes, many side by side, and reports how well it did in each trial.
///
/// An episode depends only on its scenario, its seed and the policies: a recording with the same
/// seed repeats it. (The numbers of a network do not depend on how many agents act at once.)
///
/// @param factories taken in turn, one per episode
/// @param opener opens the policy for a number of agents; the policy is closed here
/// @param episodes number of episodes
/// @param wipe what the policy may know of earlier trials
/// @param selection how actions are chosen
/// @param seed source of all randomness; its draws differ from those of a training run with the
///   same seed
/// @param scenarios the name of each factory's scenario, and its seed where that is fixed
/// @param partners drive the agents that are not egos; if empty, the policy drives all agents
public record Evaluation(
    List<EnvironmentFactory> factories,
    Function<EnvironmentShape, Policy> opener,
    int episodes,
    MemoryWipe wipe,
    ActionSelection selection,
    long seed,
    List<EvaluatedScenario> scenarios,
    Optional<EvaluatedPartners> partners)
    implements Job<EvaluationReport> {
  /// Approximate number of agents that act at once.
  private static final int AT_ONCE = 256;

  /// Separates its random numbers from those of training.
  private static final long SALT = 0x45564c5541544531L;

  /// Copies the lists.
  ///
  /// @throws IllegalArgumentException if the factories and the scenarios differ in number, or a
  ///   scenario names a partner that the population lacks
  /// @throws dev.hindsight.trainer.Problem if buckets choose among partners that are not there, or
  ///   leave one out
  public Evaluation {
    factories = List.copyOf(factories);
    scenarios = List.copyOf(scenarios);
    if (factories.size() != scenarios.size()) {
      throw new IllegalArgumentException(factories.size() + " for " + scenarios.size());
    }
    PartnerPopulation.check(partners.map(EvaluatedPartners::population), factories);
    List<String> known = partners.map(all -> all.population().names()).orElse(List.of());
    for (EvaluatedScenario scenario : scenarios) {
      if (scenario.partner().filter(name -> !known.contains(name)).isPresent()) {
        throw new IllegalArgumentException(scenario + " with " + known);
      }
    }
  }

  /// As above, for scenarios without names.
  public Evaluation(
      List<EnvironmentFactory> factories,
      Function<EnvironmentShape, Policy> opener,
      int episodes,
      MemoryWipe wipe,
      ActionSelection selection,
      long seed) {
    this(
        factories,
        opener,
        episodes,
        wipe,
        selection,
        seed,
        Collections.nCopies(factories.size(), EvaluatedScenario.named("")),
        Optional.empty());
  }

  @Override
  public EvaluationReport run(Progress progress, Cancellation cancellation) {
    long begin = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed ^ SALT);
    List<EpisodeResult> results = new ArrayList<>();
    long agentSteps = 0;
    long environmentSteps = 0;
    int largest =
        factories.stream().mapToInt(factory -> factory.shape().agents()).max().orElseThrow();
    while (results.size() < episodes) {
      int count = Math.clamp(AT_ONCE / largest, 1, episodes - results.size());
      EvaluationVectorEnvironment together =
          new EvaluationVectorEnvironment(this, random.longs(count).toArray(), results.size());
      live(together, cancellation);
      results.addAll(together.results());
      agentSteps += together.agentSteps();
      environmentSteps += together.environmentSteps();
      progress.report(results.size(), episodes, "episodes");
    }
    double seconds = (System.nanoTime() - begin) * 1e-9;
    return new EvaluationReport(results, agentSteps, environmentSteps, seconds);
  }

  private void live(
      EvaluationVectorEnvironment evaluationVectorEnvironment, Cancellation cancellation) {
    EnvironmentShape shape = evaluationVectorEnvironment.shape();
    PolicyOutput output = new PolicyOutput(shape);
    Actions actions = new Actions(shape);
    float[] logProb = new float[shape.agents()];
    ActionSelector selector =
        ActionSelector.sideBySide(selection, shape, evaluationVectorEnvironment.seeds());
    // Guards against an episode that never ends: none lasts longer than all its trials.
    int most = Math.multiplyExact(shape.trials(), shape.trialTimeoutTicks());
    try (Policy policy = open(evaluationVectorEnvironment)) {
      boolean goesOn = true;
      for (int tick = 0; goesOn && tick < most; tick++) {
        cancellation.throwIfCancelled();
        wipe.apply(evaluationVectorEnvironment.buffer(), shape, evaluationVectorEnvironment.own());
        policy.act(evaluationVectorEnvironment.buffer(), output);
        selector.choose(evaluationVectorEnvironment.buffer(), output, tick, actions, logProb);
        goesOn = evaluationVectorEnvironment.step(actions);
      }
    } catch (Problem problem) {
      throw problem.named(evaluationVectorEnvironment::titled);
    }
  }

  /// Opens the policy, beside the partners of each episode if there are any.
  private Policy open(EvaluationVectorEnvironment worlds) {
    Policy own = opener.apply(worlds.shape());
    if (partners.isEmpty()) {
      own.reset();
      return own;
    }
    PartneredPolicy together = partners.get().opener().beside(own, worlds.shape(), worlds.egos());
    together.reset();
    worlds.begin(together);
    return together;
  }

  /// Several environments side by side, each for one episode, as one environment with all their
  /// agents. One owner thread; a tick allocates nothing.
  private static final class EvaluationVectorEnvironment {
    private final List<Environment> environments = new ArrayList<>();
    private final List<Actions> actions = new ArrayList<>();
    private final List<EpisodeLog> logs = new ArrayList<>();
    private final int[] first;
    private final boolean[][] ended;
    private final boolean[] over;
    private final boolean[] own;
    private final EnvironmentShape shape;
    private final StepBuffer together;
    private long agentSteps;
    private long environmentSteps;

    /// @param seeds one per environment whose scenario fixes none
    /// @param offset number of episodes before these
    EvaluationVectorEnvironment(Evaluation evaluation, long[] seeds, long offset) {
      List<EnvironmentFactory> factories = evaluation.factories();
      Optional<PartnerPopulation> population =
          evaluation.partners().map(EvaluatedPartners::population);
      first = new int[seeds.length + 1];
      ended = new boolean[seeds.length][];
      over = new boolean[seeds.length];
      for (int e = 0; e < seeds.length; e++) {
        int turn = (int) ((offset + e) % factories.size());
        EnvironmentFactory factory = factories.get(turn);
        EvaluatedScenario scenario = evaluation.scenarios().get(turn);
        long drawn = seeds[e];
        long seed = scenario.seed().orElseGet(() -> seed(drawn, scenario, factory, population));
        Environment environment = factory.create(seed);
        environments.add(environment);
        logs.add(
            new EpisodeLog(
                scenario, partner(seed, factory, population), seed, environment, factory));
        actions.add(new Actions(environment.shape()));
        ended[e] = new boolean[environment.shape().agents()];
        first[e + 1] = first[e] + environment.shape().agents();
      }
      shape =
          environments
              .getFirst()
              .shape()
              .sideBySide(environments.stream().map(one -> one.shape().agents()).toList());
      together = new StepBuffer(shape);
      own = new boolean[shape.agents()];
      for (int e = 0; e < seeds.length; e++) {
        int until = population.isPresent() ? first[e] + logs.get(e).egos : first[e + 1];
        Arrays.fill(own, first[e], until, true);
      }
      for (int e = 0; e < seeds.length; e++) {
        gather(e);
      }
    }

    /// A seed for which the scenario's partner is drawn: the given one if it has none.
    private static long seed(
        long first,
        EvaluatedScenario scenario,
        EnvironmentFactory factory,
        Optional<PartnerPopulation> population) {
      long seed = first;
      while (scenario.partner().isPresent()
          && !scenario.partner().equals(partner(seed, factory, population))) {
        seed = SplitMix64.mix(seed + SplitMix64.GAMMA);
      }
      return seed;
    }

    /// The partner in the first episode of a seed.
    private static Optional<String> partner(
        long seed, EnvironmentFactory factory, Optional<PartnerPopulation> population) {
      return population.map(all -> all.names().get(all.first(factory, seed)));
    }

    EnvironmentShape shape() {
      return shape;
    }

    /// The seed of each world, from which its actions are drawn too.
    long[] seeds() {
      return logs.stream().mapToLong(log -> log.seed).toArray();
    }

    /// Egos of each world.
    List<Integer> egos() {
      return logs.stream().map(log -> log.egos).toList();
    }

    /// Says to partners which episode each world plays.
    void begin(PartneredPolicy policy) {
      for (int e = 0; e < over.length; e++) {
        policy.begin(e, logs.get(e).seed, 0);
      }
    }

    /// For each agent whether the evaluated policy drives it.
    boolean[] own() {
      return own;
    }

    /// The name of an agent.
    String titled(int row) {
      return AgentNames.titled(e -> environments.get(e).agentNames(), first, row);
    }

    /// The observations of all agents; agents of finished episodes are in limbo.
    StepBuffer buffer() {
      return together;
    }

    long agentSteps() {
      return agentSteps;
    }

    long environmentSteps() {
      return environmentSteps;
    }

    private void step(int e, Actions own) {
      try {
        environments.get(e).step(own);
      } catch (Problem problem) {
        throw problem.named(agent -> titled(first[e] + agent));
      }
    }

    /// Runs one tick of all unfinished episodes.
    ///
    /// @return whether any is still unfinished
    boolean step(Actions joint) {
      boolean any = false;
      for (int e = 0; e < over.length; e++) {
        if (over[e]) {
          continue;
        }
        Actions own = actions.get(e);
        System.arraycopy(joint.joint, first[e], own.joint, 0, ended[e].length);
        int k = own.continuous.length / ended[e].length;
        System.arraycopy(joint.continuous, first[e] * k, own.continuous, 0, own.continuous.length);
        count(e);
        EpisodeLog log = logs.get(e);
        log.before(ended[e], own);
        step(e, own);
        log.after();
        over[e] = isOver(e);
        if (over[e]) {
          Arrays.fill(together.removed, first[e], first[e + 1], (byte) 1);
        } else {
          gather(e);
          any = true;
        }
      }
      return any;
    }

    private void count(int e) {
      environmentSteps++;
      for (byte removed : environments.get(e).buffer().removed) {
        agentSteps += 1 - removed;
      }
    }

    private boolean isOver(int e) {
      StepBuffer seen = environments.get(e).buffer();
      boolean all = true;
      for (int i = 0; i < ended[e].length; i++) {
        ended[e][i] |= seen.episodeEnded(i);
        all &= ended[e][i];
      }
      return all;
    }

    private void gather(int e) {
      StepBuffer seen = environments.get(e).buffer();
      int agents = ended[e].length;
      int numbers = shape.observation().size();
      System.arraycopy(
          seen.observation, 0, together.observation, first[e] * numbers, agents * numbers);
      int width = shape.maskWidth();
      System.arraycopy(seen.actionMask, 0, together.actionMask, first[e] * width, agents * width);
      System.arraycopy(seen.reward, 0, together.reward, first[e], agents);
      System.arraycopy(seen.terminal, 0, together.terminal, first[e], agents);
      System.arraycopy(seen.end, 0, together.end, first[e], agents);
      System.arraycopy(seen.truncation, 0, together.truncation, first[e], agents);
      System.arraycopy(seen.trialEnded, 0, together.trialEnded, first[e], agents);
      System.arraycopy(seen.removed, 0, together.removed, first[e], agents);
      together.partnerShare[e] = seen.partnerShare[0];
    }

    /// The result of each episode, in the order of the environments.
    List<EpisodeResult> results() {
      return logs.stream().map(EpisodeLog::result).toList();
    }
  }

  /// Sums of one episode by trial and ego. One owner thread; a tick allocates nothing.
  private static final class EpisodeLog {
    private final EvaluatedScenario scenario;
    private final Optional<String> partner;
    private final long seed;
    private final Environment environment;
    private final int egos;

    /// `[ego]` whether it acts in this tick.
    private final boolean[] acts;

    /// `[trial, ego]`
    private final double[][] earned;

    private final int[][] ticks;
    private final int[][] events;

    /// Joint actions that the environment names, and how often they were taken.
    private final List<Map.Entry<String, Integer>> named;

    private final long[] taken;
    private long steps;
    private double largestReward = Double.NEGATIVE_INFINITY;
    private int trial;

    EpisodeLog(
        EvaluatedScenario scenario,
        Optional<String> partner,
        long seed,
        Environment environment,
        EnvironmentFactory factory) {
      this.scenario = scenario;
      this.partner = partner;
      this.seed = seed;
      this.environment = environment;
      this.egos = factory.egos();
      this.named = List.copyOf(factory.namedActions().entrySet());
      this.taken = new long[named.size()];
      int trials = environment.shape().trials();
      acts = new boolean[egos];
      earned = new double[trials][egos];
      ticks = new int[trials][egos];
      events = new int[trials][egos];
    }

    /// Notes who acts, and in which trial: after the step the buffer shows the next one.
    ///
    /// @param ended for each agent whether its episode is over
    /// @param actions what the agents are about to do
    void before(boolean[] ended, Actions actions) {
      StepBuffer seen = environment.buffer();
      trial = Math.min(seen.trial, ticks.length - 1);
      for (int ego = 0; ego < egos; ego++) {
        acts[ego] = !ended[ego] && seen.removed[ego] == 0;
        ticks[trial][ego] += acts[ego] ? 1 : 0;
        steps += acts[ego] ? 1 : 0;
        for (int i = 0; acts[ego] && i < taken.length; i++) {
          taken[i] += actions.joint[ego] == named.get(i).getValue() ? 1 : 0;
        }
      }
    }

    /// Adds what came of the actions.
    void after() {
      StepBuffer seen = environment.buffer();
      for (int ego = 0; ego < egos; ego++) {
        earned[trial][ego] += acts[ego] ? seen.reward[ego] : 0;
        events[trial][ego] |= acts[ego] ? seen.event[ego] : 0;
        largestReward = acts[ego] ? Math.max(largestReward, seen.reward[ego]) : largestReward;
      }
    }

    EpisodeResult result() {
      List<Double> scores = environment.trialScores();
      List<TrialResult> trials = new ArrayList<>();
      for (int k = 0; k < Math.min(scores.size(), ticks.length); k++) {
        trials.add(
            new TrialResult(
                scores.get(k),
                Arrays.stream(earned[k]).average().orElse(0),
                Arrays.stream(ticks[k]).average().orElse(0),
                parts(events[k])));
      }
      Map<String, Long> actions = new LinkedHashMap<>();
      for (int i = 0; i < taken.length; i++) {
        actions.put(named.get(i).getKey(), taken[i]);
      }
      return new EpisodeResult(
          scenario.scenario(),
          partner,
          seed,
          trials,
          environment.totals(),
          Optional.of(
              new EpisodeSteps(
                  steps,
                  (double) steps / egos,
                  Arrays.stream(earned).flatMapToDouble(Arrays::stream).sum() / egos,
                  largestReward,
                  actions)));
    }

    private Map<String, Double> parts(int[] noted) {
      Map<String, Double> parts = new LinkedHashMap<>();
      for (EventKind kind : environment.shape().knownEvents()) {
        long those = Arrays.stream(noted).filter(bits -> (bits & kind.bit()) != 0).count();
        parts.put(kind.signal(), (double) those / egos);
      }
      return parts;
    }
  }
}
