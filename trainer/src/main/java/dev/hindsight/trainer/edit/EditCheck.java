package dev.hindsight.trainer.edit;

import dev.hindsight.trainer.Problem;
import dev.hindsight.trainer.action.ActionSpace;
import dev.hindsight.trainer.attention.Ablation;
import dev.hindsight.trainer.env.EnvironmentShape;

/// Refuses edits that name what is not there: ticks, agents, actions, dimensions.
///
/// @param shape of the environment they are for
/// @param ticks those there may be
record EditCheck(EnvironmentShape shape, int ticks) {
  void admit(Edit edit) {
    String where = "tick " + edit.tick();
    if (edit.tick() < 0 || edit.tick() >= ticks) {
      throw new Problem("there is no such tick", where, "give 0 to " + (ticks - 1));
    }
    switch (edit) {
      case Edit.Action e -> {
        agent(e.agent(), where);
        choice(e.choice(), where);
      }
      case Edit.ActionSequence e -> {
        agent(e.agent(), where);
        e.choices().forEach(forcedAction -> choice(forcedAction, where));
      }
      case Edit.Pose e -> agent(e.agent(), where);
      case Edit.Presence e -> agent(e.agent(), where);
      case Edit.ObservedNumber e -> observation(e, where);
      case Edit.Wipe e -> agentOrAll(e.agent(), where);
      case Edit.Slot e -> {
        agentOrAll(e.agent(), where);
        if (e.moment() < 0 || e.moment() >= e.tick()) {
          throw new Problem(
              "nothing of tick " + e.moment() + " is in memory then",
              where,
              "give a moment before it");
        }
      }
      case Edit.Ablate e -> {
        agent(e.agent(), where);
        if (e.ablation().fill() == Ablation.Fill.MEAN
            && !e.means().keySet().containsAll(e.ablation().heads())) {
          throw new Problem(
              "the mean that replaces a head is missing", where, "give it, or replace by 0");
        }
      }
      case Edit.PolicyChange e -> {
        if (e.file().isBlank()) {
          throw new Problem("no checkpoint is named", where, "name a file or a shipped policy");
        }
      }
    }
  }

  private void agent(int agent, String where) {
    if (agent < 0 || agent >= shape.agents()) {
      throw new Problem("there is no agent " + agent, where, "give 0 to " + (shape.agents() - 1));
    }
  }

  private void agentOrAll(int agent, String where) {
    if (agent != Edit.ALL) {
      agent(agent, where);
    }
  }

  private void observation(Edit.ObservedNumber e, String where) {
    agent(e.agent(), where);
    int size = shape.observation().size();
    if (e.dimension() < 0 || e.dimension() >= size) {
      throw new Problem(
          "an observation has no dimension " + e.dimension(), where, "give 0 to " + (size - 1));
    }
    if (!Float.isFinite(e.value())) {
      throw new Problem(e.value() + " cannot be observed", where, "give a finite number");
    }
  }

  private void choice(ForcedAction forcedAction, String where) {
    switch (shape.actions()) {
      case ActionSpace.Discrete space -> {
        if (!(forcedAction instanceof ForcedAction.Joint joint)
            || joint.index() < 0
            || joint.index() >= space.count()) {
          throw new Problem(
              words(forcedAction) + " is not one of the actions",
              where,
              "give a number from 0 to " + (space.count() - 1));
        }
      }
      case ActionSpace.Continuous space -> {
        boolean fits =
            forcedAction instanceof ForcedAction.Numbers numbers
                && numbers.numbers().size() == space.names().size()
                && numbers.numbers().stream().allMatch(x -> Math.abs(x) <= 1);
        if (!fits) {
          throw new Problem(
              words(forcedAction) + " is not an action here",
              where,
              "give " + space.names().size() + " numbers from -1 to 1: " + space.names());
        }
      }
    }
  }

  private static String words(ForcedAction forcedAction) {
    return switch (forcedAction) {
      case ForcedAction.Joint joint -> Integer.toString(joint.index());
      case ForcedAction.Numbers numbers -> numbers.numbers().toString();
    };
  }
}
