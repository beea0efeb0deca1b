package dev.hindsight.trainer.record;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.env.StepBuffer;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.PolicyOutput;
import java.util.Optional;

/// Compares the recorded actions with newly chosen ones: from the policy's present outputs, by the
/// recorded selection and seed, with the recorded edits. One owner thread.
public final class ChosenActionCheck {
  private final SimulationRecipe simulationRecipe;
  private final ActionSelector selector;
  private final Needs needs;
  private final RecordedActions stored;
  private final Actions recorded;
  private final Actions chosen;
  private final float[] logProb;

  private enum Needs {
    A_POLICY,
    NOTHING
  }

  /// An action that would now be chosen differently.
  ///
  /// @param tick of the recording
  /// @param agent its index
  /// @param recorded the joint action, or the first number that differs
  /// @param chosen likewise; NaN if nothing could be chosen
  public record ActionMismatch(int tick, int agent, double recorded, double chosen) {}

  /// @param simulationRecipe of the recording
  public ChosenActionCheck(SimulationRecipe simulationRecipe) {
    this.simulationRecipe = simulationRecipe;
    EnvironmentShape shape = simulationRecipe.factory().shape();
    ActionSelection selection = ContinuationPlan.of(simulationRecipe).selection();
    selector = new ActionSelector(selection, shape, simulationRecipe.rollout().manifest().seed());
    needs = selection.needs() == ActionSelection.Needs.A_POLICY ? Needs.A_POLICY : Needs.NOTHING;
    stored = new RecordedActions(simulationRecipe.rollout());
    recorded = new Actions(shape);
    chosen = new Actions(shape);
    logProb = new float[shape.agents()];
  }

  /// Whether it needs a policy's outputs.
  public boolean needsPolicy() {
    return needs == Needs.A_POLICY;
  }

  /// The first agent with another action at a tick.
  ///
  /// @param seen what the agents acted on
  /// @param output the policy's present output; unused if no policy is needed
  public Optional<ActionMismatch> compare(int tick, StepBuffer seen, PolicyOutput output) {
    stored.read(tick, recorded);
    try {
      selector.choose(seen, output, tick, chosen, logProb);
    } catch (Problem _) {
      return Optional.of(new ActionMismatch(tick, 0, first(recorded), Double.NaN));
    }
    simulationRecipe.edits().actions(tick, chosen);
    for (int i = 0; i < chosen.continuous.length; i++) {
      if (Float.floatToIntBits(chosen.continuous[i])
          != Float.floatToIntBits(recorded.continuous[i])) {
        int agent = i / (chosen.continuous.length / logProb.length);
        return Optional.of(
            new ActionMismatch(tick, agent, recorded.continuous[i], chosen.continuous[i]));
      }
    }
    for (int agent = 0; chosen.continuous.length == 0 && agent < chosen.joint.length; agent++) {
      if (chosen.joint[agent] != recorded.joint[agent]) {
        return Optional.of(
            new ActionMismatch(tick, agent, recorded.joint[agent], chosen.joint[agent]));
      }
    }
    return Optional.empty();
  }

  private static double first(Actions actions) {
    return actions.continuous.length > 0 ? actions.continuous[0] : actions.joint[0];
  }
}
