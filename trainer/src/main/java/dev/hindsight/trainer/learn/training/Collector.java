package dev.hindsight.trainer.learn.training;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.ActionMask;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.learn.net.GaussianHead;
import dev.hindsight.trainer.learn.net.NetworkActor;
import dev.hindsight.trainer.outcome.EpisodeProgress;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.PolicyMemory;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.run.Seeds;
import dev.hindsight.trainer.run.UpdateProgress;
import dev.hindsight.trainer.run.UpdateReport;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Lets a policy act in a vector environment and records its trajectories. Hot loop: ticks allocate
/// only native handles. One owner thread.
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

  /// Whether a non-finite output is replaced instead of ending the run.
  private final boolean guarding;

  private final Actions actions;
  private final float[] logProb;

  /// `[A * k]` the last numbers as drawn.
  private float[] drawn;

  private final ObservedWeights weights;
  private final BreakpointWatch watch;
  private final boolean[] resting;
  private final boolean[] ended;

  private final TimeLimitValues timeLimitValues;

  /// `[A * s]`
  private final float[] states;

  private long simulateNanos;
  private long forwardNanos;
  private long environmentSteps;
  private long agentSteps;
  private long clippedRewards;
  private long illegalActions;

  /// `[D]` zeros.
  private final float[] unseen;

  /// n where masks apply and are learned with, 0 otherwise.
  private final int maskWidth;

  private UpdateProgress progress = UpdateProgress.SILENT;

  /// The kind of a row of the trajectories.
  public enum RowKind {
    /// A whole episode from its first tick: environments are new in every update.
    EPISODES,
    /// Some ticks of an environment that continues from episode to episode. The policy's memory
    /// begins empty in each row.
    SEGMENTS,
    /// Some ticks of an environment that continues, and the policy's memory continues with it.
    FRAGMENTS;

    public static RowKind named(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }
  }

  /// How trajectories are processed.
  ///
  /// @param rewardClip rewards are clamped to this and its negative; 0: they are not
  /// @param gamma discount factor, for agents without one of their own
  /// @param badUpdates consecutive updates with a non-finite output after which learning stops; if
  ///   it is more than one, an agent takes the neutral action at such a tick
  public record Rules(double rewardClip, double gamma, int badUpdates) {}

  /// @param networkActor of the learning agents; the caller closes it
  /// @param log gets the actions
  /// @param into overwritten by every collection; the states it keeps are chosen before
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
    this.rewardClip = rules.rewardClip() > 0 ? (float) rules.rewardClip() : Float.POSITIVE_INFINITY;
    this.gamma = (float) rules.gamma();
    this.maskWidth = into.actionMask.length / into.action.length;
    this.output = new PolicyOutput(vectorEnvironment.shape());
    output.bound(networkActor.bound());
    this.guard = new OutputGuard(vectorEnvironment.shape());
    this.guarding = rules.badUpdates() > 1;
    this.unseen = new float[into.numbers];
    this.actions = new Actions(vectorEnvironment.shape());
    this.drawn = new float[actions.continuous.length];
    this.logProb = new float[vectorEnvironment.shape().agents()];
    this.weights = ObservedWeights.of(vectorEnvironment.shape().observation());
    this.watch = new BreakpointWatch(vectorEnvironment, networkActor, into, output, log);
    this.resting = new boolean[vectorEnvironment.count()];
    int agents = vectorEnvironment.shape().agents();
    this.ended = new boolean[agents];
    this.timeLimitValues =
        new TimeLimitValues(
            vectorEnvironment,
            networkActor,
            into,
            guarding ? Optional.of(guard) : Optional.empty());
    this.states = new float[agents * into.stateNumbers];
  }

  /// Fills the trajectories while the policy acts.
  ///
  /// @param seeds of the draws of actions
  /// @param update number of the update, from 0
  /// @return how long it took
  /// @throws Problem if a number is not finite, naming update, agent and tick
  public Split collect(Seeds seeds, long update) {
    return collect(seeds, update, 0);
  }

  /// As [#collect(Seeds, long)], with actions drawn independently of those of other collectors.
  ///
  /// @param index of this collector among those of the update
  public Split collect(Seeds seeds, long update, long index) {
    log.actsFrom(update);
    try {
      return collect(seeds.of(Seeds.Purpose.ACTIONS, update, index));
    } catch (Problem nameless) {
      Problem problem = nameless.named(vectorEnvironment::titled);
      throw problem.at(wording("Collector.update", update + 1, problem.where()));
    }
  }

  private Split collect(long seed) {
    clear();
    watch.begin();
    begin();
    coPlayers.begin(seed);
    ActionSelector selector =
        new ActionSelector(new ActionSelection.Sample(), vectorEnvironment.shape(), seed);
    int busy = vectorEnvironment.count();
    for (int t = 0; t < into.ticks && busy > 0 && !spent(); t++) {
      look(t);
      keepStates(t);
      think(t);
      selector.choose(vectorEnvironment.learners, output, t, actions, logProb);
      check(t, selector.guard().raw());
      drawn = selector.drawn();
      countIllegal(t);
      coPlayers.choose(t);
      log.add(actions, coPlayers.actions());
      busy = act(t, coPlayers.actions());
      forwardNanos += timeLimitValues.compute(t);
      into.used = t + 1;
      progress.reached(UpdateProgress.Phase.COLLECT, t + 1, into.ticks);
    }
    switch (rowKind) {
      case FRAGMENTS -> lookBeyond();
      case SEGMENTS -> lookAhead();
      case EPISODES -> {
        if (busy > 0) {
          lookAhead();
        }
      }
    }
    return new Split(simulateNanos * 1e-9, forwardNanos * 1e-9);
  }

  /// Lets the policy act with the present weights.
  private void begin() {
    if (rowKind == RowKind.FRAGMENTS) {
      PolicyMemory before = networkActor.memory();
      networkActor.reset();
      networkActor.remember(before);
    } else {
      networkActor.reset();
    }
  }

  private void clear() {
    simulateNanos = 0;
    forwardNanos = 0;
    environmentSteps = 0;
    agentSteps = 0;
    clippedRewards = 0;
    illegalActions = 0;
    vectorEnvironment.begin();
    into.clear(gamma);
    guard.clear();
    java.util.Arrays.fill(resting, false);
    java.util.Arrays.fill(ended, false);
  }

  /// Fills the trajectories with segments that were collected before, by running their actions
  /// again. The policy does not run, so values and log-probabilities mean nothing.
  ///
  /// @param reader all actions, from the first of these ticks on; afterwards it is behind the last
  ///   one
  /// @param update number of the update that collected them, from 0
  public void replay(ActionLog.Reader reader, long update) {
    clear();
    log.actsFrom(update);
    Actions others = new Actions(vectorEnvironment.partnerShape());
    for (int t = 0; t < into.ticks; t++) {
      look(t);
      reader.next(actions, others);
      log.add(actions, others);
      act(t, others);
      into.used = t + 1;
    }
    lookBeyond();
  }

  /// From now on reports every tick.
  public void follow(UpdateProgress listener) {
    progress = listener;
  }

  private boolean spent() {
    return budget.spent(environmentSteps, agentSteps);
  }

  /// Evaluates breakpoints at every tick.
  public BreakpointWatch watch() {
    return watch;
  }

  /// How many seconds of an update the parts took.
  public record Split(double simulate, double forward) {}

  /// The report of an update: metrics of learning, times, and results in the environments.
  ///
  /// @param update its number, from 1
  /// @param split of the last collection
  /// @param learnNanos time learning took
  /// @param metrics of learning; the others are added
  public UpdateReport report(
      long update, Split split, long learnNanos, Map<String, Double> metrics) {
    return collected(split).report(update, learnNanos, metrics);
  }

  /// The results of the last collection.
  ///
  /// @param split its times
  public CollectionReport collected(Split split) {
    return new CollectionReport(
        split,
        into.live(),
        agentSteps,
        environmentSteps,
        clippedRewards,
        vectorEnvironment.shape().actionMask() == ActionMask.NONE
            ? OptionalLong.empty()
            : OptionalLong.of(illegalActions),
        vectorEnvironment.episodeReturns().sums(),
        log.buckets(vectorEnvironment),
        vectorEnvironment.figureMeans().sums(),
        vectorEnvironment.totals(),
        vectorEnvironment.count(),
        vectorEnvironment.trialSums(),
        guard.count(),
        guard.first(vectorEnvironment::titled));
  }

  /// Environment ticks that the last collection simulated, without resting environments.
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
        into.observation.put(at, seen.observation, i * numbers);
        into.removed[at] = seen.removed[i];
        into.trial[at] = seen.trial;
        into.progress[at] = progress(seen);
        System.arraycopy(
            seen.actionMask, i * maskWidth, into.actionMask, at * maskWidth, maskWidth);
        if ((t > 0 || rowKind == RowKind.FRAGMENTS) && seen.episodeEnded(i)) {
          networkActor.endEpisode(agent);
        }
        weights.write(seen.observation, i * numbers, into, at);
      }
    }
  }

  /// Keeps the recurrent states with which the policy acts at this tick, if they are wanted.
  private void keepStates(int t) {
    int numbers = into.stateNumbers;
    if (numbers > 0) {
      networkActor.copyState(states);
      for (int agent = 0; agent < into.rows; agent++) {
        System.arraycopy(states, agent * numbers, into.state, into.at(agent, t) * numbers, numbers);
      }
    }
  }

  /// Counts the chosen actions that the environments call illegal.
  private void countIllegal(int t) {
    StepBuffer seen = vectorEnvironment.learners;
    for (int agent = 0; agent < into.rows && seen.actionMask.length > 0; agent++) {
      boolean live = into.removed[into.at(agent, t)] == 0;
      illegalActions += live && !seen.legal(agent, actions.joint[agent]) ? 1 : 0;
    }
  }

  private float progress(StepBuffer seen) {
    EnvironmentShape shape = vectorEnvironment.shape();
    return EpisodeProgress.of(
        seen.trial, seen.startAge + seen.trialTick, shape.trials(), shape.trialTimeoutTicks());
  }

  private void think(int t) {
    long start = System.nanoTime();
    networkActor.act(
        vectorEnvironment.observation, vectorEnvironment.removed, output.logits, output.value);
    forwardNanos += System.nanoTime() - start;
    GaussianHead.apply(vectorEnvironment.shape().actions(), output.logits);
    if (guarding) {
      guard.apply(output, vectorEnvironment.removed, t);
    }
  }

  /// The non-finite outputs of the last collection.
  public OutputGuard guard() {
    return guard;
  }

  /// @return number of environments that continue
  private int act(int t, Actions others) {
    int busy = 0;
    long start = System.nanoTime();
    vectorEnvironment.episodeReturns().at(log.ticks());
    vectorEnvironment.step(actions, others, resting);
    simulateNanos += System.nanoTime() - start;
    for (int e = 0; e < vectorEnvironment.count(); e++) {
      if (resting[e]) {
        continue;
      }
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
      if (into.removed[at] == 0 || seen.removed[i] == 0) {
        checkFinite(seen.reward[i], "reward", agent, t);
      }
      agentSteps += 1 - into.removed[at];
      if (into.removed[at] == 0) {
        vectorEnvironment.figureMeans().add(seen, i, into.progress[at]);
      }
      into.action[at] = actions.joint[agent];
      System.arraycopy(
          drawn,
          agent * into.actionNumbers,
          into.drawn,
          at * into.actionNumbers,
          into.actionNumbers);
      System.arraycopy(
          actions.continuous,
          agent * into.actionNumbers,
          into.numbersTaken,
          at * into.actionNumbers,
          into.actionNumbers);
      into.logProb[at] = logProb[agent];
      into.value[at] = output.value[agent];
      into.reward[at] = Math.clamp(seen.reward[i], -rewardClip, rewardClip);
      clippedRewards += into.removed[at] == 0 && into.reward[at] != seen.reward[i] ? 1 : 0;
      into.terminal[at] = seen.terminal[i];
      into.truncation[at] = seen.truncation[i];
      into.ended[at] = (byte) (seen.episodeEnded(i) ? 1 : 0);
      if (guard.replaced(agent)) {
        into.skipped[at] = (byte) (1 - into.removed[at]);
        into.removed[at] = 1;
        // What is not a number stays so when multiplied by the weight of the tick, 0.
        into.observation.put(at, unseen, 0);
        into.entropyWeight[at] = 0;
      }
      timeLimitValues.note(agent, at, seen, i);
      ended[agent] |= seen.episodeEnded(i);
      all &= ended[agent];
    }
    return all;
  }

  /// Checks for non-finite numbers; later they would only show as a non-finite loss without a
  /// cause.
  ///
  /// @param refused `[A]` the number for which an action was refused, 0 if none was
  private void check(int t, float[] refused) {
    for (int agent = 0; agent < into.rows; agent++) {
      if (vectorEnvironment.removed[agent] == 0) {
        checkFinite(refused[agent], "output", agent, t);
        checkFinite(logProb[agent], wording("Collector.log_probability_of_the_action"), agent, t);
        checkFinite(output.value[agent], "value", agent, t);
      }
    }
  }

  static void checkFinite(float number, String what, int agent, int t) {
    if (!Float.isFinite(number)) {
      throw Problem.of(
          agent,
          wording("Collector.at_tick", t),
          wording("Collector.the_is", what, number),
          wording("Collector.resume_from_the_last_checkpoint"));
    }
  }

  /// Computes the value after the last tick if a segment or the budget cut an episode there; no
  /// action is taken.
  private void lookAhead() {
    lookBeyond();
    think(into.used);
    for (int agent = 0; agent < into.rows; agent++) {
      boolean known = vectorEnvironment.removed[agent] == 0 && !guard.replaced(agent);
      into.tail[agent] = known ? output.value[agent] : Float.NaN;
    }
  }

  /// Makes the vector environment show what comes after the last tick, where it continues.
  private void lookBeyond() {
    for (int e = 0; e < vectorEnvironment.count(); e++) {
      if (!resting[e]) {
        vectorEnvironment.observe(e);
      }
    }
  }
}
