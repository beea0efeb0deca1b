package dev.hindsight.trainer.learn.training;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.observation.ObservationLayout;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.run.UpdateReport;
import java.util.Locale;
import java.util.Map;

/// Lets a policy act in a fleet of environments, and writes down what it lives through. Hot loop:
/// ticks allocate nothing but native handles. One owner thread.
public final class Collector {
  private final VectorEnvironment vectorEnvironment;
  private final NetworkActor networkActor;
  private final CoPlayers coPlayers;
  private final ActionLog log;
  private final Trajectories into;
  private final RowKind rowKind;
  private final StepBudget budget;
  private final float rewardClip;
  private final float gamma;
  private final PolicyOutput output;
  private final OutputGuard guard;

  /// Whether an output that is not finite is to be lived with.
  private final boolean guarding;

  private final Actions actions;
  private final float[] logProb;
  private final int discountAt;
  private final int entropyAt;
  private final BreakpointWatch watch;
  private final boolean[] resting;
  private final boolean[] ended;
  private long simulateNanos;
  private long forwardNanos;
  private long environmentSteps;
  private long agentSteps;

  /// What a row of the trajectories is.
  public enum RowKind {
    /// A whole episode, from its first tick: environments are new in every update.
    EPISODES,
    /// Some ticks of an environment that goes on, episode after episode.
    SEGMENTS;

    public static RowKind named(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }
  }

  /// What is made of what is lived through.
  ///
  /// @param rewardClip rewards are clamped to this and its negative
  /// @param gamma discount factor, where agents have none of their own
  /// @param badUpdates updates in a row with an output that is not finite, after which learning
  ///   stops; with more than one, an agent holds on for such a tick
  public record Rules(double rewardClip, double gamma, int badUpdates) {}

  /// @param networkActor of the agents that learn, which stays the caller's
  /// @param log is added to
  /// @param into is overwritten by every collection
  public Collector(
      VectorEnvironment vectorEnvironment,
      NetworkActor networkActor,
      CoPlayers coPlayers,
      ActionLog log,
      Trajectories into,
      RowKind rowKind,
      Rules rules,
      StepBudget budget) {
    this.budget = budget;
    this.coPlayers = coPlayers;
    this.log = log;
    this.vectorEnvironment = vectorEnvironment;
    this.networkActor = networkActor;
    this.into = into;
    this.rowKind = rowKind;
    this.rewardClip = (float) rules.rewardClip();
    this.gamma = (float) rules.gamma();
    this.output = new PolicyOutput(vectorEnvironment.shape());
    this.guard = new OutputGuard(vectorEnvironment.shape());
    this.guarding = rules.badUpdates() > 1;
    this.actions = new Actions(vectorEnvironment.shape());
    this.logProb = new float[vectorEnvironment.shape().agents()];
    this.discountAt = find("discount_weight");
    this.entropyAt = find("entropy_weight");
    this.watch = new BreakpointWatch(vectorEnvironment, networkActor, into, output, log);
    this.resting = new boolean[vectorEnvironment.count()];
    this.ended = new boolean[vectorEnvironment.shape().agents()];
  }

  /// Index of the observed number of that name, or -1.
  private int find(String feature) {
    ObservationLayout layout = vectorEnvironment.shape().observation();
    for (int d = 0; d < layout.size(); d++) {
      if (layout.nameOf(d).endsWith("." + feature)) {
        return d;
      }
    }
    return -1;
  }

  /// Fills the trajectories with what the policy lives through.
  ///
  /// @param seeds of the draws of actions
  /// @param update number of the update, from 0
  /// @return time it took
  /// @throws Problem where something is not finite, naming update, agent and tick
  public Split collect(Seeds seeds, long update) {
    try {
      return collect(seeds.of(Seeds.Purpose.ACTIONS, update, 0));
    } catch (Problem nameless) {
      Problem problem = nameless.named(vectorEnvironment::titled);
      throw new Problem(
          problem.what(),
          "update " + (update + 1) + ", " + problem.where(),
          problem.remedy(),
          problem);
    }
  }

  private Split collect(long seed) {
    clear();
    watch.begin();
    networkActor.reset();
    coPlayers.begin(seed);
    ActionSelector selector =
        new ActionSelector(new ActionSelection.Sample(), vectorEnvironment.shape(), seed);
    int busy = vectorEnvironment.count();
    for (int t = 0; t < into.ticks && busy > 0 && !spent(); t++) {
      look(t);
      think(t);
      selector.choose(output, t, actions, logProb);
      check(t, selector.guard().raw());
      coPlayers.choose(t);
      log.add(actions.joint, coPlayers.actions());
      busy = act(t, coPlayers.actions());
      into.used = t + 1;
    }
    if (rowKind == RowKind.SEGMENTS || busy > 0) {
      lookAhead();
    }
    return new Split(simulateNanos * 1e-9, forwardNanos * 1e-9);
  }

  private void clear() {
    simulateNanos = 0;
    forwardNanos = 0;
    environmentSteps = 0;
    agentSteps = 0;
    into.clear(gamma);
    guard.clear();
    java.util.Arrays.fill(resting, false);
    java.util.Arrays.fill(ended, false);
  }

  /// Fills the trajectories with segments that were lived through before, from what was done then:
  /// nothing is thought, so values and log-probabilities mean nothing.
  ///
  /// @param reader what everybody did, from the first of these ticks on; is moved on to what comes
  ///   after the last
  public void replay(ActionLog.Reader reader) {
    clear();
    int[] others = new int[vectorEnvironment.partnerShape().agents()];
    for (int t = 0; t < into.ticks; t++) {
      look(t);
      reader.next(actions.joint, others);
      log.add(actions.joint, others);
      act(t, others);
      into.used = t + 1;
    }
    lookBeyond();
  }

  private boolean spent() {
    return budget.spent(environmentSteps, agentSteps);
  }

  /// Who looks at every tick.
  public BreakpointWatch watch() {
    return watch;
  }

  /// Seconds an update took, by what they went to.
  public record Split(double simulate, double forward) {}

  /// What an update measured: its learning, where its time went, what was lived through.
  ///
  /// @param update its number, from 1
  /// @param split of the last collection
  /// @param learnNanos time learning took
  /// @param metrics of learning; the others are added
  public UpdateReport report(
      long update, Split split, long learnNanos, Map<String, Double> metrics) {
    metrics.put("performance/simulate", split.simulate());
    metrics.put("performance/forward", split.forward());
    metrics.put("performance/learn", learnNanos * 1e-9);
    metrics.putAll(vectorEnvironment.totals());
    return new UpdateReport(
        update, into.live(), environmentSteps, vectorEnvironment.trialScores(), metrics);
  }

  /// Ticks of environments the last collection simulated, those at rest not counted.
  public long environmentSteps() {
    return environmentSteps;
  }

  private void look(int t) {
    int numbers = into.numbers;
    for (int e = 0; e < vectorEnvironment.count(); e++) {
      if (resting[e]) {
        continue;
      }
      StepBuffer seen = vectorEnvironment.buffer(e);
      vectorEnvironment.observe(e);
      watch.look(e);
      for (int i = 0; i < vectorEnvironment.first(e + 1) - vectorEnvironment.first(e); i++) {
        int agent = vectorEnvironment.first(e) + i;
        int at = into.at(agent, t);
        into.observation.put(at * numbers, seen.observation, i * numbers, numbers);
        into.removed[at] = seen.removed[i];
        into.trial[at] = seen.trial;
        into.progress[at] = progress(seen);
        if (t > 0 && seen.terminal[i] != 0) {
          networkActor.endEpisode(agent);
        }
        if (t == 0) {
          condition(agent, seen.observation, i * numbers);
        }
      }
    }
  }

  private float progress(StepBuffer seen) {
    EnvironmentShape shape = vectorEnvironment.shape();
    int limit = Math.max(1, shape.trialTimeoutTicks());
    double trials = seen.trial + Math.min(1, (double) seen.trialTick / limit);
    return (float) Math.min(1, trials / shape.trials());
  }

  /// An agent that is told its own discount or entropy weight is trained with it.
  private void condition(int agent, float[] observation, int from) {
    if (discountAt >= 0) {
      into.discount[agent] = observation[from + discountAt];
    }
    if (entropyAt >= 0) {
      into.entropyWeight[agent] = observation[from + entropyAt];
    }
  }

  private void think(int t) {
    long start = System.nanoTime();
    networkActor.act(
        vectorEnvironment.observation, vectorEnvironment.removed, output.logits, output.value);
    forwardNanos += System.nanoTime() - start;
    if (guarding) {
      guard.apply(output, vectorEnvironment.removed, t);
    }
  }

  /// What was put out that was not finite, over the last collection.
  public OutputGuard guard() {
    return guard;
  }

  /// @return environments that go on
  private int act(int t, int[] others) {
    int busy = 0;
    for (int e = 0; e < vectorEnvironment.count(); e++) {
      if (resting[e]) {
        continue;
      }
      long start = System.nanoTime();
      vectorEnvironment.step(e, actions.joint, others);
      simulateNanos += System.nanoTime() - start;
      environmentSteps++;
      boolean all = note(e, t);
      watch.tick(e, t);
      if (rowKind == RowKind.EPISODES && all) {
        resting[e] = true;
        vectorEnvironment.rest(e);
      } else {
        busy++;
      }
    }
    return busy;
  }

  /// @return whether every agent's episode has ended
  private boolean note(int e, int t) {
    StepBuffer seen = vectorEnvironment.buffer(e);
    boolean all = true;
    for (int i = 0; i < vectorEnvironment.first(e + 1) - vectorEnvironment.first(e); i++) {
      int agent = vectorEnvironment.first(e) + i;
      int at = into.at(agent, t);
      if (seen.removed[i] == 0) {
        checkFinite(seen.reward[i], "reward", agent, t);
      }
      agentSteps += 1 - into.removed[at];
      into.action[at] = actions.joint[agent];
      into.logProb[at] = logProb[agent];
      into.value[at] = output.value[agent];
      into.reward[at] = Math.clamp(seen.reward[i], -rewardClip, rewardClip);
      into.terminal[at] = seen.terminal[i];
      into.truncation[at] = seen.truncation[i];
      into.removed[at] |= (byte) (guarding && guard.replaced(agent) ? 1 : 0);
      ended[agent] |= seen.terminal[i] != 0;
      all &= ended[agent];
    }
    return all;
  }

  /// What is not finite here would only come out as a loss that is not, and not say where from.
  ///
  /// @param refused `[A]` what an action was refused for, 0 where none was
  private void check(int t, float[] refused) {
    for (int agent = 0; agent < into.rows; agent++) {
      if (vectorEnvironment.removed[agent] == 0) {
        checkFinite(refused[agent], "output", agent, t);
        checkFinite(logProb[agent], "log-probability of the action", agent, t);
        checkFinite(output.value[agent], "value", agent, t);
      }
    }
  }

  private static void checkFinite(float number, String what, int agent, int t) {
    if (!Float.isFinite(number)) {
      throw Problem.of(
          agent,
          " at tick " + t,
          "the " + what + " is " + number,
          "resume from the last checkpoint with a smaller learning_rate");
    }
  }

  /// The value of what comes after the last tick, where a segment or the budget cut what goes on;
  /// nothing is done there.
  private void lookAhead() {
    lookBeyond();
    think(into.used);
    for (int agent = 0; agent < into.rows; agent++) {
      into.tail[agent] = vectorEnvironment.removed[agent] == 0 ? output.value[agent] : Float.NaN;
    }
  }

  /// The fleet shows what comes after the last tick, where it goes on.
  private void lookBeyond() {
    for (int e = 0; e < vectorEnvironment.count(); e++) {
      if (!resting[e]) {
        vectorEnvironment.observe(e);
      }
    }
  }
}
