package dev.hindsight.trainer.record;

import static dev.hindsight.trainer.text.TrainerText.wording;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.env.Actions;
import dev.hindsight.trainer.env.Environment;
import dev.hindsight.trainer.outcome.RecordedActionBound;
import dev.hindsight.trainer.policy.ActionSelection;
import dev.hindsight.trainer.policy.ActionSelector;
import dev.hindsight.trainer.policy.PolicyOutput;
import dev.hindsight.trainer.record.ReplayCause.Certainty;
import dev.hindsight.trainer.record.ReplayCause.Kind;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.StateHashChain;
import dev.hindsight.trainer.scene.AgentNames;
import dev.hindsight.trainer.task.Cancellation;
import dev.hindsight.trainer.task.Job;
import dev.hindsight.trainer.task.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Searches for a changed action that explains why the world differs from a tick on. At the tick
/// before, it tries what the recorded logits and random numbers choose, then every other action of
/// every agent in turn, until the recorded hash results; then it continues to the end with that
/// action.
///
/// @param recipe of the recording
/// @param lost the first tick with another state
record ActionSearch(SimulationRecipe recipe, int lost) implements Job<Optional<ReplayCause>> {
  /// The most environment steps to try: some seconds.
  private static final int MOST_STEPS = 20_000;

  @Override
  public Optional<ReplayCause> run(Progress progress, Cancellation cancellation) {
    Rollout rollout = recipe.rollout();
    Optional<Channel> hashes = rollout.channel(WorldCheck.STATE_HASH);
    if (lost == 0 || hashes.isEmpty()) {
      return Optional.empty();
    }
    Environment environment = recipe.create();
    Actions actions = new Actions(environment.shape());
    RecordedActions stored = new RecordedActions(rollout);
    int at = lost - 1;
    for (int tick = 0; tick < at; tick++) {
      cancellation.throwIfCancelled();
      recipe.edits().world(tick, environment);
      stored.read(tick, actions);
      environment.step(actions);
    }
    recipe.edits().world(at, environment);
    Environment.Snapshot before;
    try {
      before = environment.snapshot();
    } catch (UnsupportedOperationException _) {
      return Optional.empty();
    }
    Attempt attempt = new Attempt(environment, before, hashes.get(), at);
    stored.read(at, actions);
    int[] recorded = actions.joint.clone();
    if (chosen(environment, at, actions) && attempt.explains(actions)) {
      return Optional.of(cause(attempt, actions, recorded, cancellation));
    }
    if (!(environment.shape().actions() instanceof ActionSpace.Discrete discrete)) {
      return Optional.empty();
    }
    int tried = 0;
    for (int agent = 0; agent < recorded.length; agent++) {
      for (int action = 0; action < discrete.count() && tried < MOST_STEPS; action++, tried++) {
        cancellation.throwIfCancelled();
        System.arraycopy(recorded, 0, actions.joint, 0, recorded.length);
        actions.joint[agent] = action;
        if (action != recorded[agent] && attempt.explains(actions)) {
          return Optional.of(cause(attempt, actions, recorded, cancellation));
        }
      }
    }
    return Optional.empty();
  }

  /// One step that is repeated with different actions.
  private final class Attempt {
    private final Environment environment;
    private final Environment.Snapshot before;
    private final Channel hashes;
    private final int at;

    private Attempt(Environment environment, Environment.Snapshot before, Channel hashes, int at) {
      this.environment = environment;
      this.before = before;
      this.hashes = hashes;
      this.at = at;
    }

    private boolean explains(Actions actions) {
      environment.restore(before);
      environment.step(actions);
      recipe.edits().world(at + 1, environment);
      StateHashChain chain = StateHashChain.after(hashes.integer(at, 0));
      return chain.next(environment.stateHash()) == hashes.integer(at + 1, 0);
    }

    /// The next tick with another state, if the simulation continues from the step that explains
    /// the first.
    private int next(Cancellation cancellation) {
      RecordedActions stored = new RecordedActions(recipe.rollout());
      Actions actions = new Actions(environment.shape());
      StateHashChain chain = StateHashChain.after(hashes.integer(at + 1, 0));
      for (int tick = at + 1; tick + 1 < recipe.rollout().ticks(); tick++) {
        cancellation.throwIfCancelled();
        stored.read(tick, actions);
        try {
          environment.step(actions);
        } catch (Problem _) {
          return tick;
        }
        recipe.edits().world(tick + 1, environment);
        if (chain.next(environment.stateHash()) != hashes.integer(tick + 1, 0)) {
          return tick + 1;
        }
      }
      return -1;
    }
  }

  /// Computes what the recorded logits or the recording's random numbers choose.
  ///
  /// @return whether anything differs from the recording
  private boolean chosen(Environment environment, int tick, Actions actions) {
    Rollout rollout = recipe.rollout();
    ActionSelection selection;
    switch (rollout.manifest().policy().actionSelection()) {
      case "argmax", "sample", "random" ->
          selection = ActionSelection.parse(rollout.manifest().policy().actionSelection());
      default -> {
        return false;
      }
    }
    PolicyOutput output = new PolicyOutput(environment.shape());
    Optional<Channel> logits =
        rollout.channel("logits").filter(c -> c.rowLength() == output.logits.length);
    if (logits.isEmpty() && !(selection instanceof ActionSelection.Random)) {
      return false;
    }
    logits.ifPresent(channel -> channel.read(tick, 0, output.logits, output.logits.length));
    new RecordedActionBound(rollout).read(tick, output.squashed);
    int[] joint = actions.joint.clone();
    float[] numbers = actions.continuous.clone();
    ActionSelector selector =
        new ActionSelector(selection, environment.shape(), rollout.manifest().seed());
    selector.choose(
        environment.buffer(), output, tick, actions, new float[environment.shape().agents()]);
    recipe.edits().actions(tick, actions);
    return !Arrays.equals(joint, actions.joint) || !Arrays.equals(numbers, actions.continuous);
  }

  private ReplayCause cause(
      Attempt attempt, Actions actions, int[] recorded, Cancellation cancellation) {
    AgentNames names = AgentNames.of(recipe.rollout());
    List<String> changed = new ArrayList<>();
    for (int agent = 0; agent < recorded.length; agent++) {
      if (recorded[agent] != actions.joint[agent]) {
        changed.add(
            wording(
                "ActionSearch.for_of", actions.joint[agent], recorded[agent], names.titled(agent)));
      }
    }
    String what =
        changed.isEmpty()
            ? wording("ActionSearch.what_was_chosen")
            : wording("ActionSearch.action", String.join(wording("ActionSearch.and"), changed));
    int next = attempt.next(cancellation);
    String explains =
        next < 0
            ? wording("ActionSearch.every_later_tick_repeats_the_recorded")
            : wording("ActionSearch.it_repeats_until_tick_where_another", next);
    return new ReplayCause(
        Kind.ACTIONS,
        next < 0 ? Certainty.SHOWN : Certainty.POSSIBLE,
        wording("ActionSearch.with_at_tick", what, lost - 1, explains));
  }
}
