package dev.hindsight.trainer.study;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentFactory;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;

/// Runs a policy for whole episodes, many side by side, and reports how well it did in each trial.
///
/// @param factories taken in turn, one per episode
/// @param opener opens the policy for a number of agents; the policy is closed here
/// @param episodes number of episodes
/// @param wipe what the policy may know of earlier trials
/// @param selection how actions are chosen
/// @param seed source of all randomness; its draws differ from those of a training run with the
///   same seed
public record Evaluation(
    List<EnvironmentFactory> factories,
    Function<EnvironmentShape, Policy> opener,
    int episodes,
    MemoryWipe wipe,
    ActionSelection selection,
    long seed)
    implements Job<EvaluationReport> {
  /// Approximate number of agents that act at once.
  private static final int AT_ONCE = 256;

  /// Separates its random numbers from those of training.
  private static final long SALT = 0x45564c5541544531L;

  /// Copies the list.
  public Evaluation {
    factories = List.copyOf(factories);
  }

  @Override
  public EvaluationReport run(Progress progress, Cancellation cancellation) {
    long begin = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed ^ SALT);
    List<List<Double>> scores = new ArrayList<>();
    long agentSteps = 0;
    long environmentSteps = 0;
    int largest =
        factories.stream().mapToInt(factory -> factory.shape().agents()).max().orElseThrow();
    while (scores.size() < episodes) {
      int count = Math.clamp(AT_ONCE / largest, 1, episodes - scores.size());
      EvaluationVectorEnvironment evaluationVectorEnvironment =
          new EvaluationVectorEnvironment(factories, random.longs(count).toArray(), scores.size());
      live(evaluationVectorEnvironment, random.nextLong(), cancellation);
      scores.addAll(evaluationVectorEnvironment.scores());
      agentSteps += evaluationVectorEnvironment.agentSteps();
      environmentSteps += evaluationVectorEnvironment.environmentSteps();
      progress.report(scores.size(), episodes, "episodes");
    }
    double seconds = (System.nanoTime() - begin) * 1e-9;
    return report(scores, agentSteps, environmentSteps, seconds);
  }

  private void live(
      EvaluationVectorEnvironment evaluationVectorEnvironment,
      long actionSeed,
      Cancellation cancellation) {
    EnvironmentShape shape = evaluationVectorEnvironment.shape();
    PolicyOutput output = new PolicyOutput(shape);
    Actions actions = new Actions(shape);
    float[] logProb = new float[shape.agents()];
    ActionSelector selector = new ActionSelector(selection, shape, actionSeed);
    // Guards against an episode that never ends: none lasts longer than all its trials.
    int most = Math.multiplyExact(shape.trials(), shape.trialTimeoutTicks());
    try (Policy policy = opener.apply(shape)) {
      policy.reset();
      boolean goesOn = true;
      for (int tick = 0; goesOn && tick < most; tick++) {
        cancellation.throwIfCancelled();
        wipe.apply(evaluationVectorEnvironment.buffer(), shape);
        policy.act(evaluationVectorEnvironment.buffer(), output);
        selector.choose(output, tick, actions, logProb);
        goesOn = evaluationVectorEnvironment.step(actions);
      }
    } catch (Problem problem) {
      throw problem.named(evaluationVectorEnvironment::titled);
    }
  }

  private static EvaluationReport report(
      List<List<Double>> scores, long agentSteps, long environmentSteps, double seconds) {
    int trials = scores.stream().mapToInt(List::size).min().orElse(0);
    List<Interval> byTrial = new ArrayList<>();
    for (int k = 0; k < trials; k++) {
      int trial = k;
      byTrial.add(
          Interval.ofMean(
              scores.stream().mapToDouble(own -> own.get(trial)).toArray(), Interval.Range.UNIT));
    }
    Optional<Interval> delta =
        trials < 2
            ? Optional.empty()
            : Optional.of(
                Interval.ofDifferences(
                    scores.stream()
                        .mapToDouble(own -> own.get(trials - 1) - own.getFirst())
                        .toArray(),
                    Interval.Range.UNIT));
    return new EvaluationReport(
        scores.size(), byTrial, delta, agentSteps, environmentSteps, seconds);
  }

  /// Several environments side by side, each for one episode, as one environment with all their
  /// agents. One owner thread; a tick allocates nothing.
  private static final class EvaluationVectorEnvironment {
    private final List<Environment> environments = new ArrayList<>();
    private final List<Actions> actions = new ArrayList<>();
    private final int[] first;
    private final boolean[][] ended;
    private final boolean[] over;
    private final EnvironmentShape shape;
    private final StepBuffer together;
    private long agentSteps;
    private long environmentSteps;

    /// @param seeds one per environment
    EvaluationVectorEnvironment(List<EnvironmentFactory> factories, long[] seeds, long offset) {
      first = new int[seeds.length + 1];
      ended = new boolean[seeds.length][];
      over = new boolean[seeds.length];
      for (int e = 0; e < seeds.length; e++) {
        EnvironmentFactory factory = factories.get((int) ((offset + e) % factories.size()));
        Environment environment = factory.create(seeds[e]);
        environments.add(environment);
        actions.add(new Actions(environment.shape()));
        ended[e] = new boolean[environment.shape().agents()];
        first[e + 1] = first[e] + environment.shape().agents();
      }
      shape =
          environments
              .getFirst()
              .shape()
              .sideBySide(environments.stream().map(one -> one.shape().agents()).toList());
      together = new StepBuffer(shape.agents(), shape.observation().size());
      for (int e = 0; e < seeds.length; e++) {
        gather(e);
      }
    }

    EnvironmentShape shape() {
      return shape;
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
        step(e, own);
        over[e] = isOver(e);
        if (over[e]) {
          java.util.Arrays.fill(together.removed, first[e], first[e + 1], (byte) 1);
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
        ended[e][i] |= seen.terminal[i] != 0;
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
      System.arraycopy(seen.reward, 0, together.reward, first[e], agents);
      System.arraycopy(seen.terminal, 0, together.terminal, first[e], agents);
      System.arraycopy(seen.truncation, 0, together.truncation, first[e], agents);
      System.arraycopy(seen.trialEnded, 0, together.trialEnded, first[e], agents);
      System.arraycopy(seen.removed, 0, together.removed, first[e], agents);
    }

    /// Scores by trial of each episode.
    List<List<Double>> scores() {
      return environments.stream().map(Environment::trialScores).toList();
    }
  }
}
