package dev.hindsight.trainer.counterfactual;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.attention.EpisodeFlags;
import dev.hindsight.trainer.attention.MemoryContents;
import dev.hindsight.trainer.attention.MemoryRules;
import dev.hindsight.trainer.attention.QueryAblation;
import dev.hindsight.trainer.branch.ControlResult;
import dev.hindsight.trainer.branch.TimeMachine;
import dev.hindsight.trainer.branch.TimeMachineBuilder;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.AblatedPolicy;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyMemory;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.record.PolicySource;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.study.MemoryWipe;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;
import java.util.Arrays;
import java.util.OptionalInt;

/// Runs a recording on from one of its ticks as often as required: with the same policy, with the
/// same or other random numbers, and with one agent under an intervention. One owner thread; holds
/// native memory.
public final class CounterfactualRunner implements AutoCloseable {
  /// An odd number with well-mixed bits.
  private static final long OTHER_DRAWS = 0xd1b54a32d192ed03L;

  /// Bytes for copies of the policy's memory on the way to the tick.
  private static final long ONCE = 64L << 20;

  /// How many ticks' actions a run has room for at first.
  private static final int FIRST_TICKS = 1024;

  private final Rollout rollout;
  private final ActionRepetition recorded;
  private final int agent;
  private final int from;
  private final Environment environment;
  private final Environment.Snapshot world;
  private final Policy policy;
  private final PolicyMemory policyMemory;
  private final ActionSelection selection;
  private final ControlResult controlResult;

  private CounterfactualRunner(
      TimeMachine past, int agent, int from, Environment environment, Policy policy) {
    this.rollout = past.recipe().rollout();
    this.recorded = new ActionRepetition(rollout, environment.shape());
    this.controlResult = past.agreement().control(AgentNames.of(rollout));
    this.agent = agent;
    this.from = from;
    this.environment = environment;
    this.world = environment.snapshot();
    this.policy = policy;
    this.policyMemory = policy.memory();
    this.selection = ActionSelection.parse(rollout.manifest().policy().actionSelection());
  }

  /// Simulates the recording, which is the control, and goes back to a tick; takes as long as the
  /// recording took.
  ///
  /// @throws Problem if the recording cannot be simulated, no policy chose its actions, or it is a
  ///   branch and its edits act at that tick or later
  public static CounterfactualRunner at(
      Rollout rollout,
      PolicySource policies,
      int agent,
      int from,
      Progress progress,
      Cancellation cancellation) {
    String how = rollout.manifest().policy().actionSelection();
    if (!how.equals("sample") && !how.equals("argmax")) {
      throw new Problem(
          wording("CounterfactualRunner.its_actions_were_not_chosen_by", how),
          rollout.file().toString(),
          wording("CounterfactualRunner.record_it_with_sampled_or_most"));
    }
    SimulationRecipe simulationRecipe = SimulationRecipe.of(rollout);
    ActionRepetition.requireUnedited(simulationRecipe, from);
    EnvironmentShape shape = simulationRecipe.factory().shape();
    TimeMachine past =
        new TimeMachineBuilder(simulationRecipe, policies, ONCE).run(progress, cancellation);
    Policy policy =
        policies
            .recorded(rollout, shape)
            .orElseThrow(() ->
                new Problem(
                    wording("CounterfactualRunner.its_policy_is_not_known_here"),
                    rollout.manifest().policy().id(),
                    wording("CounterfactualRunner.choose_the_checkpoint_it_was_recorded")));
    try {
      Environment environment = past.environment(from, progress, cancellation);
      past.remember(from, policy, cancellation);
      return new CounterfactualRunner(past, agent, from, environment, policy);
    } catch (Throwable e) {
      policy.close();
      throw e;
    }
  }

  /// Whether the recording repeats without a change.
  public ControlResult control() {
    return controlResult;
  }

  /// The tick from which it runs.
  public int from() {
    return from;
  }

  /// Runs to the end of the agent's episode. All other agents are unchanged.
  ///
  /// @param draw 0 for the random numbers of the recording, others for new ones; two runs with the
  ///   same draw differ only by the intervention
  public CounterfactualRun run(Intervention intervention, int draw, Cancellation cancellation) {
    environment.restore(world);
    policy.remember(policyMemory);
    EnvironmentShape shape = environment.shape();
    try {
      return switch (intervention) {
        case Intervention.AblateAttention ablateAttention ->
            simulated(ablated(ablateAttention, shape), draw, cancellation);
        case Intervention.WipeMemory _ ->
            simulated(
                (seen, output) -> {
                  if (seen.trialEnded[agent] != 0) {
                    policy.forget(agent);
                    MemoryWipe.hidePrevious(seen, shape.observation(), agent);
                  }
                  policy.act(seen, output);
                },
                draw,
                cancellation);
      };
    } catch (Problem problem) {
      throw problem.named(AgentNames.of(rollout)::titled);
    } finally {
      lift(intervention);
    }
  }

  private void lift(Intervention intervention) {
    if (intervention instanceof Intervention.AblateAttention ablateAttention
        && !ablateAttention.ablation().isNone()) {
      policy.setAblation(agent, QueryAblation.NONE);
    }
  }

  /// Runs the policy at a tick.
  private interface PolicyStep {
    void think(StepBuffer seen, PolicyOutput output);
  }

  private PolicyStep ablated(Intervention.AblateAttention ablateAttention, EnvironmentShape shape) {
    if (ablateAttention.ablation().isNone()) {
      return policy::act;
    }
    AblatedPolicy acting =
        new AblatedPolicy(policy, shape.agents(), ablateAttention.horizon(), from);
    acting.ablate(agent, ablateAttention.ablation(), from, ablateAttention.means());
    EpisodeFlags episodeFlags = EpisodeFlags.of(rollout, agent);
    if (from > 0 && episodeFlags.ended()[from - 1] == 0) {
      Span stretch =
          MemoryRules.RIGHT.stretches(episodeFlags, ablateAttention.horizon()).stream()
              .filter(span -> span.holds(from - 1))
              .findFirst()
              .orElseThrow();
      acting.remember(
          agent, MemoryContents.of(new Span(stretch.from(), from), episodeFlags, rollout.trials()));
    }
    return acting::act;
  }

  private CounterfactualRun simulated(PolicyStep policyStep, int draw, Cancellation cancellation) {
    EnvironmentShape shape = environment.shape();
    StepBuffer buffer = environment.buffer();
    PolicyOutput output = new PolicyOutput(shape);
    Actions actions = new Actions(shape);
    float[] logProb = new float[shape.agents()];
    long seed = rollout.manifest().seed() ^ (draw * OTHER_DRAWS);
    ActionSelector selector = new ActionSelector(selection, shape, seed);
    double[] scores = new double[shape.trials()];
    Arrays.fill(scores, Double.NaN);
    long most = (long) shape.trials() * shape.trialTimeoutTicks();
    int width = recorded.width();
    float[] done = new float[FIRST_TICKS * width];
    double reward = 0;
    int ticks = 0;
    boolean ended = false;
    while (ticks < most && !ended) {
      cancellation.throwIfCancelled();
      policyStep.think(buffer, output);
      selector.choose(buffer, output, from + ticks, actions, logProb);
      int trial = buffer.trial;
      if ((ticks + 1) * width > done.length) {
        done = Arrays.copyOf(done, 2 * done.length);
      }
      for (int i = 0; i < width; i++) {
        done[ticks * width + i] = ActionRepetition.number(actions, agent * width + i);
      }
      ticks++;
      environment.step(actions);
      reward += buffer.reward[agent];
      if (buffer.trialEnded[agent] != 0 && trial < scores.length) {
        scores[trial] = buffer.trialScore[agent];
      }
      ended = buffer.episodeEnded(agent);
    }
    return new CounterfactualRun(from, scores, Arrays.copyOf(done, ticks * width), width, reward);
  }

  /// The first tick at which an unchanged run with the recording's random numbers differs from the
  /// recording; empty if it repeats.
  public OptionalInt departs(CounterfactualRun unchanged) {
    int width = recorded.width();
    for (int i = 0; i < unchanged.actions().length; i++) {
      int tick = from + i / width;
      if (!recorded.holds(tick, agent * width + i % width, unchanged.actions()[i])) {
        return OptionalInt.of(tick);
      }
    }
    return OptionalInt.empty();
  }

  @Override
  public void close() {
    policy.close();
  }
}
