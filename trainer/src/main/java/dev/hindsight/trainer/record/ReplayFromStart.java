package dev.hindsight.trainer.record;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.policy.Policy;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Progress;

/// Reaches a tick of a recording by running the simulation and the policy from the start.
///
/// @param recipe of the recording
public record ReplayFromStart(SimulationRecipe recipe) implements Continuation.StartingPoint {
  @Override
  public Environment environment(int tick, Progress progress, Cancellation cancellation) {
    ReplayedWorld world = new ReplayedWorld(recipe);
    while (world.tick() < tick) {
      cancellation.throwIfCancelled();
      world.advance();
      progress.report(
          world.tick(), recipe.rollout().ticks(), wording("ReplayFromStart.ticks_again"));
    }
    return world.environment();
  }

  @Override
  public void remember(int tick, Policy policy, Cancellation cancellation) {
    var shape = recipe.factory().shape();
    new MemoryRecomputation(recipe.rollout(), shape)
        .replay(policy, tick, recipe.edits().since(recipe.edits().actsSince(tick)), cancellation);
  }
}
