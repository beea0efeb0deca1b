package dev.hindsight.trainer.branch;

import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.edit.Edit;
import dev.hindsight.trainer.edit.ForcedAction;
import dev.hindsight.trainer.env.EnvironmentShape;
import dev.hindsight.trainer.policy.MemoryErasure;
import dev.hindsight.trainer.record.SimulationRecipe;
import dev.hindsight.trainer.rollout.Channel;
import dev.hindsight.trainer.rollout.Rollout;
import dev.hindsight.trainer.rollout.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/// Random edits among those that are possible at a tick of a recording.
///
/// @param rollout the parent recording
/// @param shape of its environment
/// @param rehearsal the acting policy
/// @param random source of random numbers
/// @param remembers whether the policy's memory has separate ticks
record RandomEdits(
    Rollout rollout,
    EnvironmentShape shape,
    BranchCase rehearsal,
    boolean remembers,
    Random random) {
  RandomEdits(Rollout rollout, EnvironmentShape shape, BranchCase rehearsal, Random random) {
    this(rollout, shape, rehearsal, rehearsal.remembers(shape), random);
  }

  /// One or two, at a tick.
  List<Edit> at(int tick) {
    List<Edit> edits = new ArrayList<>();
    edits.add(one(tick));
    if (random.nextBoolean()) {
      Edit.Action action = new Edit.Action(tick, random.nextInt(shape.agents()), choice());
      if (!limbo(tick, action.agent())) {
        edits.add(action);
      }
    }
    return edits;
  }

  private Edit one(int tick) {
    int agent = random.nextInt(shape.agents());
    return switch (random.nextInt(9)) {
      case 0 ->
          held(
              tick,
              agent,
              new Edit.ActionSequence(tick, agent, List.of(choice(), choice(), choice())));
      case 1 -> pose(tick, agent);
      case 2 -> presence(tick, agent);
      case 3 ->
          new Edit.ObservedNumber(
              tick, agent, random.nextInt(shape.observation().size()), random.nextInt(2));
      case 4 ->
          remembers
              ? new Edit.Wipe(tick, random.nextInt(3) - 1 < 0 ? Edit.ALL : agent)
              : pose(tick, agent);
      case 5 ->
          remembers && tick > 0
              ? new Edit.Slot(
                  tick,
                  agent,
                  tick - 1,
                  random.nextBoolean() ? MemoryErasure.ZERO : MemoryErasure.CLOSE)
              : pose(tick, agent);
      case 6 ->
          rehearsal.policy().isEmpty()
              ? held(tick, agent, new Edit.Action(tick, agent, choice()))
              : new Edit.PolicyChange(tick, rehearsal.policy(), "");
      case 7 -> remembers ? lesion(tick, agent) : pose(tick, agent);
      default -> held(tick, agent, new Edit.Action(tick, agent, choice()));
    };
  }

  /// An action; an agent in limbo, which cannot act, is brought back instead.
  private Edit held(int tick, int agent, Edit action) {
    return limbo(tick, agent) ? presence(tick, agent) : action;
  }

  private Edit lesion(int tick, int agent) {
    Ablation.Keys keys =
        switch (random.nextInt(4)) {
          case 0 -> new Ablation.Keys.Others();
          case 1 -> new Ablation.Keys.WholeTrial(0);
          case 2 -> new Ablation.Keys.EarlierTrials();
          default -> new Ablation.Keys.Ticks(new Span(tick / 2, tick + 2));
        };
    Ablation.Fill fill = random.nextBoolean() ? Ablation.Fill.ZERO : Ablation.Fill.MEAN;
    Set<Ablation.Head> heads =
        fill == Ablation.Fill.ZERO ? Set.of(new Ablation.Head(0, random.nextInt(2))) : Set.of();
    return new Edit.Ablate(tick, agent, new Ablation(heads, Set.of(keys), fill), Map.of());
  }

  /// A random manual action.
  ForcedAction choice() {
    return switch (shape.actions()) {
      case ActionSpace.Discrete discrete ->
          new ForcedAction.Joint(random.nextInt(discrete.count()));
      case ActionSpace.Continuous continuous ->
          new ForcedAction.Numbers(
              continuous.names().stream().map(_ -> 2 * random.nextFloat() - 1).toList());
    };
  }

  private Edit pose(int tick, int agent) {
    if (!editable()) {
      return new Edit.Action(tick, agent, choice());
    }
    if (limbo(tick, agent)) {
      return presence(tick, agent);
    }
    // Part of the way to where the agent was at another tick: there is room in every world.
    int other = random.nextInt(rollout.ticks());
    int towards = limbo(other, agent) ? tick : other;
    float part = random.nextFloat();
    return new Edit.Pose(
        tick,
        agent,
        between(tick, towards, 3 * agent, part),
        between(tick, towards, 3 * agent + 1, part),
        random.nextFloat());
  }

  private float between(int tick, int other, int number, float part) {
    Channel pose = rollout.channel("pose").orElseThrow();
    float from = (float) pose.value(tick, number);
    return from + part * ((float) pose.value(other, number) - from);
  }

  private Edit presence(int tick, int agent) {
    if (!editable()) {
      return new Edit.Action(tick, agent, choice());
    }
    return new Edit.Presence(
        tick, agent, limbo(tick, agent) ? Edit.Presence.Way.BACK : Edit.Presence.Way.OFF);
  }

  /// Whether agents can be moved and their poses are recorded.
  private boolean editable() {
    return rollout.channel("pose").isPresent()
        && SimulationRecipe.of(rollout).create().editable().isPresent();
  }

  private boolean limbo(int tick, int agent) {
    return rollout.channel("removed").orElseThrow().value(tick, agent) != 0;
  }
}
