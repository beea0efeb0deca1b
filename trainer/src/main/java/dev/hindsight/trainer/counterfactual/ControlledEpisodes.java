package dev.hindsight.trainer.counterfactual;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.SplitMix64;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.attention.QueryAblation;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.record.PolicySource;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.rollout.RecordedPartners;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import dev.hindsight.trainer.rollout.TrialIndex;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.study.MemoryWipe;
import dev.hindsight.trainer.task.Cancellation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// The episodes of a recording, simulated again from their seed under a [MemoryControl], and
/// episodes with other seeds. Two controls with the same draw share world and random numbers, so
/// any difference is the control's effect. One owner thread; holds native memory.
public final class ControlledEpisodes implements AutoCloseable {
  private final Rollout rollout;
  private final ActionRepetition recorded;
  private final SimulationRecipe simulationRecipe;
  private final Policy policy;
  private final EnvironmentShape shape;
  private final ActionSelection selection;

  /// The first tick at which the unchanged run differs from the recording.
  private OptionalInt departs = OptionalInt.empty();

  private ControlledEpisodes(
      SimulationRecipe simulationRecipe, EnvironmentShape shape, Policy policy) {
    this.rollout = simulationRecipe.rollout();
    this.simulationRecipe = simulationRecipe;
    this.shape = shape;
    this.recorded = new ActionRepetition(rollout, shape);
    this.policy = policy;
    this.selection = ActionSelection.parse(rollout.manifest().policy().actionSelection());
  }

  /// Prepares the episodes of a recording.
  ///
  /// @throws Problem if it cannot be simulated again, is a branch, or no policy chose its actions
  public static ControlledEpisodes of(Rollout rollout, PolicySource policies) {
    String how = rollout.manifest().policy().actionSelection();
    if (!how.equals("sample") && !how.equals("argmax")) {
      throw new Problem(
          wording("ControlledEpisodes.its_actions_were_not_chosen_by", how),
          rollout.file().toString(),
          wording("ControlledEpisodes.record_it_with_sampled_or_most"));
    }
    SimulationRecipe simulationRecipe = SimulationRecipe.of(rollout);
    ActionRepetition.requireUnedited(simulationRecipe, 0);
    EnvironmentShape shape = simulationRecipe.factory().shape();
    Policy policy =
        policies
            .recorded(rollout, shape)
            .orElseThrow(() ->
                new Problem(
                    wording("ControlledEpisodes.its_policy_is_not_known_here"),
                    rollout.manifest().policy().id(),
                    wording("ControlledEpisodes.choose_the_checkpoint_it_was_recorded")));
    return new ControlledEpisodes(simulationRecipe, shape, policy);
  }

  /// Number of episodes in the recording; the last one may be incomplete.
  public static int recorded(Rollout rollout) {
    TrialIndex trials = rollout.trials();
    int episodes = 0;
    for (int stretch = 0; stretch < trials.count(); stretch++) {
      episodes += trials.beginsEpisode(stretch) ? 1 : 0;
    }
    return episodes;
  }

  /// Why a control does not apply here; empty if it does.
  public Optional<String> missing(MemoryControl control) {
    return control.missing(policy, shape);
  }

  /// The first tick at which the unchanged run with the recording's own seed differed from the
  /// recording; empty if it repeated, or has not been run.
  public OptionalInt departs() {
    return departs;
  }

  /// Runs the episodes of a draw to their ends.
  ///
  /// @param draw 0 for all episodes of the recording; each other number for one episode with
  ///   another seed
  /// @return for each episode `[K][A]` the scores by trial and agent; NaN for trials that did not
  ///   end
  public List<double[][]> run(MemoryControl control, int draw, Cancellation cancellation) {
    long seed = rollout.manifest().seed();
    seed = draw == 0 ? seed : SplitMix64.mix(seed + draw * SplitMix64.GAMMA);
    policy.begin(seed, 0);
    try {
      return run(
          control,
          simulationRecipe.factory().create(seed),
          new ActionSelector(selection, shape, seed),
          draw == 0 ? recorded(rollout) : 1,
          draw == 0 && control == MemoryControl.RECORDED,
          cancellation);
    } catch (Problem problem) {
      throw problem.named(AgentNames.of(rollout)::titled);
    } finally {
      policy.reset();
    }
  }

  private List<double[][]> run(
      MemoryControl control,
      Environment environment,
      ActionSelector selector,
      int episodes,
      boolean compared,
      Cancellation cancellation) {
    StepBuffer seen = environment.buffer();
    PolicyOutput output = new PolicyOutput(shape);
    Actions actions = new Actions(shape);
    float[] logProb = new float[shape.agents()];
    boolean[] ended = new boolean[shape.agents()];
    List<double[][]> all = new ArrayList<>();
    double[][] scores = nothing();
    // Guards against an endless run: no episode lasts longer than all its trials.
    long most = (long) episodes * shape.trials() * shape.trialTimeoutTicks();
    if (compared) {
      departs = OptionalInt.empty();
    }
    for (int tick = 0; tick < most && all.size() < episodes; tick++) {
      cancellation.throwIfCancelled();
      shut(control, seen);
      policy.act(seen, output);
      selector.choose(seen, output, tick, actions, logProb);
      if (compared && departs.isEmpty() && !repeats(tick, actions)) {
        departs = OptionalInt.of(tick);
      }
      int trial = seen.trial;
      environment.step(actions);
      boolean over = true;
      for (int agent = 0; agent < ended.length; agent++) {
        if (seen.trialEnded[agent] != 0 && trial < scores.length) {
          scores[trial][agent] = seen.trialScore[agent];
        }
        ended[agent] |= seen.episodeEnded(agent);
        over &= ended[agent];
      }
      if (over) {
        all.add(scores);
        scores = nothing();
        Arrays.fill(ended, false);
      }
    }
    return all;
  }

  /// Applies the control to every agent of the policy before it observes a tick; partners keep
  /// their memory.
  private void shut(MemoryControl control, StepBuffer seen) {
    int driven = RecordedPartners.drivenByPolicy(rollout.manifest());
    for (int agent = 0; agent < driven; agent++) {
      boolean begins = seen.trialEnded[agent] != 0 || seen.episodeEnded(agent);
      // At an episode's end the policy wipes its memory itself.
      boolean newTrial = begins && !seen.episodeEnded(agent);
      switch (control) {
        case RECORDED -> {}
        case WIPED -> {
          if (newTrial) {
            policy.forget(agent);
            MemoryWipe.hidePrevious(seen, shape.observation(), agent);
          }
        }
        case EARLIER_TRIALS_CLOSED -> {
          if (begins) {
            int earlier = newTrial ? policy.remembered(agent) : 0;
            policy.setAblation(
                agent,
                earlier == 0
                    ? QueryAblation.NONE
                    : QueryAblation.of(new Span(0, earlier), Ablation.Fill.ZERO));
          } else if (policy.remembered(agent) == 0) {
            // A full memory starts over in the middle of a trial and then holds nothing earlier.
            policy.setAblation(agent, QueryAblation.NONE);
          }
        }
        case POSITIONS_RESTARTED -> {
          if (newTrial) {
            policy.restartPositions(agent);
          }
        }
        case PREVIOUS_HIDDEN -> {
          if (newTrial) {
            MemoryWipe.hidePrevious(seen, shape.observation(), agent);
          }
        }
      }
    }
  }

  private boolean repeats(int tick, Actions actions) {
    boolean same = true;
    for (int i = 0; i < shape.agents() * recorded.width(); i++) {
      same &= recorded.holds(tick, i, ActionRepetition.number(actions, i));
    }
    return same;
  }

  private double[][] nothing() {
    double[][] scores = new double[shape.trials()][shape.agents()];
    for (double[] row : scores) {
      Arrays.fill(row, Double.NaN);
    }
    return scores;
  }

  @Override
  public void close() {
    policy.close();
  }
}
